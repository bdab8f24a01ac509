package dev.hoop.core.audit;

import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The records of one event loop on their way to the sink. Confined to the thread that made it.
 *
 * <p>Where statements wait for their records, the buffer is handed over by a task of the same loop: it runs when the loop
 * has read everything that was ready, so that one write serves all the statements of one iteration. Where nothing waits,
 * a short tick does.
 */
final class LoopBuffer implements Runnable {

    /** A buffer that is this full is handed over at once. */
    private static final int FULL_BYTES = 64 * 1024;

    /** How long records that nobody waits for stay in memory, in milliseconds. */
    private static final int TICK_MILLIS = 25;

    /** How long a statement waits for a sink that does not come back, in milliseconds. */
    private static final int LIMIT_MILLIS = 5_000;

    static final String NOT_ENCODED = "a record could not be encoded";

    private final AuditTrail trail;
    private final EventWriter writer;
    private final Thread thread = Thread.currentThread();
    private EventExecutor loop;
    private Batch filling = new Batch(this);
    private @Nullable Batch spare;
    private @Nullable Batch handingOver;
    private boolean overAtOnce;
    private boolean scheduled;

    LoopBuffer(AuditTrail trail, EventExecutor loop) {
        this.trail = trail;
        this.loop = loop;
        this.writer = trail.newWriter();
    }

    EventExecutor loop() {
        return loop;
    }

    /** One thread serves several loops in tests only; records of the former one must not wait for it. */
    void serve(EventExecutor now) {
        if (now != loop) {
            run();
            loop = now;
        }
    }

    void append(AuditEvent event, Completion completion) {
        boolean waits = completion != Completion.NONE && !trail.failOpen();
        if (!encode(event)) {
            trail.lost(1, 0, new IOException(NOT_ENCODED));
            if (trail.failOpen()) {
                completion.recorded();
            } else {
                completion.unrecorded();
            }
            return;
        }
        filling.added();
        if (waits) {
            filling.await(completion);
        }
        if (filling.records() >= trail.memoryBuffer() || filling.json.length() >= FULL_BYTES) {
            // Those who wait are told by a task of their own: not in the middle of another statement's judgement.
            handOver(false);
        }
        schedule();
        if (!waits) {
            completion.recorded();
        }
    }

    /** Writes how many records were lost, so that the trail is tried; told that it failed where another batch does so just now. */
    void tellLosses(Completion completion) {
        beginBatch();
        if (filling.isEmpty()) {
            completion.unrecorded();
            return;
        }
        filling.await(completion);
        schedule();
    }

    /** The first line of a batch says how many records were lost before it. */
    private void beginBatch() {
        if (filling.isEmpty()) {
            long lost = trail.takeUntold();
            if (lost > 0) {
                filling.reports(lost);
                writer.write(new AuditEvent.Gap(lost), filling.json);
            }
        }
    }

    private boolean encode(AuditEvent event) {
        beginBatch();
        JsonBuffer json = filling.json;
        int mark = json.length();
        try {
            writer.write(event, json);
            return true;
        } catch (RuntimeException e) {
            // A protocol's statement that cannot describe itself: its exception's text may repeat the statement.
            json.truncate(mark);
            return false;
        }
    }

    private void schedule() {
        if (scheduled || filling.isEmpty()) {
            return;
        }
        scheduled = true;
        try {
            if (filling.isAwaited() || !trail.failOpen()) {
                loop.execute(this);
            } else {
                loop.schedule(this, TICK_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (RejectedExecutionException e) {
            run();
        }
    }

    /** Hands over what there is; the scheduled task. */
    @Override
    public void run() {
        scheduled = false;
        if (!filling.isEmpty()) {
            handOver(true);
        }
    }

    private void handOver(boolean deliverAtOnce) {
        Batch batch = filling;
        filling = spare != null ? spare : new Batch(this);
        spare = null;
        handingOver = batch;
        overAtOnce = false;
        batch.handTo(trail.sink());
        handingOver = null;
        if (!overAtOnce) {
            if (batch.isAwaited()) {
                batch.limitedBy(loop.schedule(batch::deliver, LIMIT_MILLIS, TimeUnit.MILLISECONDS));
            }
        } else if (deliverAtOnce) {
            finish(batch);
        } else {
            later(batch);
        }
    }

    /** The sink is done with a batch; on any thread. */
    void ended(Batch batch, @Nullable IOException why) {
        if (why == null) {
            trail.written(batch.records());
        } else {
            trail.lost(batch.records(), batch.reportedLost(), why);
        }
        if (Thread.currentThread() == thread && handingOver == batch) {
            overAtOnce = true;
        } else {
            later(batch);
        }
    }

    private void later(Batch batch) {
        try {
            loop.execute(batch);
        } catch (RejectedExecutionException e) {
            // The loop ended, and with it every session whose statement could wait: nothing is forwarded any more.
            return;
        }
    }

    /** Tells those who wait for a batch, and keeps it for reuse. */
    void finish(Batch batch) {
        batch.deliver();
        if (batch.reset()) {
            spare = batch;
        }
    }
}
