package dev.hoop.controlplane.internal.review;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PlaneClockTest {

    private static final Instant START = Instant.parse("2026-09-29T14:02:11Z");

    private final SetClock wall = new SetClock();
    private final AtomicLong nanos = new AtomicLong();
    private final PlaneClock clock = new PlaneClock(wall, nanos::get);

    @Test
    void saysWhatTheClockSays() {
        assertThat(clock.now()).isEqualTo(START);
        pass(Duration.ofSeconds(5));
        assertThat(clock.now()).isEqualTo(START.plusSeconds(5));
    }

    @Test
    void aClockThatIsSetBackTakesNothingBackAndStopsNothing() {
        clock.now();
        wall.now = START.minusSeconds(3600);
        assertThat(clock.now()).isEqualTo(START);
        pass(Duration.ofSeconds(80));
        assertThat(clock.now()).isEqualTo(START.plusSeconds(70));
    }

    @Test
    void timeThatIsAskedForOftenPassesAsFast() {
        clock.now();
        wall.now = START.minusSeconds(3600);
        for (int i = 0; i < 8_000; i++) {
            pass(Duration.ofNanos(900_001));
            clock.now();
        }
        assertThat(clock.now()).isBetween(START.plusMillis(6_290), START.plusMillis(6_300));
    }

    @Test
    void theClockCatchesUp() {
        clock.now();
        wall.now = START.minusSeconds(1);
        clock.now();
        pass(Duration.ofSeconds(9));
        assertThat(clock.now()).isEqualTo(START.plusSeconds(8));
        pass(Duration.ofSeconds(1));
        assertThat(clock.now()).isEqualTo(START.plusSeconds(9));
    }

    @Test
    void afterAJumpAheadThatIsTakenBackThingsStillEnd() {
        clock.now();
        wall.now = START.plus(Duration.ofDays(1000));
        Instant ahead = clock.now();
        wall.now = START;
        pass(Duration.ofMinutes(16));
        assertThat(clock.now()).isEqualTo(ahead.plus(Duration.ofMinutes(14)));
    }

    private void pass(Duration time) {
        wall.now = wall.now.plus(time);
        nanos.addAndGet(time.toNanos());
    }

    private static final class SetClock extends Clock {

        private Instant now = START;

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }
}
