package dev.hoop.mcp.stdio;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads lines, bounded. */
final class MessageReader {

    /** The longest line, in bytes. */
    static final int MOST = 64 * 1024;

    private final InputStream in;

    MessageReader(InputStream in) {
        this.in = new BufferedInputStream(in);
    }

    /**
     * A line.
     *
     * @param isEnd whether there was none left
     * @param isTooLong whether it was longer than {@link #MOST}; its text is then gone
     */
    record Line(String text, boolean isEnd, boolean isTooLong) {}

    Line next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        long length = 0;
        int octet = in.read();
        boolean end = octet < 0;
        while (octet >= 0 && octet != '\n') {
            length++;
            if (length <= MOST) {
                line.write(octet);
            }
            octet = in.read();
        }
        return new Line(line.toString(StandardCharsets.UTF_8), end, length > MOST);
    }
}
