package dev.hoop.proto.http.internal.target;

import dev.hoop.proto.http.internal.BadMessage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Every reading of a path that an upstream may take: percent-decoded, encoded slashes and backslashes as separators or
 * not, dot segments resolved before or after that, slashes merged, path parameters dropped, and what comes of combining
 * these in any order. The path as it was sent is the first. Immutable.
 *
 * <p>Servers of the field differ in exactly these steps and in their order, and behind one stands often another: a path is
 * decoded twice at most. A rule that looks at all readings cannot be walked around by a path that the upstream reads
 * differently than we do.
 */
public final class PathReadings {

    /** Beyond these a path was made to confuse: it is refused. An honest one has a handful. */
    private static final int MAX_READINGS = 256;

    private static final int MAX_BYTES = 256 * 1024;

    /** A reading: a range of an array that does not change. */
    record Reading(byte[] bytes, int from, int to) {
        /** Whether it starts with that many characters of a prefix, which are ASCII. */
        boolean startsWith(String prefix, int length) {
            if (to - from < length) {
                return false;
            }
            for (int i = 0; i < length; i++) {
                if (bytes[from + i] != prefix.charAt(i)) {
                    return false;
                }
            }
            return true;
        }

        String text() {
            return new String(bytes, from, to - from, StandardCharsets.UTF_8);
        }
    }

    private final List<Reading> readings;

    private PathReadings(List<Reading> readings) {
        this.readings = readings;
    }

    /** Of a path that every server reads alike. */
    static PathReadings plain(byte[] bytes, int from, int to) {
        return new PathReadings(List.of(new Reading(bytes, from, to)));
    }

    /**
     * Of any path.
     *
     * @param path its percent-encoding was checked
     * @throws BadMessage when it hides a control character or an overlong sequence, or has too many readings
     */
    static PathReadings of(byte[] path) throws BadMessage {
        byte[] decoded = PathSteps.decode(path, true);
        if (Octets.hasControl(decoded)) {
            throw BadMessage.badRequest("the path encodes a control character");
        }
        if (Octets.hasOverlong(decoded)) {
            throw BadMessage.badRequest("the path encodes an overlong UTF-8 sequence");
        }
        return new PathReadings(new Search().from(path));
    }

    /** Follows every step from every reading that was found, until nothing new comes. */
    private static final class Search {
        private record Found(byte[] path, int decodings) {}

        /** Paths that were found, by the fewest decodings that lead to them: fewer leave room for more. */
        private final Map<ByteBuffer, Integer> known = new HashMap<>();

        private final ArrayDeque<Found> open = new ArrayDeque<>();
        private final List<Reading> readings = new ArrayList<>();
        private int bytes;

        List<Reading> from(byte[] path) throws BadMessage {
            add(path, 0);
            for (Found next = open.poll(); next != null; next = open.poll()) {
                follow(next);
            }
            return List.copyOf(readings);
        }

        private void follow(Found found) throws BadMessage {
            byte[] path = found.path();
            int decodings = found.decodings();
            step(path, PathSteps.resolveDots(path), decodings);
            step(path, PathSteps.mergeSlashes(path), decodings);
            step(path, PathSteps.backslashes(path), decodings);
            step(path, PathSteps.dropParameters(path), decodings);
            step(path, PathSteps.dropLateQuery(path), decodings);
            step(path, PathSteps.dropAuthority(path), decodings);
            if (decodings < 2) {
                step(path, PathSteps.decode(path, true), decodings + 1);
                step(path, PathSteps.decode(path, false), decodings + 1);
            }
        }

        private void step(byte[] before, byte[] after, int decodings) throws BadMessage {
            // A second decoding may bring up what no server can use; the first one was checked.
            if (after != before && !Octets.hasControl(after)) {
                add(after, decodings);
            }
        }

        private void add(byte[] path, int decodings) throws BadMessage {
            Integer before = known.get(ByteBuffer.wrap(path));
            if (before != null && before <= decodings) {
                return;
            }
            known.put(ByteBuffer.wrap(path), decodings);
            open.add(new Found(path, decodings));
            if (before == null) {
                bytes += path.length;
                if (readings.size() == MAX_READINGS || bytes > MAX_BYTES) {
                    throw BadMessage.badRequest("the path can be read in too many ways");
                }
                readings.add(new Reading(path, 0, path.length));
            }
        }
    }

    List<Reading> all() {
        return readings;
    }

    /** How many readings there are. */
    public int size() {
        return readings.size();
    }

    /** The readings as text: octets beyond ASCII as UTF-8. */
    public List<String> texts() {
        return readings.stream().map(Reading::text).toList();
    }

    /** Whether any reading starts with {@code prefix}, which ends with a slash, or is it without that slash. */
    public boolean anyUnder(String prefix) {
        int bare = prefix.length() - 1;
        for (int i = 0; i < readings.size(); i++) {
            Reading reading = readings.get(i);
            boolean whole = reading.to() - reading.from() == bare;
            if (reading.startsWith(prefix, whole ? bare : prefix.length())) {
                return true;
            }
        }
        return false;
    }

    /** Whether the pattern matches any reading. */
    public boolean anyMatch(PathPattern pattern) {
        for (Reading reading : readings) {
            if (pattern.matches(reading.bytes(), reading.from(), reading.to())) {
                return true;
            }
        }
        return false;
    }
}
