package dev.hoop.core.audit;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Where encoded records go. Called from several event loops at once: it must not block, and keeps the lines of one call
 * together.
 */
public interface AuditSink extends AutoCloseable {

    /**
     * Takes whole lines, each ending in a line feed.
     *
     * @param lines the bytes from position to limit. They stay as they are until the receipt was told; the buffer's
     *     position may be moved
     * @param records how many lines that are
     * @param receipt told once, on any thread: before this returns where the lines can be written at once, later where
     *     somebody else writes them
     */
    void write(ByteBuffer lines, int records, Receipt receipt);

    /** Hands over what was taken, waiting a few seconds at most, and frees the sink. Later writes fail. */
    @Override
    void close();

    /** Is told what became of one write. */
    interface Receipt {

        /** Every line was handed to the operating system, or is safe in another way that this sink promises. */
        void written();

        /** Not every line was. */
        void failed(IOException why);
    }
}
