package dev.hoop.core.audit;

import dev.hoop.core.spi.Fingerprints;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Records events. Safe for use from any number of event loops; see the package for threading and ordering. */
public final class AuditTrail implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AuditTrail.class);

    /** How long closing waits for one loop, in milliseconds. */
    private static final int CLOSE_MILLIS = 2_000;

    private final AuditOptions options;
    private final AuditSink sink;
    private final InstantSource clock;
    private final Optional<Function<byte[], String>> redactor;
    private final Set<LoopBuffer> buffers = ConcurrentHashMap.newKeySet();
    private final FastThreadLocal<@Nullable LoopBuffer> ofThread = new FastThreadLocal<>();
    private final AtomicLong untold = new AtomicLong();
    private final AtomicBoolean failing = new AtomicBoolean();
    private final LongAdder recorded = new LongAdder();
    private final LongAdder lost = new LongAdder();

    /**
     * @param sink closed with the trail
     * @param fingerprints marks for statements whose text is not recorded
     * @param clock tells the time of records
     */
    public AuditTrail(AuditOptions options, AuditSink sink, Fingerprints fingerprints, InstantSource clock) {
        this.options = options;
        this.sink = sink;
        this.clock = clock;
        // Latin-1 maps bytes to characters one to one, so that different payloads keep different marks.
        this.redactor = options.redactStatements()
                ? Optional.of(
                        payload -> fingerprints.of("statement\0" + new String(payload, StandardCharsets.ISO_8859_1)))
                : Optional.empty();
    }

    /**
     * Opens the configured trail.
     *
     * @throws IOException when the destination cannot be opened; the message says what to do
     */
    public static AuditTrail open(AuditDestination destination, AuditOptions options, Fingerprints fingerprints)
            throws IOException {
        return new AuditTrail(options, destination.open(options.memoryBuffer()), fingerprints, InstantSource.system());
    }

    /**
     * Records an event; on the given loop.
     *
     * @param completion told on the loop, before this returns or later
     */
    public void record(AuditEvent event, EventExecutor loop, Completion completion) {
        bufferOf(loop).append(event, completion);
    }

    private LoopBuffer bufferOf(EventExecutor loop) {
        LoopBuffer buffer = ofThread.get();
        if (buffer == null) {
            buffer = new LoopBuffer(this, loop);
            ofThread.set(buffer);
            buffers.add(buffer);
        }
        buffer.serve(loop);
        return buffer;
    }

    /** Records an event that nothing waits for; on the given loop. */
    public void record(AuditEvent event, EventExecutor loop) {
        record(event, loop, Completion.NONE);
    }

    /** Records an event that nothing waits for, from any thread; after what the same loop recorded before. */
    public void record(AuditEvent event) {
        LoopBuffer buffer = ofThread.getIfExists();
        if (buffer != null) {
            buffer.append(event, Completion.NONE);
            return;
        }
        JsonBuffer line = new JsonBuffer(512);
        try {
            newWriter().write(event, line);
        } catch (RuntimeException e) {
            lost(1, 0, new IOException(LoopBuffer.NOT_ENCODED));
            return;
        }
        sink.write(line.view(), 1, new AuditSink.Receipt() {
            @Override
            public void written() {
                AuditTrail.this.written(1);
            }

            @Override
            public void failed(IOException why) {
                lost(1, 0, why);
            }
        });
    }

    /**
     * Whether a statement that would be recorded now could run, as far as can be known before: at once where {@code
     * fail_open} lets it or the last write went well, and otherwise by writing how many records were lost.
     *
     * @param loop on which this is called and the answer is given; the answer is never a failure
     */
    public CompletionStage<Boolean> writable(EventExecutor loop) {
        if (options.failOpen() || !failing.get()) {
            return CompletableFuture.completedStage(true);
        }
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        bufferOf(loop).tellLosses(new Completion() {
            @Override
            public void recorded() {
                answer.complete(true);
            }

            @Override
            public void unrecorded() {
                answer.complete(false);
            }
        });
        return answer;
    }

    /** Counts since the start, for {@code /stats}. */
    public Counts counts() {
        return new Counts(recorded.sum(), lost.sum());
    }

    /**
     * Counts of records.
     *
     * @param recorded with the operating system
     * @param lost not written, at least in part
     */
    public record Counts(long recorded, long lost) {}

    /** Writes what still waits in memory, for a few seconds at most, and closes the sink. Not on an event loop. */
    @Override
    public void close() {
        for (LoopBuffer buffer : buffers) {
            flush(buffer);
        }
        sink.close();
    }

    private static void flush(LoopBuffer buffer) {
        EventExecutor loop = buffer.loop();
        try {
            loop.submit(buffer).awaitUninterruptibly(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            // The loop ends or ended: once its thread is gone, its buffer is this thread's to write.
            if (loop.terminationFuture().awaitUninterruptibly(CLOSE_MILLIS, TimeUnit.MILLISECONDS)) {
                buffer.run();
            }
        }
    }

    EventWriter newWriter() {
        return new EventWriter(clock, options.maxStatementBytes(), redactor);
    }

    AuditSink sink() {
        return sink;
    }

    boolean failOpen() {
        return options.failOpen();
    }

    int memoryBuffer() {
        return options.memoryBuffer();
    }

    /** How many losses no record has told of yet; the caller's record does. */
    long takeUntold() {
        return untold.get() == 0 ? 0 : untold.getAndSet(0);
    }

    void written(int records) {
        recorded.add(records);
        if (failing.get() && failing.compareAndSet(true, false)) {
            LOG.warn("event=audit.recovered lost_total={}", lost.sum());
        }
    }

    /**
     * @param records events that were lost now
     * @param untoldAgain losses that one of them was to tell of
     */
    void lost(int records, long untoldAgain, IOException why) {
        lost.add(records);
        untold.addAndGet(records + untoldAgain);
        if (failing.compareAndSet(false, true)) {
            LOG.error(
                    "event=audit.failed fail_open={} error=\"{}\" consequence=\"{}\"",
                    options.failOpen(),
                    why.getMessage(),
                    options.failOpen() ? "records are lost" : "statements are refused");
        }
    }
}
