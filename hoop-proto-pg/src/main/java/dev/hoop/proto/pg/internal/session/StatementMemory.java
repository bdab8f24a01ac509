package dev.hoop.proto.pg.internal.session;

import java.util.concurrent.atomic.AtomicLong;

/** How many bytes all sessions of a listener keep of one kind. Safe for many threads. */
final class StatementMemory {

    /** Unless it is configured, that part of the process's heap. */
    private static final int SHARE = 4;

    private final long limit;
    private final AtomicLong used = new AtomicLong();

    /**
     * What all sessions of a listener may keep of their statements.
     *
     * @param messages those that have come in part, or wait
     * @param names what prepared statements and portals stand for
     */
    record Shared(StatementMemory messages, StatementMemory names) {

        /** @param limit of both together, half each, so that no names keep messages from being read */
        static Shared of(long limit) {
            return new Shared(new StatementMemory(limit / 2), new StatementMemory(limit - limit / 2));
        }
    }

    StatementMemory(long limit) {
        this.limit = limit;
    }

    static long share() {
        return Runtime.getRuntime().maxMemory() / SHARE;
    }

    /** Whether so many more may be kept; if so they count. */
    boolean reserve(long bytes) {
        if (used.addAndGet(bytes) <= limit) {
            return true;
        }
        used.addAndGet(-bytes);
        return false;
    }

    /** Counts what is kept whether it may be or not. */
    void take(long bytes) {
        used.addAndGet(bytes);
    }

    void release(long bytes) {
        used.addAndGet(-bytes);
    }

    long used() {
        return used.get();
    }
}
