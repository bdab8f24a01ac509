package dev.hoop.sidecar.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.pg.PgBackend;
import dev.hoop.testkit.pg.PgFrame;
import dev.hoop.testkit.pg.PgFrontend;
import dev.hoop.testkit.pg.PgLogin;
import dev.hoop.testkit.pg.RawPgClient;
import dev.hoop.testkit.pg.RawPgUpstream;
import dev.hoop.testkit.wire.WireJournal;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A sidecar that is killed when an approved statement has reached the upstream and before anything of its end is known: the
 * approval stays spent, and whoever asks again asks a person.
 */
class SidecarDeathIT {

    private static final String ANA = "ana-0123456789abcdefghijklmnopqrstuvwx";
    private static final String DELETE = "delete from orders where id = 7";
    private static final Pattern REVIEW = Pattern.compile("review_id=(\\S+) status=PENDING");

    @TempDir
    private Path directory;

    private final Http http = new Http();
    private final CountingUpstream service;
    private final List<String> queries = new CopyOnWriteArrayList<>();
    private final RawPgUpstream database = RawPgUpstream.start(new WireJournal(), session -> {
        session.readStartupDecliningEncryption();
        session.send(PgBackend.welcome());
        while (session.awaitMore()) {
            PgFrame message = session.read();
            if (message.tag() == 'Q' && message.text().equals(DELETE)) {
                // No answer: the statement is still running when the sidecar dies.
                queries.add(message.text());
            } else if (message.tag() == 'Q') {
                session.send(PgBackend.error("ERROR", "42601", "syntax error"), PgBackend.readyForQuery('I'));
            }
        }
    });

    SidecarDeathIT() throws Exception {
        service = new CountingUpstream();
    }

    @BeforeEach
    void configure() throws Exception {
        secret("payments.token", "sidecar-0123456789abcdefghijklmnopqrst");
        secret("ana.token", ANA);
        Files.writeString(directory.resolve("control-plane.yaml"), """
                listen: 127.0.0.1:0
                database: {url: "jdbc:sqlite:plane.db"}
                approval_rules: [{name: approvers, reviewers_groups: [billing]}]
                users: [{email: ana@example.com, name: Ana, groups: [billing], token_file: ana.token}]
                sidecars: [{name: payments, token_file: payments.token}]
                """);
        Files.writeString(directory.resolve("config.yaml"), """
                audit: {file: audit.jsonl}
                admin: {listen: 127.0.0.1:0}
                guardrails:
                  rules: [{name: deletions, type: operation, operations: [DELETE, delete], action: require_review}]
                listeners:
                  - name: billing-api
                    protocol: http
                    listen: 127.0.0.1:0
                    upstream: 127.0.0.1:%d
                    review: {approval_rule: approvers, mode: return}
                  - name: shop-db
                    protocol: postgres
                    listen: 127.0.0.1:0
                    upstream: "%s"
                    review: {approval_rule: approvers, mode: return}
                """.formatted(service.port(), database.hostAndPort()));
    }

    @AfterEach
    void end() {
        service.letGo.countDown();
        service.close();
        database.close();
    }

    private void secret(String name, String text) throws Exception {
        Path file = Files.writeString(directory.resolve(name), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private HoopProcess sidecar(String plane) {
        return HoopProcess.start(
                directory,
                Map.of("HOOP_CONTROL_PLANE_URL", plane),
                "run",
                "--config",
                "config.yaml",
                "--token-file",
                "payments.token");
    }

    @Test
    void whatWasForwardedIsNotRunAgain() throws Exception {
        try (HoopProcess plane = HoopProcess.start(directory, "control-plane", "--config", "control-plane.yaml")) {
            String url = plane.logged("plane.started", "url");
            String request;
            String statement;
            try (HoopProcess dies = sidecar(url)) {
                request = Http.reviewId(http.send("DELETE", listener(dies, "billing-api", "http://%s/slow")));
                statement = askDatabase(dies);
                approve(url, request);
                approve(url, statement);

                CompletableFuture<?> running =
                        http.sendAsync("DELETE", listener(dies, "billing-api", "http://%s/slow"));
                try (RawPgClient client = open(dies)) {
                    client.send(PgFrontend.query(DELETE));
                    Eventually.await(
                            () -> service.requests.size() == 1 && queries.size() == 1,
                            HoopProcess.STARTED,
                            "both are at their upstreams");
                    dies.kill();
                    client.wire().awaitEnd();
                }
                assertThat(running.handle((answer, failure) -> failure != null).get())
                        .as("the client is told nothing of an end")
                        .isTrue();
            }
            assertThat(status(url, request)).isEqualTo("EXECUTED");
            assertThat(status(url, statement)).isEqualTo("EXECUTED");

            try (HoopProcess next = sidecar(url)) {
                var again = http.send("DELETE", listener(next, "billing-api", "http://%s/slow"));
                assertThat(again.statusCode()).isEqualTo(403);
                assertThat(again.headers().firstValue("X-Hoop-Review-Status")).hasValue("PENDING");
                assertThat(Http.reviewId(again)).isNotEqualTo(request);
                assertThat(askDatabase(next)).isNotEqualTo(statement);
            }
        }
        assertThat(service.requests).containsExactly("DELETE /slow");
        assertThat(queries).containsExactly(DELETE);
    }

    /** Runs the statement, which is to be refused, and gives the review that it waits for. */
    private String askDatabase(HoopProcess sidecar) {
        try (RawPgClient client = open(sidecar)) {
            List<String> answer = RawPgClient.lines(client.query(DELETE));
            Matcher review = REVIEW.matcher(answer.toString());
            assertThat(review.find()).as("%s", answer).isTrue();
            return review.group(1);
        }
    }

    private RawPgClient open(HoopProcess sidecar) {
        String[] address = listener(sidecar, "shop-db", "%s").split(":", 2);
        return RawPgClient.open(
                new InetSocketAddress(address[0], Integer.parseInt(address[1])), PgLogin.as("agent", "shop"));
    }

    /** The address of a listener, as the sidecar's own statistics tell it. */
    private String listener(HoopProcess sidecar, String name, String format) {
        String admin = "http://" + sidecar.logged("admin.bound", "address");
        for (JsonNode one : json(http.send("GET", admin + "/stats").body()).path("listeners")) {
            if (one.path("name").asText().equals(name)) {
                return format.formatted(one.path("address").asText());
            }
        }
        throw new AssertionError("no listener " + name + " in " + sidecar);
    }

    private void approve(String plane, String id) {
        HoopProcess approving =
                HoopProcess.start(directory, Map.of("HOOP_URL", plane, "HOOP_TOKEN", ANA), "reviews", "approve", id);
        assertThat(approving.awaitExit()).as(approving::toString).isZero();
    }

    private String status(String plane, String id) {
        return json(http.send("GET", plane + "/api/reviews/" + id, "Authorization", "Bearer " + ANA)
                        .body())
                .path("status")
                .asText();
    }

    private static JsonNode json(String text) {
        try {
            return new JsonMapper().readTree(text);
        } catch (IOException e) {
            throw new AssertionError(text, e);
        }
    }
}
