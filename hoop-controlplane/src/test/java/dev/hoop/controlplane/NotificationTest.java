package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.controlplane.HookServer.Post;
import dev.hoop.web.Json;
import java.net.ServerSocket;
import java.net.URI;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Programs and chats are told of reviews: signed, at least once, and never in a review's way. */
@OnEachStorage
class NotificationTest {

    private static final String SECRET = "0f1e2d3c4b5a69788796a5b4c3d2e1f0";
    private static final String STATEMENT = "DELETE FROM invoices WHERE id = 4711";

    private final Planes planes;

    NotificationTest(Planes planes) {
        this.planes = planes;
    }

    private HookServer hooks;

    @BeforeEach
    void listen() throws Exception {
        hooks = new HookServer();
    }

    @AfterEach
    void end() {
        hooks.close();
    }

    private static NotificationChannel.Terms everything(boolean includeStatement) {
        return new NotificationChannel.Terms(EnumSet.allOf(NotificationEvent.class), Set.of(), includeStatement);
    }

    private static NotificationChannel webhook(URI url, NotificationChannel.Terms terms) {
        return new NotificationChannel.Webhook(url, SecretText.of(SECRET), terms);
    }

    private TestPlane plane(NotificationChannel... channels) throws Exception {
        return planes.start(Notifications.of(channels));
    }

    private static ObjectNode filing(String statement) {
        ObjectNode filing = PlaneClient.filing("billing-api", "billing-approvers", statement);
        filing.set(
                "context",
                Json.read("{\"operation\":\"delete\",\"guardrail\":\"no-deletes\",\"why\":\"look <!here> first\","
                        + "\"shape\":\"delete from invoices where id = ?\",\"parameters\":[\"$1 = '4711'\"]}"));
        return filing;
    }

    // shown from here
    static boolean isGenuine(String secret, String timestamp, byte[] body, String signature, Instant now)
            throws Exception {
        long age = Math.abs(now.getEpochSecond() - Long.parseLong(timestamp));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
        mac.update((timestamp + ".").getBytes(UTF_8));
        String expected = "v1=" + HexFormat.of().formatHex(mac.doFinal(body));
        return age < 300 && MessageDigest.isEqual(expected.getBytes(UTF_8), signature.getBytes(UTF_8));
    }
    // to here

    @Test
    void aWebhookIsToldSignedAndWithoutTheStatement() throws Exception {
        TestPlane plane = plane(webhook(hooks.url("/hook?team=1"), everything(false)));
        String id = plane.client.file(PAYMENTS, filing(STATEMENT)).id();

        Post post = hooks.take();
        assertThat(post.path()).isEqualTo("/hook?team=1");
        assertThat(post.event()).isEqualTo("filed");
        assertThat(isGenuine(SECRET, post.timestamp(), post.body(), post.signature(), plane.clock.instant()))
                .isTrue();
        JsonNode json = post.json();
        assertThat(json.path("delivery_id").asText()).isEqualTo(post.delivery());
        assertThat(json.at("/review/id").asText()).isEqualTo(id);
        assertThat(json.at("/review/status").asText()).isEqualTo("PENDING");
        assertThat(json.at("/review/guardrail").asText()).isEqualTo("no-deletes");
        assertThat(json.path("url").asText()).isEqualTo(plane.plane.url() + "/reviews/" + id);
        assertThat(new String(post.body(), UTF_8)).doesNotContain("4711", "invoices");
    }

    @Test
    void everyChangeIsToldAsItWasRightAfterIt() throws Exception {
        TestPlane plane = plane(webhook(hooks.url("/"), everything(true)));
        String id = plane.client.file(PAYMENTS, filing(STATEMENT)).id();
        plane.client.approve(ANA, id);
        plane.client.claim(PAYMENTS, id);
        String other = plane.client.file(PAYMENTS, filing("other")).id();
        plane.clock.advance(Duration.ofMinutes(31));

        assertThat(hooks.take().json().path("statement").asText()).isEqualTo(STATEMENT);
        JsonNode decided = hooks.take().json();
        assertThat(decided.at("/review/status").asText()).isEqualTo("APPROVED");
        assertThat(decided.at("/review/decided_by").asText()).isEqualTo("Ana");
        assertThat(hooks.take().json().at("/review/status").asText()).isEqualTo("EXECUTED");
        assertThat(hooks.take().event()).isEqualTo("filed");
        Post expired = hooks.take();
        assertThat(expired.json().at("/review/status").asText()).isEqualTo("EXPIRED");
        assertThat(expired.json().at("/review/id").asText()).isEqualTo(other);
    }

    @Test
    void aFailedDeliveryIsRepeatedWithItsId() throws Exception {
        hooks.answer(500, 302);
        TestPlane plane = plane(webhook(hooks.url("/"), filed()));
        plane.client.file(PAYMENTS, filing(STATEMENT));

        Post first = hooks.take();
        Post second = repeated(plane, Duration.ofMinutes(1));
        Post third = repeated(plane, Duration.ofMinutes(1));
        assertThat(second.delivery()).isEqualTo(first.delivery());
        assertThat(third.delivery()).isEqualTo(first.delivery());
        assertThat(third.path()).isEqualTo("/");
        assertThat(second.body()).isEqualTo(first.body());
        plane.client.file(PAYMENTS, filing("next"));
        assertThat(hooks.take().delivery()).isNotEqualTo(first.delivery());
    }

