package dev.hoop.proto.http.internal.codec;

/** Classes of octets (RFC 9110 section 5.6.2, RFC 9112 section 5). */
final class Octets {

    private static final boolean[] TOKEN = new boolean[256];
    private static final boolean[] VALUE = new boolean[256];

    static {
        for (int c = 0; c < 256; c++) {
            boolean letterOrDigit = c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z';
            TOKEN[c] = letterOrDigit || c < 128 && "!#$%&'*+-.^_`|~".indexOf(c) >= 0;
            VALUE[c] = c >= 0x20 && c != 0x7f || c == '\t';
        }
    }

    private Octets() {}

    /** Whether an octet may stand in a token. */
    static boolean token(byte b) {
        return TOKEN[b & 0xff];
    }

    /** Whether an octet may stand in a field's value: visible, blank, or beyond ASCII. */
    static boolean value(byte b) {
        return VALUE[b & 0xff];
    }
}
