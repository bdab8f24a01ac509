package dev.hoop.testkit.http2;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Frames of HTTP/2 as bytes (RFC 9113 section 6), right ones and wrong ones. Header lists are literals without Huffman and
 * without the dynamic table, so that their bytes are the same on every connection.
 */
public final class Http2Frames {

    /** RFC 9113 section 3.4, without the SETTINGS frame that follows. */
    public static final byte[] PREFACE = bytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

    public static final int DATA = 0;
    public static final int HEADERS = 1;
    public static final int PRIORITY = 2;
    public static final int RST_STREAM = 3;
    public static final int SETTINGS = 4;
    public static final int PING = 6;
    public static final int GOAWAY = 7;
    public static final int WINDOW_UPDATE = 8;
    public static final int CONTINUATION = 9;

    public static final int ACK = 1;
    public static final int END_STREAM = 1;
    public static final int END_HEADERS = 4;

    /** Octets before a frame's payload (RFC 9113 section 4.1). */
    public static final int HEAD = 9;

    private Http2Frames() {}

    /** Any frame. */
    public static byte[] frame(int type, int flags, int stream, byte... payload) {
        return ByteBuffer.allocate(HEAD + payload.length)
                .put((byte) (payload.length >> 16))
                .putShort((short) payload.length)
                .put((byte) type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array();
    }

    /** The client's side of a connection's beginning: preface and empty SETTINGS. */
    public static byte[] beginning() {
        return join(PREFACE, frame(SETTINGS, 0, 0));
    }

    /** A whole header list in one frame. */
    public static byte[] headers(int stream, boolean last, byte[] block) {
        return frame(HEADERS, END_HEADERS | (last ? END_STREAM : 0), stream, block);
    }

    /** A part of a body. */
    public static byte[] data(int stream, boolean last, String text) {
        return frame(DATA, last ? END_STREAM : 0, stream, bytes(text));
    }

    /** A frame whose payload is one number: RST_STREAM, WINDOW_UPDATE. */
    public static byte[] number(int type, int stream, int value) {
        return frame(type, 0, stream, ByteBuffer.allocate(4).putInt(value).array());
    }

    /** The header list of a request, with further fields as names and values. */
    public static byte[] request(String method, String path, String... more) {
        return join(
                fields(":method", method, ":scheme", "http", ":authority", "api.example.com", ":path", path),
                fields(more));
    }

    /** A header list as it stands: names and values (RFC 7541 section 6.2.2). */
    public static byte[] fields(String... namesAndValues) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            block.write(0);
            string(namesAndValues[i], block);
            string(namesAndValues[i + 1], block);
        }
        return block.toByteArray();
    }

    /** RFC 7541 sections 5.1 and 5.2. */
    private static void string(String text, ByteArrayOutputStream to) {
        byte[] bytes = bytes(text);
        int rest = bytes.length;
        if (rest < 127) {
            to.write(rest);
        } else {
            to.write(127);
            for (rest -= 127; rest >= 128; rest >>= 7) {
                to.write(rest & 127 | 128);
            }
            to.write(rest);
        }
        to.writeBytes(bytes);
    }

    /** The length of the payload that a frame's head announces. */
    public static int length(byte[] head) {
        return (head[0] & 0xff) << 16 | (head[1] & 0xff) << 8 | head[2] & 0xff;
    }

    /** The stream that a frame's head names. */
    public static int stream(byte[] head) {
        return ByteBuffer.wrap(head).getInt(5);
    }

    public static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
