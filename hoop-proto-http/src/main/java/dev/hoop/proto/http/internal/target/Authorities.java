package dev.hoop.proto.http.internal.target;

/**
 * Hosts with an optional port, as {@code Host}, {@code :authority} and the absolute form have them (RFC 9110 section 7.2).
 * Narrower than RFC 3986 section 3.2 allows: letters, digits, {@code - . _ ~} or an address in brackets, since anything
 * else is read differently by different servers.
 */
public final class Authorities {

    private Authorities() {}

    /** Whether a range of octets names a host, and perhaps a port; never user information. */
    public static boolean valid(byte[] bytes, int from, int to) {
        int hostEnd = hostEnd(bytes, from, to);
        return hostEnd > from && validPort(bytes, hostEnd, to);
    }

    private static int hostEnd(byte[] bytes, int from, int to) {
        if (from < to && bytes[from] == '[') {
            for (int i = from + 1; i < to; i++) {
                if (bytes[i] == ']') {
                    return i > from + 2 ? i + 1 : -1;
                }
                if (Octets.hex(bytes[i]) < 0 && bytes[i] != ':' && bytes[i] != '.') {
                    return -1;
                }
            }
            return -1;
        }
        int at = from;
        while (at < to && isHostCharacter(bytes[at])) {
            at++;
        }
        return at;
    }

    private static boolean isHostCharacter(byte b) {
        return b >= 'a' && b <= 'z'
                || b >= 'A' && b <= 'Z'
                || b >= '0' && b <= '9'
                || b == '-'
                || b == '.'
                || b == '_'
                || b == '~';
    }

    private static boolean validPort(byte[] bytes, int from, int to) {
        return from == to || bytes[from] == ':' && port(bytes, from + 1, to) >= 0;
    }

    /** A port, 0 where there are no digits, or -1 where it is none. */
    private static int port(byte[] bytes, int from, int to) {
        if (to - from > 5) {
            return -1;
        }
        int port = 0;
        for (int i = from; i < to; i++) {
            if (bytes[i] < '0' || bytes[i] > '9') {
                return -1;
            }
            port = port * 10 + bytes[i] - '0';
        }
        return port > 65_535 ? -1 : port;
    }

    /**
     * Whether two valid authorities name the same host and port.
     *
     * @param defaultPort the port that none stands for
     */
    public static boolean same(
            byte[] one, int oneFrom, int oneTo, byte[] other, int otherFrom, int otherTo, int defaultPort) {
        int oneHost = hostEnd(one, oneFrom, oneTo);
        int otherHost = hostEnd(other, otherFrom, otherTo);
        if (oneHost - oneFrom != otherHost - otherFrom
                || portOr(one, oneHost, oneTo, defaultPort) != portOr(other, otherHost, otherTo, defaultPort)) {
            return false;
        }
        for (int i = 0; i < oneHost - oneFrom; i++) {
            if (lower(one[oneFrom + i]) != lower(other[otherFrom + i])) {
                return false;
            }
        }
        return true;
    }

    private static int portOr(byte[] bytes, int hostEnd, int to, int defaultPort) {
        return to - hostEnd <= 1 ? defaultPort : port(bytes, hostEnd + 1, to);
    }

    private static int lower(byte b) {
        return b >= 'A' && b <= 'Z' ? b + 32 : b;
    }
}
