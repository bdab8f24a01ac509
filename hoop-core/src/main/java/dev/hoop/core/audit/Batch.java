package dev.hoop.core.audit;

import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The records of one hand-over and those who wait for them. Filled, delivered and reused on its loop's thread; between
 * the hand-over and the receipt the bytes are the sink's.
 */
final class Batch implements AuditSink.Receipt, Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(Batch.class);

    private static final int INITIAL_BYTES = 4096;

    /** A batch that grew beyond this in a burst is not kept. */
    private static final int MAX_KEPT_BYTES = 256 * 1024;

    private enum State {
        OPEN,
        WRITTEN,
        FAILED
    }

    final JsonBuffer json = new JsonBuffer(INITIAL_BYTES);
    private final LoopBuffer owner;
    private final List<Completion> waiting = new ArrayList<>();
    private int records;
    private long reportedLost;
    private boolean delivered;
    private @Nullable Future<?> limit;

    /** Set by whichever thread the sink tells, read on the loop's thread. */
    private volatile State state = State.OPEN;

    Batch(LoopBuffer owner) {
        this.owner = owner;
    }

    /** The events in it; a gap's own line is not one. */
    int records() {
        return records;
    }

    boolean isEmpty() {
        return json.length() == 0;
    }

    int lines() {
        return reportedLost > 0 ? records + 1 : records;
    }

    /** How many losses it tells of, which are untold again when it is lost itself. */
    long reportedLost() {
        return reportedLost;
    }

    void added() {
        records++;
    }

    void reports(long lost) {
        reportedLost = lost;
    }

    void await(Completion completion) {
        waiting.add(completion);
    }

    boolean isAwaited() {
        return !waiting.isEmpty();
    }

    /** Keeps the timer that ends the wait for a slow sink. */
    void limitedBy(Future<?> timer) {
        limit = timer;
    }

    void handTo(AuditSink sink) {
        try {
            sink.write(json.view(), lines(), this);
        } catch (RuntimeException e) {
            failed(new IOException("the audit sink failed: " + e.getClass().getName()));
        }
    }

    @Override
    public void written() {
        end(State.WRITTEN, null);
    }

    @Override
    public void failed(IOException why) {
        end(State.FAILED, why);
    }

    private void end(State how, @Nullable IOException why) {
        if (state != State.OPEN) {
            return;
        }
        state = how;
        owner.ended(this, why);
    }

    /** Tells those who wait, once: when the batch is over, or when its time is and the sink still has it. */
    void deliver() {
        if (limit != null) {
            limit.cancel(false);
            limit = null;
        }
        if (delivered) {
            return;
        }
        delivered = true;
        boolean written = state == State.WRITTEN;
        for (Completion completion : waiting) {
            tell(completion, written);
        }
        waiting.clear();
    }

    private static void tell(Completion completion, boolean written) {
        try {
            if (written) {
                completion.recorded();
            } else {
                completion.unrecorded();
            }
        } catch (RuntimeException e) {
            // One session's defect must not leave the others of this batch without an answer.
            LOG.error("event=audit.completion_failed error={}", e.getClass().getName());
        }
    }

    @Override
    public void run() {
        owner.finish(this);
    }

    /** Makes it fit for reuse; false when it is better forgotten. */
    boolean reset() {
        if (json.capacity() > MAX_KEPT_BYTES) {
            return false;
        }
        json.truncate(0);
        records = 0;
        reportedLost = 0;
        delivered = false;
        state = State.OPEN;
        return true;
    }
}
