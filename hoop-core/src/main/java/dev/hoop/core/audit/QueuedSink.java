package dev.hoop.core.audit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A destination that may stall, such as a pipe: one thread writes to it, behind a queue that is bounded in records. What
 * finds the queue full fails at once.
 */
final class QueuedSink implements AuditSink {

    private static final Logger LOG = LoggerFactory.getLogger(QueuedSink.class);

    private static final long CLOSE_MILLIS = 3_000;

    private static final String CLOSED = "the audit trail is closed";

    /** Opens the destination, on the writer thread: opening a named pipe waits for its reader. Closed with the sink. */
    interface Opener {
        WritableByteChannel open() throws IOException;
    }

    private record Work(ByteBuffer lines, int records, Receipt receipt) {}

    private static final Receipt NO_RECEIPT = new Receipt() {
        @Override
        public void written() {}

        @Override
        public void failed(IOException why) {}
    };

    /** Ends the writer once everything before it was written. */
    private static final Work END = new Work(ByteBuffer.allocate(0), 0, NO_RECEIPT);

    private final Opener opener;
    private final int capacity;
    private final LinkedBlockingQueue<Work> queue = new LinkedBlockingQueue<>();
    private final AtomicInteger queuedRecords = new AtomicInteger();
    private final Thread writer;
    private volatile boolean closed;

    QueuedSink(Opener opener, int capacity) {
        this.opener = opener;
        this.capacity = capacity;
        this.writer = new Thread(this::run, "hoop-audit-writer");
        writer.setDaemon(true);
        writer.start();
    }

    @Override
    public void write(ByteBuffer lines, int records, Receipt receipt) {
        if (closed) {
            receipt.failed(new IOException(CLOSED));
            return;
        }
        // One hand-over may be larger than the queue; it then needs the queue to itself.
        int before = queuedRecords.getAndAdd(records);
        if (before > 0 && before + records > capacity) {
            queuedRecords.addAndGet(-records);
            receipt.failed(new IOException("the reader of the audit trail is stalled: " + before + " records wait"));
            return;
        }
        queue.add(new Work(lines, records, receipt));
    }

    private void run() {
        Optional<LineChannel> channel = Optional.empty();
        try {
            for (Work work = queue.take(); work != END; work = queue.take()) {
                channel = write(work, channel);
            }
        } catch (InterruptedException e) {
            closed = true;
            Thread.currentThread().interrupt();
        }
        for (Work late = queue.poll(); late != null; late = queue.poll()) {
            late.receipt().failed(new IOException(CLOSED));
        }
        channel.ifPresent(QueuedSink::close);
    }

    private static void close(LineChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.error("event=audit.close_failed error=\"{}\"", e.getMessage());
        }
    }

    /** Opens on the first write, and again after the channel was closed under it. */
    private Optional<LineChannel> write(Work work, Optional<LineChannel> channel) {
        Optional<LineChannel> open = channel;
        Optional<IOException> failure = Optional.empty();
        try {
            if (open.isEmpty() || !open.get().isOpen()) {
                open = Optional.of(new LineChannel(opener.open(), false));
            }
            open.get().write(work.lines());
        } catch (IOException e) {
            failure = Optional.of(e);
        }
        queuedRecords.addAndGet(-work.records());
        if (failure.isPresent()) {
            work.receipt().failed(failure.get());
        } else {
            work.receipt().written();
        }
        return open;
    }

    /** A reader that stays stalled does not keep the process: its thread is a daemon. */
    @Override
    public void close() {
        closed = true;
        queue.add(END);
        try {
            writer.join(CLOSE_MILLIS);
            if (writer.isAlive()) {
                LOG.error("event=audit.close_failed waiting_records={}", queuedRecords.get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
