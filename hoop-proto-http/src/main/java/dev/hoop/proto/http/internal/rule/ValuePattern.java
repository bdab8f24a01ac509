package dev.hoop.proto.http.internal.rule;

import java.util.Arrays;
import java.util.List;

/**
 * A glob over a field's value: {@code *} stands for anything. Immutable.
 *
 * <p>Each piece between the stars is looked for behind the one before it, which never has to be taken back.
 */
final class ValuePattern {

    private final List<String> pieces;

    private ValuePattern(List<String> pieces) {
        this.pieces = pieces;
    }

    static ValuePattern parse(String source) {
        return new ValuePattern(Arrays.asList(source.split("\\*", -1)));
    }

    /** @param ignoreCase whether the case of ASCII and other letters says nothing */
    boolean matches(String value, boolean ignoreCase) {
        String first = pieces.get(0);
        String last = pieces.get(pieces.size() - 1);
        if (pieces.size() == 1) {
            return value.length() == first.length() && value.regionMatches(ignoreCase, 0, first, 0, first.length());
        }
        int end = value.length() - last.length();
        if (end < first.length()
                || !value.regionMatches(ignoreCase, 0, first, 0, first.length())
                || !value.regionMatches(ignoreCase, end, last, 0, last.length())) {
            return false;
        }
        int at = first.length();
        for (String piece : pieces.subList(1, pieces.size() - 1)) {
            at = find(piece, value, at, end, ignoreCase);
            if (at < 0) {
                return false;
            }
            at += piece.length();
        }
        return true;
    }

    private static int find(String piece, String value, int from, int end, boolean ignoreCase) {
        for (int at = from; at + piece.length() <= end; at++) {
            if (value.regionMatches(ignoreCase, at, piece, 0, piece.length())) {
                return at;
            }
        }
        return -1;
    }
}
