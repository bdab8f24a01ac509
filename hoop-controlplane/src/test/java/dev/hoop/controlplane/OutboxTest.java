package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.DEE;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.controlplane.HookServer.Post;
import dev.hoop.testbase.Eventually;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What is due is delivered once, told of, and the same on both databases. */
@ParameterizedClass
@EnumSource(StorageKind.class)
class OutboxTest {

    @Parameter
    private StorageKind storage = StorageKind.SQLITE;

    @TempDir
    private Path directory;

    @RegisterExtension
    private final Planes planes = new Planes(() -> directory, () -> storage);

    private HookServer hooks;

    @BeforeEach
    void listen() throws Exception {
        hooks = new HookServer();
    }

    @AfterEach
    void end() {
        hooks.close();
    }

    private NotificationChannel webhook(Set<NotificationEvent> events, Set<String> rules) {
        return new NotificationChannel.Webhook(
                hooks.url("/"),
                SecretText.of("0f1e2d3c4b5a69788796a5b4c3d2e1f0"),
                new NotificationChannel.Terms(events, rules, true));
    }

    private static Set<NotificationEvent> everything() {
        return EnumSet.allOf(NotificationEvent.class);
    }

    @Test
    void everyChangeIsTold() throws Exception {
        TestPlane plane = planes.start(Notifications.of(webhook(everything(), Set.of())));
        String id = plane.client.file(PAYMENTS, "DELETE FROM t").id();
        plane.client.approve(ANA, id);
        plane.client.claim(PAYMENTS, id);
        plane.client.file(PAYMENTS, "another");
        plane.clock.advance(Duration.ofMinutes(31));

        for (String event : List.of("filed", "decided", "executed", "filed", "expired")) {
            assertThat(hooks.take().event()).isEqualTo(event);
        }
    }

    @Test
    void freezingAndUnfreezingAreToldWhateverTheRules() throws Exception {
        TestPlane plane = planes.start(Notifications.of(webhook(everything(), Set.of("another rule"))));
        String id = plane.client
                .asPerson(ANA, "POST", "/api/freezes", "{\"requester\":\"agent-7\",\"reason\":\"it loops\"}")
                .json()
                .path("id")
                .asText();
        Post frozen = hooks.take();
        assertThat(frozen.event()).isEqualTo("frozen");
        assertThat(frozen.json().path("url").asText()).isEqualTo(plane.plane.url() + "/admin/freezes");
        JsonNode freeze = frozen.json().path("freeze");
        assertThat(freeze.path("id").asText()).isEqualTo(id);
        assertThat(freeze.path("requester").asText()).isEqualTo("agent-7");
        assertThat(freeze.path("started_by").asText()).isEqualTo("Ana");
        assertThat(freeze.path("reason").asText()).isEqualTo("it loops");
        assertThat(frozen.json().has("review")).isFalse();

        plane.client.asPerson(ANA, "POST", "/api/freezes/" + id + "/end", "{\"reason\":\"mended\"}");
        Post unfrozen = hooks.take();
        assertThat(unfrozen.event()).isEqualTo("unfrozen");
        assertThat(unfrozen.json().at("/freeze/end_reason").asText()).isEqualTo("mended");
        assertThat(unfrozen.json().at("/freeze/ended_by").asText()).isEqualTo("Ana");
    }

    @Test
    void aFreezeInAChatIsInWords() throws Exception {
        TestPlane plane = planes.start(Notifications.of(new NotificationChannel.Slack(
                SecretText.of(hooks.url("/T0/B0/s3cret").toString()),
                new NotificationChannel.Terms(EnumSet.of(NotificationEvent.FROZEN), Set.of(), true))));
        plane.client.file(PAYMENTS, "DELETE FROM t");
        plane.client.asPerson(
                ANA,
                "POST",
                "/api/freezes",
                "{\"sidecar\":\"payments\",\"listener\":\"api\",\"reason\":\"<!channel> it loops\"}");

        JsonNode message = hooks.take().json();
        assertThat(message.path("text").asText())
                .isEqualTo("The listener api of the sidecar payments was frozen <" + plane.plane.url()
                        + "/admin/freezes|See what is frozen>");
        assertThat(message.path("blocks").toString()).contains("By: Ana", "Reason: <!channel> it loops");
    }

