package dev.hoop.proto.http.internal.target;

/** Reads hexadecimal digits and percent-encoding (RFC 3986 section 2.1). */
final class Octets {

    private Octets() {}

    /** The value of a hexadecimal digit, or -1. */
    static int hex(int c) {
        if (c >= '0' && c <= '9') {
            return c - '0';
        }
        int lower = c | 0x20;
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }

    /** The octet that {@code %XX} at an index stands for, or -1 where there is none. */
    static int encoded(byte[] bytes, int at, int to) {
        if (at + 2 >= to || bytes[at] != '%') {
            return -1;
        }
        int high = hex(bytes[at + 1]);
        int low = hex(bytes[at + 2]);
        return high < 0 || low < 0 ? -1 : high << 4 | low;
    }

    /**
     * Whether a UTF-8 sequence says in more bytes what fewer say (RFC 3629 section 3): lenient readers take {@code C0 AF}
     * for a slash.
     */
    static boolean hasOverlong(byte[] bytes) {
        for (int i = 0; i + 1 < bytes.length; i++) {
            int lead = bytes[i] & 0xff;
            int next = bytes[i + 1] & 0xff;
            boolean continued = (next & 0xc0) == 0x80;
            if (continued
                    && (lead == 0xc0
                            || lead == 0xc1
                            || lead == 0xe0 && next < 0xa0
                            || lead == 0xf0 && next < 0x90
                            || lead >= 0xf8)) {
                return true;
            }
        }
        return false;
    }

    /** Whether any octet is a control character. */
    static boolean hasControl(byte[] bytes) {
        for (byte b : bytes) {
            if (b >= 0 && b < 0x20 || b == 0x7f) {
                return true;
            }
        }
        return false;
    }
}