    /** The next post; the clock goes on until it comes, since a pause begins when the failure is written down. */
    private Post repeated(TestPlane plane, Duration step) throws InterruptedException {
        for (int i = 0; i < 30; i++) {
            plane.clock.advance(step);
            Optional<Post> post = hooks.poll();
            if (post.isPresent()) {
                return post.get();
            }
        }
        throw new AssertionError("nothing was posted again");
    }

    private static NotificationChannel.Terms filed() {
        return new NotificationChannel.Terms(EnumSet.of(NotificationEvent.FILED), Set.of(), false);
    }

    @Test
    void aHangingChannelIsInNobodysWay() throws Exception {
        try (ServerSocket hangs = new ServerSocket(0, 1)) {
            TestPlane plane = plane(
                    webhook(URI.create("http://127.0.0.1:" + hangs.getLocalPort() + "/"), everything(false)),
                    webhook(hooks.url("/"), everything(false)));
            for (int i = 0; i < 20; i++) {
                assertThat(plane.client.file(PAYMENTS, filing("statement " + i)).status())
                        .isEqualTo(201);
            }
            for (int i = 0; i < 20; i++) {
                assertThat(hooks.take().event()).isEqualTo("filed");
            }
        }
    }

    @Test
    void whatIsDueOutlivesThePlane() throws Exception {
        int port = hooks.port();
        hooks.close();
        NotificationChannel channel = webhook(hooks.url("/"), everything(false));
        TestPlane first = plane(channel);
        String id = first.client.file(PAYMENTS, filing(STATEMENT)).id();
        first.close();
        hooks = new HookServer(port);
        TestPlane second = plane(channel);
        second.clock.advance(Duration.ofMinutes(1));

        assertThat(hooks.take().json().at("/review/id").asText()).isEqualTo(id);
    }

    @Test
    void whatCannotBeDeliveredIsGivenUp() throws Exception {
        hooks.answer(500, 500, 500);
        TestPlane plane = plane(webhook(hooks.url("/"), filed()));
        plane.client.file(PAYMENTS, filing(STATEMENT));
        String delivery = hooks.take().delivery();
        assertThat(repeated(plane, Duration.ofMinutes(1)).delivery()).isEqualTo(delivery);
        plane.clock.advance(Duration.ofDays(2));
        plane.client.file(PAYMENTS, filing("next"));
        // Whether the second failure was written down before the time was up or after it, this is the last attempt.
        Post next = hooks.take();
        if (next.delivery().equals(delivery)) {
            next = hooks.take();
        }
        assertThat(next.delivery()).isNotEqualTo(delivery);
        plane.clock.advance(Duration.ofDays(2));
        plane.client.file(PAYMENTS, filing("another"));
        assertThat(hooks.take().delivery()).isNotEqualTo(delivery);
    }

    @Test
    void aChannelIsToldOnlyWhatItWants() throws Exception {
        TestPlane plane = plane(
                webhook(
                        hooks.url("/decided"),
                        new NotificationChannel.Terms(EnumSet.of(NotificationEvent.DECIDED), Set.of(), false)),
                webhook(
                        hooks.url("/another-rule"),
                        new NotificationChannel.Terms(
                                EnumSet.allOf(NotificationEvent.class), Set.of("another"), false)));
        String id = plane.client.file(PAYMENTS, filing(STATEMENT)).id();
        plane.client.approve(ANA, id);

        assertThat(hooks.take().path()).isEqualTo("/decided");
        plane.client.claim(PAYMENTS, id);
        String next = plane.client.file(PAYMENTS, filing("next")).id();
        plane.client.approve(ANA, next);
        assertThat(hooks.take().json().at("/review/id").asText()).isEqualTo(next);
        assertThat(hooks.isEmpty()).isTrue();
    }

    @Test
    void slackGetsAMessageInWhichNothingCallsAnybody() throws Exception {
        TestPlane plane = plane(new NotificationChannel.Slack(
                SecretText.of(hooks.url("/T0/B0/s3cret").toString()), everything(true)));
        String id = plane.client
                .file(PAYMENTS, filing(STATEMENT + " <!channel> \u202e"))
                .id();

        JsonNode message = hooks.take().json();
        String link = "<" + plane.plane.url() + "/reviews/" + id + "|Open the review>";
        assertThat(message.path("text").asText()).isEqualTo("delete on billing-api waits for approval " + link);
        List<JsonNode> texts = message.path("blocks").findValues("text").stream()
                .filter(JsonNode::isObject)
                .toList();
        assertThat(texts)
                .filteredOn(text -> text.path("type").asText().equals("mrkdwn"))
                .allMatch(text -> text.path("text").asText().equals(link));
        assertThat(message.path("blocks").toString())
                .contains("look <!here> first", STATEMENT, "⟨U+202E⟩")
                .doesNotContain("\u202e");
        message.findValues("fields")
                .forEach(fields -> fields.forEach(
                        field -> assertThat(field.path("type").asText()).isEqualTo("plain_text")));
    }
}
