package dev.hoop.proto.grpc.internal.h2;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Time as connections and calls know it: deadlines, idleness, care for silent peers. A test brings one of its own, in which
 * time passes when the test says so. Safe for use from any thread.
 */
public interface LoopClock {

    /** The machine's. */
    LoopClock SYSTEM = new LoopClock() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public Future<?> after(EventLoop loop, long nanos, Runnable task) {
            return loop.schedule(task, nanos, TimeUnit.NANOSECONDS);
        }
    };

    /** For differences, as {@link System#nanoTime()}. */
    long nanoTime();

    /** Runs a task on a loop once so much time has passed, unless it is cancelled before. */
    Future<?> after(EventLoop loop, long nanos, Runnable task);
}
