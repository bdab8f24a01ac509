package dev.hoop.controlplane.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.review.Requester;
import dev.hoop.review.ReviewFailure;
import dev.hoop.review.ReviewRequest;
import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.plane.ScriptedControlPlane;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** What the tests of the client share. */
final class Planes {

    /** Patient where a test expects an answer. */
    static final PlaneLimits PATIENT = new PlaneLimits(
            Duration.ofSeconds(10), Duration.ofSeconds(20), Duration.ofSeconds(20), 64_000, 64_000, 64, 1000);

    /** Hasty where a test expects that none comes. */
    static final PlaneLimits HASTY = new PlaneLimits(
            Duration.ofSeconds(10), Duration.ofMillis(400), Duration.ofMillis(200), 64_000, 64_000, 64, 1000);

    /** A pace that a test can wait for; where the stream must do the work, polling would take longer than its patience. */
    static final StreamTimings STREAM_ONLY = new StreamTimings(
            Duration.ofMinutes(5),
            Duration.ofMinutes(5),
            Duration.ofMinutes(5),
            Duration.ofMinutes(5),
            Duration.ofMinutes(5),
            Duration.ofMillis(10),
            Duration.ofMillis(50));

    private Planes() {}

    static PlaneClient client(URI uri, PlaneLimits limits, StreamTimings timings) {
        try {
            return PlaneClient.open(settings(uri, limits), timings);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static PlaneSettings settings(URI uri, PlaneLimits limits) {
        return new PlaneSettings(
                PlaneUrl.parse(uri.toString()),
                PlaneToken.of(ScriptedControlPlane.TOKEN),
                Optional.empty(),
                "1.2.3",
                limits);
    }

    static ReviewRequest request(String text) {
        return new ReviewRequest(
                "billing", "approvers", text.getBytes(StandardCharsets.UTF_8), Requester.peer("10.0.0.1:5000"));
    }

    static <T> T done(CompletionStage<T> stage) {
        return Eventually.get(stage, Eventually.SOON, "an answer");
    }

    /** The failure, which must come as it is and not wrapped. */
    static ReviewFailure failure(CompletionStage<?> stage) {
        Throwable thrown = Eventually.get(
                        stage.handle((value, failure) -> Optional.ofNullable(failure)), Eventually.SOON, "a failure")
                .orElseThrow(() -> new AssertionError("succeeded"));
        assertThat(thrown).isInstanceOf(ReviewFailure.class);
        assertThat(thrown).hasMessageNotContaining(ScriptedControlPlane.TOKEN);
        return (ReviewFailure) thrown;
    }
}
