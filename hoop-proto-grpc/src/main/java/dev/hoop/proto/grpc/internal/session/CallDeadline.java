package dev.hoop.proto.grpc.internal.session;

import dev.hoop.proto.grpc.internal.h2.LoopClock;
import dev.hoop.proto.grpc.internal.message.CallTimeout;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The caller's own limit, {@code grpc-timeout}. Shortly before it a wait for a person is ended, so that the caller still
 * hears of the review; a caller that has given up hears nothing.
 */
final class CallDeadline {

    /** Longer ones are as good as none, and no nanosecond clock counts them. */
    private static final Duration LONGEST = Duration.ofDays(365);

    /** A tenth of the limit is left for the word about the review, and a second is always enough. */
    private static final int MARGIN_PARTS = 10;

    private static final long LONGEST_MARGIN = TimeUnit.SECONDS.toNanos(1);

    /** What a call is delayed by judging alone is not worth another value for the upstream. */
    private static final long NOTICEABLE = TimeUnit.MILLISECONDS.toNanos(5);

    private final Call call;
    private final Optional<Duration> timeout;
    private final LoopClock clock;
    private final long began;
    private @Nullable Future<?> timer;

    CallDeadline(Call call, Optional<Duration> timeout) {
        this.call = call;
        this.clock = call.lane().clock();
        this.began = clock.nanoTime();
        this.timeout = timeout.filter(limit -> limit.compareTo(LONGEST) < 0);
    }

    void start() {
        if (timeout.isPresent()) {
            long nanos = timeout.get().toNanos();
            long margin = Math.min(nanos / MARGIN_PARTS, LONGEST_MARGIN);
            timer = clock.after(call.loop(), nanos - margin, () -> near(margin));
        }
    }

    private void near(long margin) {
        timer = clock.after(call.loop(), margin, call::deadlineReached);
        call.deadlineNears();
    }

    /** What the upstream is told, where time has passed that counts. */
    Optional<String> left() {
        long passed = clock.nanoTime() - began;
        return timeout.isEmpty() || passed < NOTICEABLE
                ? Optional.empty()
                : Optional.of(CallTimeout.format(timeout.get().minusNanos(passed)));
    }

    void cancel() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }
}
