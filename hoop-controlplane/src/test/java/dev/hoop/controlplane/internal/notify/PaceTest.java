package dev.hoop.controlplane.internal.notify;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PaceTest {

    @Test
    void doublesUpToTheLongestAndLeavesHalfToChance() {
        for (int attempt = 1; attempt < 200; attempt++) {
            Duration usual = attempt > 9 ? Duration.ofMinutes(10) : Duration.ofSeconds(2L << (attempt - 1));
            assertThat(Pace.USUAL.after(attempt, Optional.empty()))
                    .isBetween(usual.dividedBy(2), usual)
                    .isLessThanOrEqualTo(Duration.ofMinutes(10));
        }
    }

    @Test
    void heedsWhatTheReceiverWantsWithinBounds() {
        assertThat(Pace.USUAL.after(1, Optional.of(Duration.ofMinutes(1)))).isEqualTo(Duration.ofMinutes(1));
        assertThat(Pace.USUAL.after(1, Optional.of(Duration.ofDays(1)))).isEqualTo(Duration.ofMinutes(10));
    }
}
