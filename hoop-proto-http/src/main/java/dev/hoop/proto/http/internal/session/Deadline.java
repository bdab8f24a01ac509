package dev.hoop.proto.http.internal.session;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A time limit that is set and cleared often and reached seldom: setting it costs one look at the clock, since the timer
 * behind it is moved only when it goes off too early. Confined to its loop.
 */
public final class Deadline {

    private final EventExecutor loop;
    private final Runnable reached;
    private @Nullable Future<?> timer;
    private boolean set;
    private long due;
    private long timerDue;

    /** @param reached called on the loop when the limit is reached; the deadline is clear by then */
    public Deadline(EventExecutor loop, Runnable reached) {
        this.loop = loop;
        this.reached = reached;
    }

    /** Sets the limit anew, counted from now. */
    public void set(Duration limit) {
        set = true;
        due = System.nanoTime() + limit.toNanos();
        if (timer == null || timerDue - due > 0) {
            arm();
        }
    }

    /** Whether a limit is set. */
    public boolean isSet() {
        return set;
    }

    /** Takes the limit away. */
    public void clear() {
        set = false;
    }

    /** Takes the limit away for good, and the timer with it. */
    public void cancel() {
        set = false;
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }

    private void arm() {
        if (timer != null) {
            timer.cancel(false);
        }
        timerDue = due;
        timer = loop.schedule(this::goOff, Math.max(0, due - System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    private void goOff() {
        timer = null;
        if (!set) {
            return;
        }
        if (due - System.nanoTime() > 0) {
            arm();
            return;
        }
        set = false;
        reached.run();
    }
}
