package dev.hoop.core.audit;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Growing bytes with JSON text written straight into them as UTF-8: no intermediate strings, no reflection.
 *
 * <p>Beyond what RFC 8259 section 7 demands, DEL, the C1 controls and the line separators U+2028 and U+2029 are escaped:
 * a reader that splits on any of them, or a terminal that obeys them, still sees one harmless line. A surrogate without
 * its partner has no UTF-8 form and becomes U+FFFD.
 */
final class JsonBuffer {

    /** The longest form of one character: a six-byte escape. */
    private static final int MAX_PER_CHAR = 6;

    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);

    private static final char LINE_SEPARATOR = 0x2028;
    private static final char PARAGRAPH_SEPARATOR = 0x2029;
    private static final char REPLACEMENT = 0xfffd;

    private byte[] bytes;
    private int length;

    JsonBuffer(int capacity) {
        bytes = new byte[Math.max(capacity, 64)];
    }

    int length() {
        return length;
    }

    int capacity() {
        return bytes.length;
    }

    /** Forgets what was written after the given length. */
    void truncate(int newLength) {
        length = newLength;
    }

    /** A view of what was written; valid until the next write. */
    ByteBuffer view() {
        return ByteBuffer.wrap(bytes, 0, length);
    }

    /** A copy of what was written. */
    byte[] copy() {
        return copyFrom(0);
    }

    /** A copy of what was written after the given length. */
    byte[] copyFrom(int start) {
        return Arrays.copyOfRange(bytes, start, length);
    }

    void raw(byte[] json) {
        reserve(json.length);
        System.arraycopy(json, 0, bytes, length, json.length);
        length += json.length;
    }

    void raw(char ascii) {
        reserve(1);
        bytes[length++] = (byte) ascii;
    }

    void bool(boolean value) {
        raw(value ? TRUE : FALSE);
    }

    void number(long value) {
        reserve(20);
        if (value < 0) {
            // The negation of the least long overflows; it is the one that takes the slow way.
            if (value == Long.MIN_VALUE) {
                raw(Long.toString(value).getBytes(StandardCharsets.US_ASCII));
                return;
            }
            bytes[length++] = '-';
            value = -value;
        }
        int digits = 1;
        for (long rest = value / 10; rest > 0; rest /= 10) {
            digits++;
        }
        digits(value, digits);
    }

    /** Writes the lowest decimal digits, with leading zeros. */
    void digits(long value, int count) {
        reserve(count);
        for (int at = length + count - 1; at >= length; at--) {
            bytes[at] = (byte) ('0' + value % 10);
            value /= 10;
        }
        length += count;
    }

    /**
     * Writes a quoted string of at most so many UTF-8 bytes, escapes not counted, cut between two characters.
     *
     * @return whether something was cut off
     */
    boolean string(String text, int maxBytes) {
        raw('"');
        int budget = maxBytes;
        int size = text.length();
        int at = 0;
        while (true) {
            int plain = plain(text, at, Math.min(size - at, budget));
            at += plain;
            budget -= plain;
            if (at == size) {
                break;
            }
            int width = widthAt(text, at);
            budget -= width;
            if (budget < 0) {
                break;
            }
            at += special(text, at, width);
        }
        raw('"');
        return at < size;
    }

    /** Copies what needs no escape and is one byte each, the bulk of every text; returns how many. */
    private int plain(String text, int from, int most) {
        reserve(most);
        byte[] out = bytes;
        int shift = length - from;
        int end = from + most;
        int at = from;
        for (; at < end; at++) {
            char c = text.charAt(at);
            if (c < ' ' || c >= 0x7f || c == '"' || c == '\\') {
                break;
            }
            out[shift + at] = (byte) c;
        }
        length += at - from;
        return at - from;
    }

    /** Writes one character of the given width; returns how many of the text's chars it takes. */
    private int special(String text, int at, int width) {
        reserve(MAX_PER_CHAR);
        char c = text.charAt(at);
        switch (width) {
            case 1 -> escapeAscii(c);
            case 2 -> twoBytes(c);
            case 3 -> threeBytes(c);
            default -> fourBytes(Character.toCodePoint(c, text.charAt(at + 1)));
        }
        return width == 4 ? 2 : 1;
    }

    /** How many UTF-8 bytes the character at this place takes, unescaped. */
    private static int widthAt(String text, int at) {
        char c = text.charAt(at);
        if (c < 0x80) {
            return 1;
        }
        if (c < 0x800) {
            return 2;
        }
        boolean pair =
                Character.isHighSurrogate(c) && at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1));
        return pair ? 4 : 3;
    }

    private void escapeAscii(char c) {
        switch (c) {
            case '"', '\\' -> shortEscape(c);
            case '\n' -> shortEscape('n');
            case '\r' -> shortEscape('r');
            case '\t' -> shortEscape('t');
            default -> longEscape(c);
        }
    }

    private void shortEscape(char c) {
        bytes[length++] = '\\';
        bytes[length++] = (byte) c;
    }

    private void longEscape(char c) {
        bytes[length++] = '\\';
        bytes[length++] = 'u';
        for (int shift = 12; shift >= 0; shift -= 4) {
            bytes[length++] = HEX[c >> shift & 0xf];
        }
    }

    private void twoBytes(char c) {
        if (c < 0xa0) {
            longEscape(c);
            return;
        }
        bytes[length++] = (byte) (0xc0 | c >> 6);
        bytes[length++] = (byte) (0x80 | c & 0x3f);
    }

    private void threeBytes(char c) {
        if (c == LINE_SEPARATOR || c == PARAGRAPH_SEPARATOR) {
            longEscape(c);
            return;
        }
        char writable = Character.isSurrogate(c) ? REPLACEMENT : c;
        bytes[length++] = (byte) (0xe0 | writable >> 12);
        bytes[length++] = (byte) (0x80 | writable >> 6 & 0x3f);
        bytes[length++] = (byte) (0x80 | writable & 0x3f);
    }

    private void fourBytes(int codePoint) {
        bytes[length++] = (byte) (0xf0 | codePoint >> 18);
        bytes[length++] = (byte) (0x80 | codePoint >> 12 & 0x3f);
        bytes[length++] = (byte) (0x80 | codePoint >> 6 & 0x3f);
        bytes[length++] = (byte) (0x80 | codePoint & 0x3f);
    }

    private void reserve(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
