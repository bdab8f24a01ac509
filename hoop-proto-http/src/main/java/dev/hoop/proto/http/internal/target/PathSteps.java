package dev.hoop.proto.http.internal.target;

import java.util.Arrays;

/**
 * The single steps by which servers come from the path on the wire to the path they act on. Each gives back the very
 * array that it got where it changes nothing.
 */
final class PathSteps {

    private PathSteps() {}

    /** Slashes in a row are one. */
    static byte[] mergeSlashes(byte[] path) {
        byte[] out = new byte[path.length];
        int length = 0;
        for (byte b : path) {
            if (b != '/' || length == 0 || out[length - 1] != '/') {
                out[length++] = b;
            }
        }
        return cut(path, out, length);
    }

    /** A backslash separates segments. */
    static byte[] backslashes(byte[] path) {
        byte[] out = path;
        for (int i = 0; i < path.length; i++) {
            if (path[i] == '\\') {
                if (out == path) {
                    out = path.clone();
                }
                out[i] = '/';
            }
        }
        return out;
    }

    /** What follows a semicolon in a segment is no part of it (matrix parameters, session ids). */
    static byte[] dropParameters(byte[] path) {
        byte[] out = new byte[path.length];
        int length = 0;
        boolean inParameter = false;
        for (byte b : path) {
            inParameter = b == ';' || inParameter && b != '/';
            if (!inParameter) {
                out[length++] = b;
            }
        }
        return cut(path, out, length);
    }

    /** What follows a question mark or hash that decoding brought up is taken for a query or fragment. */
    static byte[] dropLateQuery(byte[] path) {
        for (int i = 0; i < path.length; i++) {
            if (path[i] == '?' || path[i] == '#') {
                return Arrays.copyOf(path, i);
            }
        }
        return path;
    }

    /** Two slashes at the start introduce an authority (RFC 3986 section 4.2), which is no part of the path. */
    static byte[] dropAuthority(byte[] path) {
        if (path.length < 2 || path[0] != '/' || path[1] != '/') {
            return path;
        }
        for (int i = 2; i < path.length; i++) {
            if (path[i] == '/') {
                return Arrays.copyOfRange(path, i, path.length);
            }
        }
        return new byte[] {'/'};
    }

    /**
     * Percent-decoding, once.
     *
     * @param slashesToo whether an encoded slash becomes a slash; servers that keep it mean it literally
     * @return the path itself where an encoding is broken
     */
    static byte[] decode(byte[] path, boolean slashesToo) {
        byte[] out = new byte[path.length];
        int length = 0;
        for (int i = 0; i < path.length; i++) {
            if (path[i] != '%') {
                out[length++] = path[i];
                continue;
            }
            int octet = Octets.encoded(path, i, path.length);
            if (octet < 0) {
                return path;
            }
            if (octet == '/' && !slashesToo) {
                out[length++] = '%';
            } else {
                out[length++] = (byte) octet;
                i += 2;
            }
        }
        return cut(path, out, length);
    }

    /**
     * Dot segments resolved (RFC 3986 section 5.2.4), the dots plain or percent-encoded; above the root is the root. All
     * else stays byte for byte.
     */
    static byte[] resolveDots(byte[] path) {
        byte[] out = new byte[path.length + 1];
        int length = 0;
        int at = 0;
        while (at < path.length) {
            int end = at + 1;
            while (end < path.length && path[end] != '/') {
                end++;
            }
            int dots = path[at] == '/' ? dots(path, at + 1, end) : 0;
            if (dots == 0) {
                System.arraycopy(path, at, out, length, end - at);
                length += end - at;
            } else {
                if (dots == 2) {
                    length = lastSegment(out, length);
                }
                if (end == path.length) {
                    out[length++] = '/';
                }
            }
            at = end;
        }
        return cut(path, out, length);
    }

    /** How many dots a segment consists of: 1 or 2, or 0 where it is no dot segment. */
    private static int dots(byte[] path, int from, int to) {
        int count = 0;
        int at = from;
        while (at < to) {
            if (path[at] == '.') {
                at++;
            } else if (Octets.encoded(path, at, to) == '.') {
                at += 3;
            } else {
                return 0;
            }
            count++;
        }
        return count <= 2 ? count : 0;
    }

    private static int lastSegment(byte[] out, int length) {
        int at = length - 1;
        while (at > 0 && out[at] != '/') {
            at--;
        }
        return Math.max(at, 0);
    }

    private static byte[] cut(byte[] path, byte[] out, int length) {
        if (length == path.length && Arrays.equals(path, 0, length, out, 0, length)) {
            return path;
        }
        return Arrays.copyOf(out, length);
    }
}
