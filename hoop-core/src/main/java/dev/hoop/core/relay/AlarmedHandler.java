package dev.hoop.core.relay;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoRegistration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Lets a loop's handler wait without a time limit, and wakes it when a scheduled task is due.
 *
 * <p>Netty gives every wait on an io_uring a timeout, an operation of its own that is submitted, armed, ended by the next
 * completion and reaped, although nearly none ever fires. Here one alarm for the nearest task serves all waits until then.
 * Confined to its loop's thread, but for the alarm.
 */
final class AlarmedHandler implements IoHandler {

    private final IoHandler handler;
    private final ScheduledExecutorService alarms;
    private @Nullable Waiting waiting;

    /** The one alarm that is set. Set by the loop, taken away by the alarm when it goes off. */
    private volatile @Nullable Alarm next;

    /** Takes {@link #next} back; may be one that went off. */
    private @Nullable Future<?> set;

    /** @param alarms keeps no task that was cancelled; a task of it takes no time */
    AlarmedHandler(IoHandler handler, ScheduledExecutorService alarms) {
        this.handler = handler;
        this.alarms = alarms;
    }

    @Override
    public int run(IoHandlerContext context) {
        if (waiting == null) {
            waiting = new Waiting(context);
        }
        if (context.canBlock()) {
            setAlarm(context);
        }
        return handler.run(waiting);
    }

    private void setAlarm(IoHandlerContext context) {
        long deadline = context.deadlineNanos();
        Alarm before = next;
        // Nanosecond times may overflow: only their difference says which is earlier.
        if (before != null && before.deadline - deadline <= 0) {
            return;
        }
        if (set != null) {
            // Or there would be one more for a far task each time that a nearer one was due.
            set.cancel(false);
        }
        Alarm alarm = new Alarm(deadline);
        next = alarm;
        set = alarms.schedule(alarm, Math.max(0, context.delayNanos(System.nanoTime())), TimeUnit.NANOSECONDS);
    }

    /** Goes off on a thread of its own. */
    private final class Alarm implements Runnable {

        private final long deadline;

        Alarm(long deadline) {
            this.deadline = deadline;
        }

        @Override
        public void run() {
            // Before the loop wakes, so that it sets the next one. One that was taken back too late wakes it for
            // nothing.
            if (next == this) {
                next = null;
            }
            handler.wakeup();
        }
    }

    /** What the loop says of its tasks, but for when the next is due. */
    private record Waiting(IoHandlerContext context) implements IoHandlerContext {

        /** No time limit, as {@link IoHandlerContext#deadlineNanos} defines it. */
        private static final long NONE = -1;

        @Override
        public boolean canBlock() {
            return context.canBlock();
        }

        @Override
        public long delayNanos(long currentTimeNanos) {
            return context.delayNanos(currentTimeNanos);
        }

        @Override
        public long deadlineNanos() {
            return NONE;
        }

        @Override
        public void reportActiveIoTime(long activeNanos) {
            context.reportActiveIoTime(activeNanos);
        }

        @Override
        public boolean shouldReportActiveIoTime() {
            return context.shouldReportActiveIoTime();
        }
    }

    @Override
    public void initialize() {
        handler.initialize();
    }

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
        return handler.register(handle);
    }

    @Override
    public void wakeup() {
        handler.wakeup();
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> handleType) {
        return handler.isCompatible(handleType);
    }

    @Override
    public void prepareToDestroy() {
        handler.prepareToDestroy();
    }

    @Override
    public void destroy() {
        handler.destroy();
    }
}
