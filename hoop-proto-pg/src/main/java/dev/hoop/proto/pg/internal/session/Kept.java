package dev.hoop.proto.pg.internal.session;

/**
 * What one session keeps of its statements. A little is free; beyond that the listener's memory is asked, in steps, so that
 * sessions do not meet there with every statement. Confined to its loop.
 */
final class Kept {

    /** Of every session, and the step. Enough for what most sessions ever keep. */
    static final long STEP = 64 * 1024;

    private final StatementMemory memory;
    private long used;
    private long granted = STEP;
    private long waiting;

    Kept(StatementMemory memory) {
        this.memory = memory;
    }

    /** Whether so many more may be kept; if so they count. */
    boolean add(long bytes) {
        long wanted = used + bytes;
        if (wanted > granted) {
            long more = steps(wanted - granted);
            if (!memory.reserve(more)) {
                return false;
            }
            granted += more;
        }
        used = wanted;
        return true;
    }

    /** Counts what is kept whether it may be or not. */
    void take(long bytes) {
        used += bytes;
        if (used > granted) {
            long more = steps(used - granted);
            memory.take(more);
            granted += more;
        }
    }

    void remove(long bytes) {
        used -= bytes;
        long spare = granted - Math.max(STEP, used);
        if (spare >= 2 * STEP) {
            long back = spare - spare % STEP;
            memory.release(back);
            granted -= back;
        }
    }

    /**
     * Messages of so many bytes wait, or have come in part.
     *
     * @return whether they may
     */
    boolean waiting(long bytes) {
        long more = bytes - waiting;
        if (more > 0) {
            if (!add(more)) {
                return false;
            }
        } else if (more < 0) {
            remove(-more);
        }
        waiting = bytes;
        return true;
    }

    /** They wait whether they may or not. */
    void mustWait(long bytes) {
        take(bytes - waiting);
        waiting = bytes;
    }

    /** The session is over. */
    void close() {
        memory.release(granted - STEP);
        granted = STEP;
        used = 0;
        waiting = 0;
    }

    private static long steps(long bytes) {
        return (bytes + STEP - 1) / STEP * STEP;
    }
}
