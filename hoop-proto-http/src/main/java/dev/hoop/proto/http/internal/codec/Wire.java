package dev.hoop.proto.http.internal.codec;

import dev.hoop.proto.http.internal.message.Framing;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** The fixed pieces of heads, as octets. */
final class Wire {

    static final int CRLF = '\r' << 8 | '\n';

    static final byte[] VERSION_LINE_END = ascii(" HTTP/1.1\r\n");
    static final byte[] STATUS_LINE_START = ascii("HTTP/1.1 ");
    static final byte[] CONNECTION_CLOSE = ascii("Connection: close\r\n");
    static final byte[] CONNECTION_KEEP_ALIVE = ascii("Connection: keep-alive\r\n");
    static final byte[] CONNECTION_UPGRADE = ascii("Connection: Upgrade\r\n");

    private static final byte[] CHUNKED = ascii("Transfer-Encoding: chunked\r\n");
    private static final byte[] CONTENT_LENGTH = ascii("Content-Length: ");

    private Wire() {}

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Appends the field that states a framing, if any does. */
    static void framing(Framing framing, ByteBuf out) {
        if (framing instanceof Framing.Length length) {
            out.writeBytes(CONTENT_LENGTH);
            decimal(length.bytes(), out);
            out.writeShort(CRLF);
        } else if (framing instanceof Framing.Chunked) {
            out.writeBytes(CHUNKED);
        }
    }

    /** Appends a number that is not negative. */
    static void decimal(long number, ByteBuf out) {
        if (number >= 10) {
            decimal(number / 10, out);
        }
        out.writeByte((int) ('0' + number % 10));
    }

    /** Appends text of ISO 8859-1. */
    static void latin1(String text, ByteBuf out) {
        for (int i = 0; i < text.length(); i++) {
            out.writeByte(text.charAt(i));
        }
    }
}