    @Test
    void howTheOutboxStandsIsToldToWhoManages() throws Exception {
        hooks.answer(500, 500);
        TestPlane plane =
                planes.start(Notifications.of(webhook(everything(), Set.of()))).withDee();
        assertThat(plane.client.asPerson(ANA, "GET", "/api/notifications", "").status())
                .isEqualTo(403);
        assertThat(state(plane).at("/channels/0/pending").asInt()).isZero();
        String id = plane.client.file(PAYMENTS, "DELETE FROM t").id();
        String delivery = hooks.take().delivery();
        Eventually.await(() -> state(plane).path("troubled").size() == 1, Eventually.SOON, "the failure");

        JsonNode state = state(plane);
        JsonNode channel = state.at("/channels/0");
        assertThat(channel.path("channel").asText()).isEqualTo("webhook 127.0.0.1");
        assertThat(channel.path("configured").asBoolean()).isTrue();
        assertThat(channel.path("pending").asInt()).isEqualTo(1);
        assertThat(channel.path("failing").asInt()).isEqualTo(1);
        assertThat(channel.path("given_up").asInt()).isZero();
        assertThat(channel.path("last_error").asText()).isEqualTo("it answered 500");
        assertThat(channel.path("oldest_pending_at").asText()).isEqualTo("2026-09-29T14:02:11Z");
        JsonNode troubled = state.at("/troubled/0");
        assertThat(troubled.path("delivery_id").asText()).isEqualTo(delivery);
        assertThat(troubled.path("review_id").asText()).isEqualTo(id);
        assertThat(troubled.path("event").asText()).isEqualTo("filed");
        assertThat(troubled.path("attempts").asInt()).isEqualTo(1);
        assertThat(troubled.has("next_attempt_at")).isTrue();
        assertThat(state.toString()).doesNotContain("DELETE FROM", String.valueOf(hooks.port()));

        plane.clock.advance(Duration.ofDays(2));
        Eventually.await(() -> state(plane).at("/channels/0/given_up").asInt() == 1, Eventually.SOON, "it is given up");
        // By then the review's time is up, too, which is told as well.
        Eventually.await(() -> state(plane).at("/channels/0/pending").asInt() == 0, Eventually.SOON, "nothing waits");
        assertThat(state(plane).at("/troubled/0").has("given_up_at")).isTrue();
    }

    @Test
    void whatIsLeftOfAChannelThatIsConfiguredNoMoreShows() throws Exception {
        hooks.answer(500, 500, 500, 500);
        TestPlane first = planes.start(Notifications.of(webhook(everything(), Set.of())));
        first.client.file(PAYMENTS, "DELETE FROM t");
        hooks.take();
        first.close();
        TestPlane second = planes.start(Notifications.NONE).withDee();

        JsonNode channel = state(second).at("/channels/0");
        assertThat(channel.path("channel").asText()).isEqualTo("webhook, configured no more");
        assertThat(channel.path("configured").asBoolean()).isFalse();
        assertThat(channel.path("pending").asInt()).isEqualTo(1);
    }

    private static JsonNode state(TestPlane plane) {
        try {
            return plane.client.asPerson(DEE, "GET", "/api/notifications", "").json();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Of two planes on one database one delivers. */
    @Test
    void eachMessageIsDeliveredByOnePlaneAlone() throws Exception {
        org.junit.jupiter.api.Assumptions.assumeTrue(storage == StorageKind.POSTGRESQL, "replicas need PostgreSQL");
        HandClock clock = new HandClock();
        ControlPlaneSettings settings = TestPlane.settings(
                        directory, List.of(ApprovalRule.ofGroup("billing-approvers", "billing")))
                .withNotifications(Notifications.of(webhook(EnumSet.of(NotificationEvent.FILED), Set.of())));
        TestPlane one = planes.start(settings, clock);
        TestPlane two = planes.start(settings, clock).withDee();
        Set<String> filed = new HashSet<>();
        for (int i = 0; i < 40; i++) {
            TestPlane plane = i % 2 == 0 ? one : two;
            filed.add(plane.client.file(PAYMENTS, "statement " + i).id());
        }
        Set<String> told = new HashSet<>();
        Set<String> deliveries = new HashSet<>();
        for (int i = 0; i < 40; i++) {
            Post post = hooks.take();
            assertThat(told.add(post.json().at("/review/id").asText()))
                    .as("told once")
                    .isTrue();
            assertThat(deliveries.add(post.delivery())).isTrue();
        }
        assertThat(told).isEqualTo(filed);
        // Both planes look once more and find nothing.
        Eventually.await(() -> state(two).at("/channels/0/pending").asInt() == 0, Eventually.SOON, "nothing is due");
        assertThat(hooks.poll()).isEmpty();
    }
}
