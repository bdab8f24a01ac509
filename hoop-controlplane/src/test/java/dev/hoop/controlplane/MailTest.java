package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.DEE;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.hoop.testbase.Eventually;
import dev.hoop.testbase.SmtpSink;
import jakarta.mail.Message;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mails arrive at a server that is not ours. */
@OnEachStorage
class MailTest {

    private final Planes planes;

    MailTest(Planes planes) {
        this.planes = planes;
    }

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

    /** Every recipient has a copy. */
    private static void arrived(GreenMail mail, int copies) {
        Eventually.await(() -> mail.getReceivedMessages().length >= copies, Eventually.SOON, "the mails");
        assertThat(mail.getReceivedMessages()).hasSize(copies);
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
        TestPlane plane =
                planes.start(Notifications.of(email(plain(mail.getSmtp().getPort()), false, "oncall@example.com")));
        String id = plane.client.file(PAYMENTS, "DELETE FROM invoices").id();

        arrived(mail, 3);
        MimeMessage message = mail.getReceivedMessages()[0];
        assertThat(Arrays.stream(message.getRecipients(Message.RecipientType.TO))
                        .map(Object::toString))
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
        TestPlane plane =
                planes.start(Notifications.of(email(plain(mail.getSmtp().getPort()), true)));
        plane.client.file(PAYMENTS, "DELETE FROM t\n.\nMAIL FROM:<x@example.com>\r\nBcc: y@example.com\u202e");

        arrived(mail, 2);
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
        // The pause begins when the failure is written down, which may be after this: so the clock goes on.
        Eventually.await(
                () -> {
                    plane.clock.advance(Duration.ofSeconds(1));
                    return again.getReceivedMessages().length == 2;
                },
                Eventually.SOON,
                "two mails");
    }

    @ParameterizedTest
    @ValueSource(strings = {"220-and more\r\n", "and more "})
    void aServerThatNeverStopsTalkingIsHungUpOn(String endless) throws Exception {
        try (ServerSocket talker = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Thread talking = new Thread(() -> talk(talker, endless.repeat(1000).getBytes(StandardCharsets.US_ASCII)));
            talking.setDaemon(true);
            talking.start();
            TestPlane plane = planes.start(Notifications.of(email(plain(talker.getLocalPort()), false)))
                    .withDee();
            plane.client.file(PAYMENTS, "DELETE FROM t");
            Eventually.await(() -> failing(plane) == 1, Eventually.SOON, "the failed delivery");
        }
    }

    private static void talk(ServerSocket talker, byte[] words) {
        while (!talker.isClosed()) {
            try (Socket socket = talker.accept()) {
                while (true) {
                    socket.getOutputStream().write(words);
                }
            } catch (IOException e) {
                // Whoever listened hung up, or the test is over.
            }
        }
    }

    @Test
    void tlsAndALoginAreUsedAndTheCertificateIsChecked() throws Exception {
        Path trusted = MailCertificate.trusted();
        GreenMail mail = serve(ServerSetup.PROTOCOL_SMTPS);
        mail.setUser("hoop@example.com", "hoop", "s3cret");
        SmtpServer.Login login = new SmtpServer.Login("hoop", SecretText.of("s3cret"));
        SmtpServer known = new SmtpServer(
                "localhost",
                mail.getSmtps().getPort(),
                SmtpServer.Security.TLS,
                Optional.of(login),
                Optional.of(trusted));
        SmtpServer unknown = new SmtpServer(
                "localhost", mail.getSmtps().getPort(), SmtpServer.Security.TLS, Optional.of(login), Optional.empty());
        TestPlane plane = planes.start(Notifications.of(
                email(unknown, false, "never@example.com"), email(known, false, "oncall@example.com")));
        plane.client.file(PAYMENTS, "DELETE FROM t");

        arrived(mail, 3);
        assertThat(mail.getReceivedMessages())
                .allMatch(message -> recipients(message).contains("oncall@example.com"));
    }

    @Test
    void startTlsIsUsedAndWithoutItNoMailGoesOut() throws Exception {
        Path trusted = MailCertificate.trusted();
        try (SmtpSink offers = SmtpSink.startTls(MailCertificate.serverContext());
                SmtpSink lacks = SmtpSink.plain()) {
            TestPlane plane = planes.start(Notifications.of(
                            email(startTls(lacks, Optional.of(trusted)), false, "lacks@example.com"),
                            email(startTls(offers, Optional.empty()), false, "distrusts@example.com"),
                            email(startTls(offers, Optional.of(trusted)), false, "oncall@example.com")))
                    .withDee();
            plane.client.file(PAYMENTS, "DELETE FROM t");

            Eventually.await(() -> !offers.mails().isEmpty(), Eventually.SOON, "the mail");
            Eventually.await(() -> failing(plane) == 2, Eventually.SOON, "the two that must not go out");
            assertThat(offers.mails()).hasSize(1);
            SmtpSink.Mail mail = offers.mails().get(0);
            assertThat(mail.encrypted()).isTrue();
            assertThat(mail.recipients()).containsExactly("ana@example.com", "bo@example.com", "oncall@example.com");
            assertThat(mail.text()).contains("Subject: [hoop] A statement on billing-api waits for approval");
            assertThat(lacks.mails()).isEmpty();
        }
    }

    private static SmtpServer startTls(SmtpSink server, Optional<Path> trusted) {
        return new SmtpServer("localhost", server.port(), SmtpServer.Security.STARTTLS, Optional.empty(), trusted);
    }

    private static int failing(TestPlane plane) {
        try {
            int failing = 0;
            for (JsonNode channel : plane.client
                    .asPerson(DEE, "GET", "/api/notifications", "")
                    .json()
                    .path("channels")) {
                failing += channel.path("failing").asInt();
            }
            return failing;
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static String recipients(MimeMessage message) {
        try {
            return Arrays.toString(message.getAllRecipients());
        } catch (jakarta.mail.MessagingException e) {
            throw new AssertionError(e);
        }
    }
}
