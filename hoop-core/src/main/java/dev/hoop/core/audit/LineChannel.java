package dev.hoop.core.audit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.concurrent.locks.LockSupport;

/**
 * Writes whole lines to a channel that may take them in parts. Where a write failed in the middle of a line, the next one
 * starts with a line feed, so that one line is lost and not two. Confined to one thread at a time.
 */
final class LineChannel implements AutoCloseable {

    private static final long PAUSE_NANOS = 1_000_000;

    private final WritableByteChannel channel;
    private final ByteBuffer lineFeed = ByteBuffer.wrap(new byte[] {'\n'});
    private boolean midLine;

    /** @param midLine whether what was written there before ends in the middle of a line */
    LineChannel(WritableByteChannel channel, boolean midLine) {
        this.channel = channel;
        this.midLine = midLine;
    }

    boolean isMidLine() {
        return midLine;
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    /** Writes all of it, waiting for a channel that takes nothing for now. */
    void write(ByteBuffer lines) throws IOException {
        if (midLine) {
            lineFeed.clear();
            writeFully(lineFeed);
            midLine = false;
        }
        try {
            writeFully(lines);
        } finally {
            int end = lines.position();
            midLine = end > 0 && lines.get(end - 1) != '\n';
        }
    }

    private void writeFully(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            if (channel.write(bytes) == 0) {
                // Standard output in non-blocking mode, as another process that shares it may have set it.
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
