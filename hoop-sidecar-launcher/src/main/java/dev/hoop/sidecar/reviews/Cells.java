package dev.hoop.sidecar.reviews;

import java.util.ArrayList;
import java.util.List;
import org.jline.utils.WCWidth;

/** Texts by the cells that they take on a terminal: ideographs take two, combining marks none. */
final class Cells {

    private Cells() {}

    static int width(String text) {
        return text.codePoints().map(Cells::width).sum();
    }

    private static int width(int c) {
        return Math.max(0, WCWidth.wcwidth(c));
    }

    /** At most so many cells; the last one of a text that is longer is {@code …}. */
    static String cut(String text, int most) {
        return width(text) <= most ? text : start(text, Math.max(0, most - 1)) + (most > 0 ? "…" : "");
    }

    /** The last so many cells. */
    static String end(String text, int most) {
        int from = 0;
        int left = width(text);
        while (left > most) {
            int c = text.codePointAt(from);
            left -= width(c);
            from += Character.charCount(c);
        }
        return text.substring(from);
    }

    /** Exactly so many cells, with blanks behind. */
    static String filled(String text, int width) {
        String cut = cut(text, width);
        return cut + " ".repeat(Math.max(0, width - width(cut)));
    }

    /** In pieces of at most so many cells; one at least. */
    static List<String> wrapped(String text, int most) {
        List<String> pieces = new ArrayList<>();
        String rest = text;
        while (width(rest) > most) {
            String piece = start(rest, most);
            if (piece.isEmpty()) {
                // A character that is wider than the whole terminal.
                piece = rest.substring(0, rest.offsetByCodePoints(0, 1));
            }
            pieces.add(piece);
            rest = rest.substring(piece.length());
        }
        pieces.add(rest);
        return pieces;
    }

    private static String start(String text, int most) {
        int taken = 0;
        int to = 0;
        while (to < text.length()) {
            int c = text.codePointAt(to);
            taken += width(c);
            if (taken > most) {
                break;
            }
            to += Character.charCount(c);
        }
        return text.substring(0, to);
    }
}
