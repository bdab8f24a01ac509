package dev.hoop.proto.http.internal.codec;

import dev.hoop.proto.http.internal.BadMessage;
import io.netty.buffer.ByteBuf;

/**
 * Finds the empty line that ends a head or trailers, looking at each byte once however the bytes arrive. Positions are
 * relative to the buffer's reader index, which must not move before the end is found.
 */
final class LineScanner {

    static final String BARE_LF = "a line ends with LF alone; end it with CRLF";

    private final int badStatus;
    private int lineStart;
    private int seen;
    private int lines;

    /** @param badStatus the status of refusals */
    LineScanner(int badStatus) {
        this.badStatus = badStatus;
    }

    /** Starts over, for the next section. */
    void reset() {
        lineStart = 0;
        seen = 0;
        lines = 0;
    }

    /** How many whole lines were seen. */
    int lines() {
        return lines;
    }

    /**
     * Looks on.
     *
     * @return the length of the section, its empty line included; -1 where that has not arrived
     * @throws BadMessage when a line does not end with CRLF (RFC 9112 section 2.2)
     */
    int scan(ByteBuf in) throws BadMessage {
        int base = in.readerIndex();
        int end = in.writerIndex();
        while (true) {
            int lf = in.indexOf(base + seen, end, (byte) '\n');
            if (lf < 0) {
                seen = end - base;
                return -1;
            }
            int at = lf - base;
            if (at == lineStart || in.getByte(lf - 1) != '\r') {
                throw new BadMessage(badStatus, BARE_LF);
            }
            seen = at + 1;
            if (at == lineStart + 1) {
                return seen;
            }
            lineStart = seen;
            lines++;
        }
    }
}
