package dev.hoop.testbase;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.HexFormat;

/** Bytes as people read them: offset, sixteen bytes in hexadecimal, the same in ASCII. */
public final class HexDump {

    private static final int WIDTH = 16;
    private static final HexFormat HEX = HexFormat.of();

    private HexDump() {}

    /** One line for each sixteen bytes, without a line end after the last; {@code (no bytes)} for none. */
    public static String of(byte[] bytes) {
        if (bytes.length == 0) {
            return "(no bytes)";
        }
        StringBuilder dump = new StringBuilder(bytes.length * 5);
        for (int start = 0; start < bytes.length; start += WIDTH) {
            if (start > 0) {
                dump.append('\n');
            }
            line(dump, bytes, start);
        }
        return dump.toString();
    }

    /** The readable bytes of a buffer, which stays as it is. */
    public static String of(ByteBuf buffer) {
        return of(ByteBufUtil.getBytes(buffer));
    }

    private static void line(StringBuilder dump, byte[] bytes, int start) {
        dump.append(HEX.toHexDigits(start)).append("  ");
        int end = Math.min(start + WIDTH, bytes.length);
        for (int i = start; i < start + WIDTH; i++) {
            dump.append(i < end ? HEX.toHexDigits(bytes[i]) : "  ").append(i - start == WIDTH / 2 - 1 ? "  " : " ");
        }
        dump.append(' ');
        for (int i = start; i < end; i++) {
            dump.append(bytes[i] >= 0x20 && bytes[i] < 0x7f ? (char) bytes[i] : '.');
        }
    }
}
