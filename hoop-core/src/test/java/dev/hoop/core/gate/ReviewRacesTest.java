package dev.hoop.core.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewStatus;
import dev.hoop.testbase.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A cancel, a decision, a drain and the time limit, all at once, many times over. */
class ReviewRacesTest {

    private static final int ROUNDS = 300;

    @Test
    void whoeverComesFirstNothingRunsTwiceNorUnapprovedNorUnrecorded() {
        try (GateBench bench = new GateBench()) {
            bench.holdTimeout = Duration.ofMillis(3);
            Random random = new Random(4711);
            int forwarded = 0;
            int spent = 0;
            for (int round = 0; round < ROUNDS; round++) {
                Client client = bench.judge("delete " + round);
                ReviewId id = client.held();
                List<Runnable> moves = new ArrayList<>(List.of(
                        () -> bench.plane.approve(id), () -> bench.plane.wake(id), client::interrupt, client::cancel));
                // Not every move in every round, so that each gets its chance to be the one that counts.
                moves.removeIf(unused -> random.nextInt(3) == 0);
                CompletableFuture<?>[] racing =
                        moves.stream().map(CompletableFuture::runAsync).toArray(CompletableFuture<?>[]::new);
                CompletableFuture.allOf(racing).join();
                int records = round + 1;
                Eventually.await(
                        () -> bench.sink.records("statement").size() == records, Eventually.SOON, "its one record");
                bench.settle();

                boolean executed = bench.plane.statusOf(id).equals(ReviewStatus.EXECUTED);
                boolean ran = client.wasForwarded();
                assertThat(!ran || executed).as("ran without an approval").isTrue();
                forwarded += ran ? 1 : 0;
                spent += executed ? 1 : 0;
                assertThat(client.decisions().stream().filter(decision -> !(decision instanceof Decision.Hold)))
                        .hasSizeLessThanOrEqualTo(1);
            }

            assertThat(bench.sink.records("statement")).hasSize(ROUNDS);
            assertThat(bench.stats().forwarded()).isEqualTo(forwarded);
            // Every approval that was spent either ran a statement or is recorded as spent in vain.
            assertThat(bench.stats().approvalsSpentInVain()).isEqualTo(spent - forwarded);
            assertThat(bench.stats().heldNow()).isZero();
            assertThat(bench.plane.waiting()).isZero();
        }
    }
}
