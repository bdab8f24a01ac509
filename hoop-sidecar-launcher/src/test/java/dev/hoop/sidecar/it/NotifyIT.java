package dev.hoop.sidecar.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testbase.Eventually;
import dev.hoop.testbase.SmtpSink;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The runnable jar tells people: the mail library finds its parts by lists that merging jars into one may lose. */
class NotifyIT {

    private static final String TOKEN = "0123456789abcdef0123456789abcdef";

    @TempDir
    private Path directory;

    private void secret(String name, String value) throws Exception {
        Path file = directory.resolve(name);
        Files.writeString(file, value);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void mailsOfTheRunnableJarArrive() throws Exception {
        secret("payments.token", TOKEN);
        secret("ana.token", TOKEN.replace('0', 'f'));
        try (SmtpSink mails = SmtpSink.plain()) {
            Files.writeString(directory.resolve("control-plane.yaml"), """
                    listen: 127.0.0.1:0
                    database: {url: "jdbc:sqlite:hoop.db"}
                    approval_rules: [{name: billing-approvers, reviewers_groups: [billing]}]
                    users: [{email: ana@example.com, name: Ana, groups: [billing], token_file: ana.token}]
                    sidecars: [{name: payments, token_file: payments.token}]
                    notify:
                      email:
                        - smtp: 127.0.0.1:%d
                          security: none
                          from: reviews@example.com
                          to: [oncall@example.com]
                          groups: [billing]
                          include_statement: true
                    """.formatted(mails.port()));
            try (HoopProcess plane = HoopProcess.start(directory, "control-plane", "--config", "control-plane.yaml")) {
                String url = plane.logged("plane.started", "url");
                HttpResponse<String> filed = HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(URI.create(url + "/api/sidecars/reviews"))
                                        .header("hoop-sidecar-token", TOKEN)
                                        .POST(HttpRequest.BodyPublishers.ofString(filing("DELETE /invoices/ü")))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString());
                assertThat(filed.statusCode()).as(filed::body).isEqualTo(201);

                Eventually.await(() -> !mails.mails().isEmpty(), HoopProcess.STARTED, () -> "a mail from " + plane);
                SmtpSink.Mail mail = mails.mails().get(0);
                assertThat(mail.recipients()).containsExactly("ana@example.com", "oncall@example.com");
                assertThat(mail.text())
                        .contains("Subject: [hoop] A statement on billing-api waits for approval")
                        .contains(url + "/reviews/")
                        .contains("Content-Type: text/plain; charset=UTF-8");
                plane.terminate();
                assertThat(plane.awaitExit()).as(plane::toString).isZero();
            }
        }
    }

    private static String filing(String statement) {
        return "{\"listener_name\":\"billing-api\",\"approval_rule\":\"billing-approvers\",\"payload\":\""
                + Base64.getEncoder().encodeToString(statement.getBytes(StandardCharsets.UTF_8))
                + "\",\"requester\":{\"peer_addr\":\"127.0.0.1:5000\",\"method\":\"peer\"}}";
    }
}
