package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.DummySSLSocketFactory;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import jakarta.mail.Message;
import jakarta.mail.internet.MimeMessage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Mails arrive at a server that is not ours. */
class MailTest {

    private static final long PATIENCE_MILLIS = 30_000;

    @TempDir
    private Path directory;

    @RegisterExtension
    private final Planes planes = new Planes(() -> directory);

    private Optional<GreenMail> server = Optional.empty();

    @AfterEach
    void stop() {
        server.ifPresent(GreenMail::stop);
    }

    private GreenMail serve(String protocol) {
        GreenMail started = new GreenMail(new ServerSetup(0, "127.0.0.1", protocol));
        server = Optional.of(started);
        started.start();
        return started;
    }

    private static NotificationChannel email(SmtpServer smtp, boolean includeStatement, String... to) {
        return new NotificationChannel.Email(
                smtp,
                "reviews@example.com",
                List.of(to),
                List.of("billing"),
                new NotificationChannel.Terms(EnumSet.of(NotificationEvent.FILED), Set.of(), includeStatement));
    }

    private static SmtpServer plain(int port) {
        return new SmtpServer("127.0.0.1", port, SmtpServer.Security.NONE, Optional.empty(), Optional.empty());
    }

    @Test
    void aMailGoesToAddressesAndToTheMembersOfGroups() throws Exception {
        GreenMail mail = serve(ServerSetup.PROTOCOL_SMTP);
        TestPlane plane = planes.start(
                Notifications.of(email(plain(mail.getSmtp().getPort()), false, "oncall@example.com")));
        String id = plane.client.file(PAYMENTS, "DELETE FROM invoices").id();

        assertThat(mail.waitForIncomingEmail(PATIENCE_MILLIS, 3)).isTrue();
        MimeMessage message = mail.getReceivedMessages()[0];
        assertThat(Arrays.stream(message.getRecipients(Message.RecipientType.TO)).map(Object::toString))
                .containsExactly("ana@example.com", "bo@example.com", "oncall@example.com");
        assertThat(message.getSubject()).isEqualTo("[hoop] A statement on billing-api waits for approval");
        assertThat(message.getHeader("Auto-Submitted", ",")).isEqualTo("auto-generated");
        assertThat(message.getMessageID())
                .isEqualTo("<" + message.getHeader("Hoop-Delivery-Id", ",") + "@example.com>");
        assertThat((String) message.getContent())
                .contains(plane.plane.url() + "/reviews/" + id, "Listener:")
                .doesNotContain("invoices");
    }

    @Test
    void theStatementIsSentWhereItIsAskedForAndCannotForgeHeaders() throws Exception {
        GreenMail mail = serve(ServerSetup.PROTOCOL_SMTP);
        TestPlane plane = planes.start(Notifications.of(email(plain(mail.getSmtp().getPort()), true)));
        plane.client.file(PAYMENTS, "DELETE FROM t\n.\nMAIL FROM:<x@example.com>\r\nBcc: y@example.com\u202e");

        assertThat(mail.waitForIncomingEmail(PATIENCE_MILLIS, 2)).isTrue();
        assertThat(mail.getReceivedMessages()).hasSize(2);
        MimeMessage message = mail.getReceivedMessages()[0];
        assertThat((String) message.getContent())
                .contains("DELETE FROM t", "MAIL FROM:<x@example.com>⟨U+000D⟩", "⟨U+202E⟩");
        assertThat(message.getHeader("Bcc")).isNull();
    }

    @Test
    void aMailWaitsForItsServer() throws Exception {
        GreenMail mail = serve(ServerSetup.PROTOCOL_SMTP);
        int port = mail.getSmtp().getPort();
        mail.stop();
        TestPlane plane = planes.start(Notifications.of(email(plain(port), false)));
        plane.client.file(PAYMENTS, "DELETE FROM t");
        GreenMail again = new GreenMail(new ServerSetup(port, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        server = Optional.of(again);
        again.start();
        plane.clock.advance(Duration.ofHours(1));

        assertThat(again.waitForIncomingEmail(PATIENCE_MILLIS, 2)).isTrue();
    }

    @Test
    void tlsAndALoginAreUsedAndTheCertificateIsChecked() throws Exception {
        GreenMail mail = serve(ServerSetup.PROTOCOL_SMTPS);
        mail.setUser("hoop@example.com", "hoop", "s3cret");
        Path trusted = directory.resolve("trusted.pem");
        Files.writeString(trusted, certificates());
        SmtpServer.Login login = new SmtpServer.Login("hoop", SecretText.of("s3cret"));
        SmtpServer known = new SmtpServer(
                "localhost", mail.getSmtps().getPort(), SmtpServer.Security.TLS, Optional.of(login), Optional.of(trusted));
        SmtpServer unknown = new SmtpServer(
                "localhost", mail.getSmtps().getPort(), SmtpServer.Security.TLS, Optional.of(login), Optional.empty());
        TestPlane plane = planes.start(Notifications.of(
                email(unknown, false, "never@example.com"), email(known, false, "oncall@example.com")));
        plane.client.file(PAYMENTS, "DELETE FROM t");

        assertThat(mail.waitForIncomingEmail(PATIENCE_MILLIS, 3)).isTrue();
        assertThat(mail.getReceivedMessages()).allMatch(message -> recipients(message).contains("oncall@example.com"));
    }

    private static String recipients(MimeMessage message) {
        try {
            return Arrays.toString(message.getAllRecipients());
        } catch (jakarta.mail.MessagingException e) {
            throw new AssertionError(e);
        }
    }

    /** The server's own certificate, as its maker ships it. */
    private static String certificates() throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        try (var in = DummySSLSocketFactory.class.getResourceAsStream("/greenmail.p12")) {
            store.load(in, "changeit".toCharArray());
        }
        StringBuilder pem = new StringBuilder();
        for (String alias : java.util.Collections.list(store.aliases())) {
            Certificate certificate = store.getCertificate(alias);
            pem.append("-----BEGIN CERTIFICATE-----\n")
                    .append(Base64.getMimeEncoder().encodeToString(certificate.getEncoded()))
                    .append("\n-----END CERTIFICATE-----\n");
        }
        return pem.toString();
    }
}
