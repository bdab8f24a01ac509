package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import dev.hoop.testbase.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Deliveries that fail are in the log, and the secrets that they were tried with are not: addresses of chats are secrets, too. */
@OnEachStorage
class NotificationLogTest {

    private static final String HOOK_KEY = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";
    private static final String CHAT = "/services/T0/B0/s3cr3tOfTheChat";
    private static final String MAIL_PASSWORD = "s3cr3t of the mail server";
    private static final String STATEMENT = "DELETE FROM invoices WHERE id = 4711";

    private final Planes planes;

    NotificationLogTest(Planes planes) {
        this.planes = planes;
    }

    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Logger ours = (Logger) LoggerFactory.getLogger("dev.hoop");
    private final Kept kept = new Kept();

    /** The lines, as they are written. */
    private static final class Kept extends AppenderBase<ILoggingEvent> {

        private final List<String> lines = new CopyOnWriteArrayList<>();

        @Override
        protected void append(ILoggingEvent event) {
            String stack =
                    event.getThrowableProxy() == null ? "" : ThrowableProxyUtil.asString(event.getThrowableProxy());
            lines.add(event.getFormattedMessage() + stack);
        }
    }

    @BeforeEach
    void listen() {
        kept.start();
        root.addAppender(kept);
        ours.setLevel(Level.TRACE);
    }

    @AfterEach
    void stop() {
        root.detachAppender(kept);
        ours.setLevel(null);
    }

    private static int closedPort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private long failures(String kind) {
        return kept.lines.stream()
                .filter(line -> line.contains("event=plane.notify.failed channel=\"" + kind))
                .count();
    }

    @Test
    void noSecretOfAChannelIsInTheLogWhenADeliveryFails() throws Exception {
        NotificationChannel.Terms terms =
                new NotificationChannel.Terms(EnumSet.of(NotificationEvent.FILED), Set.of(), true);
        SmtpServer mail = new SmtpServer(
                "127.0.0.1",
                closedPort(),
                SmtpServer.Security.STARTTLS,
                Optional.of(new SmtpServer.Login("hoop", SecretText.of(MAIL_PASSWORD))),
                Optional.empty());
        try (HookServer hooks = new HookServer()) {
            hooks.answer(500, 500);
            TestPlane plane = planes.start(Notifications.of(
                    new NotificationChannel.Webhook(hooks.url("/hook"), SecretText.of(HOOK_KEY), terms),
                    new NotificationChannel.Slack(SecretText.of("http://127.0.0.1:" + closedPort() + CHAT), terms),
                    new NotificationChannel.Email(
                            mail, "reviews@example.com", List.of("oncall@example.com"), List.of(), terms)));
            plane.client.file(PAYMENTS, STATEMENT);

            for (String kind : List.of("webhook", "slack", "email")) {
                Eventually.await(() -> failures(kind) > 0, Eventually.SOON, () -> kind + " fails: " + kept.lines);
            }
        }
        assertThat(String.join("\n", kept.lines))
                .doesNotContain(HOOK_KEY, CHAT, "s3cr3t", MAIL_PASSWORD, STATEMENT, "4711");
    }
}
