package dev.hoop.proto.http.internal.target;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A glob over paths: {@code *} stands for any characters within a segment, {@code **} for any at all, and
 * {@code /admin/**} matches {@code /admin} too. A slash at the end says nothing, neither in the pattern nor in the path.
 * Case-sensitive, as paths are. Immutable.
 *
 * <p>Takes time in proportion to the path: all places where the pattern may stand are followed at once, as bits.
 */
public final class PathPattern {

    private static final int STAR = 256;
    private static final int DOUBLE_STAR = 257;

    private final String source;
    private final byte[] prefix;
    private final Automaton rest;

    private PathPattern(String source, byte[] prefix, Automaton rest) {
        this.source = source;
        this.prefix = prefix;
        this.rest = rest;
    }

    /**
     * Reads a pattern. {@code *} alone stands for every path, as {@code /**} does.
     *
     * @throws IllegalArgumentException when it can never match; the message says what to write
     */
    public static PathPattern parse(String source) {
        if (source.equals("*") || source.equals("**")) {
            return parse("/**");
        }
        if (!source.startsWith("/") && !source.startsWith("**/")) {
            throw new IllegalArgumentException(
                    "a resource is a path: start '" + source + "' with '/', or with '**/' for any depth");
        }
        if (source.indexOf('?') >= 0 || source.indexOf('#') >= 0) {
            throw new IllegalArgumentException(
                    "a resource is matched against the path alone: leave out '?' and '#' and what follows in '" + source
                            + "'");
        }
        int[] tokens = tokens(source);
        int literals = 0;
        while (literals < tokens.length && tokens[literals] < STAR) {
            literals++;
        }
        // The slash before a double star may be missing in the path, so it is left to the automaton.
        if (literals < tokens.length && tokens[literals] == DOUBLE_STAR && literals > 0) {
            literals--;
        }
        byte[] prefix = new byte[literals];
        for (int i = 0; i < literals; i++) {
            prefix[i] = (byte) tokens[i];
        }
        return new PathPattern(source, prefix, new Automaton(Arrays.copyOfRange(tokens, literals, tokens.length)));
    }

    private static int[] tokens(String source) {
        byte[] bytes = source.getBytes(StandardCharsets.UTF_8);
        int[] tokens = new int[bytes.length];
        int count = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] != '*') {
                tokens[count++] = bytes[i] & 0xff;
                continue;
            }
            int run = i;
            while (run < bytes.length && bytes[run] == '*') {
                run++;
            }
            tokens[count++] = run - i > 1 ? DOUBLE_STAR : STAR;
            i = run - 1;
            // "/**/**" says no more than "/**".
            if (count >= 4 && depth(tokens, count) && depth(tokens, count - 2)) {
                count -= 2;
            }
        }
        if (count > 1 && tokens[count - 1] == '/') {
            count--;
        }
        return Arrays.copyOf(tokens, count);
    }

    private static boolean depth(int[] tokens, int count) {
        return tokens[count - 2] == '/' && tokens[count - 1] == DOUBLE_STAR;
    }

    /** Whether the path in a range of octets matches. */
    boolean matches(byte[] path, int from, int to) {
        int end = to - from > 1 && path[to - 1] == '/' ? to - 1 : to;
        int start = from + prefix.length;
        return end >= start
                && Arrays.equals(path, from, start, prefix, 0, prefix.length)
                && rest.matches(path, start, end);
    }

    /** Whether a path matches, its characters taken as UTF-8. */
    public boolean matches(String path) {
        byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
        return matches(bytes, 0, bytes.length);
    }

    /** As it was written. */
    @Override
    public String toString() {
        return source;
    }

    /** Place {@code i} is a bit: the tokens before {@code i} have matched. */
    private static final class Automaton {
        private final int tokens;
        private final int words;
        /** By octet and word: the places from which that octet leads one further. */
        private final long[] advance;
        /** By octet class (slash or not) and word: the places that stay where they are. */
        private final long[] stayOnSlash;

        private final long[] stayElsewhere;
        /** Stars, which may stand for nothing. */
        private final long[] empty;
        /** Slashes before a double star that may be missing together with it. */
        private final long[] skip;

        Automaton(int[] pattern) {
            tokens = pattern.length;
            words = tokens / 64 + 1;
            advance = new long[256 * words];
            stayOnSlash = new long[words];
            stayElsewhere = new long[words];
            empty = new long[words];
            skip = new long[words];
            for (int i = 0; i < tokens; i++) {
                int word = i >> 6;
                long bit = 1L << i;
                if (pattern[i] < STAR) {
                    advance[pattern[i] * words + word] |= bit;
                } else {
                    empty[word] |= bit;
                    stayElsewhere[word] |= bit;
                    if (pattern[i] == DOUBLE_STAR) {
                        stayOnSlash[word] |= bit;
                    }
                }
                boolean optional = pattern[i] == '/' && i + 1 < tokens && pattern[i + 1] == DOUBLE_STAR;
                if (optional && (i + 2 == tokens || pattern[i + 2] == '/')) {
                    skip[word] |= bit;
                }
            }
        }

        boolean matches(byte[] path, int from, int to) {
            long[] places = new long[words];
            long[] next = new long[words];
            places[0] = 1;
            spread(places);
            for (int i = from; i < to; i++) {
                int octet = path[i] & 0xff;
                long[] stay = octet == '/' ? stayOnSlash : stayElsewhere;
                long carry = 0;
                long any = 0;
                for (int w = 0; w < words; w++) {
                    long moving = places[w] & advance[octet * words + w];
                    next[w] = moving << 1 | carry | places[w] & stay[w];
                    carry = moving >>> 63;
                    any |= next[w];
                }
                if (any == 0) {
                    return false;
                }
                spread(next);
                long[] swap = places;
                places = next;
                next = swap;
            }
            return (places[tokens >> 6] >>> tokens & 1) != 0;
        }

        /** Adds the places that are reached without an octet. Two stars never stand side by side, so once is enough. */
        private void spread(long[] places) {
            shift(places, empty, 1);
            shift(places, skip, 2);
        }

        private void shift(long[] places, long[] which, int by) {
            long carry = 0;
            for (int w = 0; w < words; w++) {
                long moving = places[w] & which[w];
                places[w] |= moving << by | carry;
                carry = moving >>> 64 - by;
            }
        }
    }
}
