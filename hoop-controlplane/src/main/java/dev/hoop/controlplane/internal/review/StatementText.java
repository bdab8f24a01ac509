package dev.hoop.controlplane.internal.review;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A statement's bytes as a person may safely read them. Nothing is dropped: what a screen would hide, reorder or interpret
 * becomes a mark with its number. Immutable.
 */
public final class StatementText {

    /** So many bytes of a statement are read where its beginning is enough. */
    public static final int BEGINNING = 2_048;

    private static final int SUMMARY_LENGTH = 160;

    /** Letters by their kind that show as nothing: fillers of Hangul, the Mongolian vowel separator, the Braille blank. */
    private static final Set<Integer> BLANK_LETTERS = Set.of(0x115F, 0x1160, 0x3164, 0xFFA0, 0x180E, 0x2800);

    /** Marks that show as nothing wherever they stand: the grapheme joiner and the variation selectors. */
    private static boolean isHiddenMark(int c) {
        return c == 0x034F || c >= 0xFE00 && c <= 0xFE0F || c >= 0xE0100 && c <= 0xE01EF || c >= 0x180B && c <= 0x180F;
    }

    /**
     * A piece of a line.
     *
     * @param text to show
     * @param mark whether the text stands for something else that cannot be seen
     * @param title what it stands for, for those who ask; empty for plain text
     * @param length how many characters of the statement it stands for, or bytes where it is no text
     */
    public record Piece(String text, boolean mark, String title, int length) {

        private static Piece plain(String text) {
            return new Piece(text, false, "", text.length());
        }
    }

    /** One line, without its line feed. */
    public record Line(List<Piece> pieces) {
        public Line {
            pieces = List.copyOf(pieces);
        }
    }

    private final boolean isText;
    private final String plain;
    private final Supplier<List<Line>> lines;

    private StatementText(boolean isText, String plain, Supplier<List<Line>> lines) {
        this.isText = isText;
        this.plain = plain;
        this.lines = lines;
    }

    /** Reads the bytes as UTF-8; bytes that are none show as their numbers. */
    public static StatementText of(byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return new StatementText(true, text, () -> lines(text));
        } catch (CharacterCodingException e) {
            byte[] kept = bytes.clone();
            return new StatementText(false, escaped(kept), () -> lines(kept));
        }
    }

    private static String escaped(byte[] bytes) {
        StringBuilder escaped = new StringBuilder();
        for (byte b : bytes) {
            escaped.append(isShown(b) || b == '\n' ? String.valueOf((char) b) : hex(b));
        }
        return escaped.toString();
    }

    private static List<Line> lines(byte[] bytes) {
        List<Piece> pieces = new ArrayList<>();
        List<Line> lines = new ArrayList<>();
        for (byte b : bytes) {
            if (b == '\n') {
                lines.add(new Line(joined(pieces)));
                pieces.clear();
            } else if (isShown(b)) {
                pieces.add(Piece.plain(String.valueOf((char) b)));
            } else {
                pieces.add(new Piece(hex(b), true, "the byte " + (b & 0xff), 1));
            }
        }
        lines.add(new Line(joined(pieces)));
        return lines;
    }

    private static boolean isShown(byte b) {
        return b >= 0x20 && b < 0x7f;
    }

    private static String hex(byte b) {
        return "\\x" + HexFormat.of().toHexDigits(b);
    }

    /** Reads the beginning of a statement, of which there may be more: without the part of a character that is at its end then. */
    public static StatementText ofBeginning(byte[] bytes) {
        if (bytes.length < BEGINNING) {
            return of(bytes);
        }
        int end = BEGINNING;
        // RFC 3629, section 3: the bytes 10xxxxxx continue a character, of which there are three at most.
        for (int back = 0; back < 4; back++) {
            end--;
            if ((bytes[end] & 0xC0) != 0x80) {
                break;
            }
        }
        return of(Arrays.copyOf(bytes, end));
    }

    /** A text of one line as a person may safely read it, unseen characters marked. */
    public static String marked(String text) {
        StringBuilder shown = new StringBuilder();
        pieces(text).forEach(piece -> shown.append(piece.text()));
        return shown.toString();
    }

    /** Whether a text is one line in which everything can be seen. */
    public static boolean isPlain(String text) {
        return text.equals(marked(text));
    }

    /** Whether the bytes are UTF-8. */
    public boolean isText() {
        return isText;
    }

    /** The text as it is, or with {@code \xNN} for every byte beyond printable ASCII where the bytes are no UTF-8. */
    public String plain() {
        return plain;
    }

    /** The lines, every unseen character marked. */
    public List<Line> lines() {
        return lines.get();
    }

    /** The first line that has something in it, cut to a length for lists, unseen characters marked. */
    public String summary() {
        for (String line : plain.split("\n", -1)) {
            boolean cut = line.codePointCount(0, line.length()) > SUMMARY_LENGTH;
            // What is cut away is not looked at. A letter in its place has blanks before it not stand at the line's
            // end.
            String looked = cut ? line.substring(0, line.offsetByCodePoints(0, SUMMARY_LENGTH)) + "x" : line;
            String shown = (isText ? marked(looked) : looked).strip();
            if (!shown.isEmpty()) {
                return shown.codePointCount(0, shown.length()) <= SUMMARY_LENGTH
                        ? shown
                        : shown.substring(0, shown.offsetByCodePoints(0, SUMMARY_LENGTH - 1)) + "…";
            }
        }
        return "";
    }

    private static List<Line> lines(String text) {
        List<Line> lines = new ArrayList<>();
        for (String line : text.split("\n", -1)) {
            lines.add(new Line(pieces(line)));
        }
        return lines;
    }

    private static List<Piece> pieces(String line) {
        // Blanks at the end of a line are part of what is approved, and nobody sees them.
        int visibleEnd = line.stripTrailing().length();
        List<Piece> pieces = new ArrayList<>();
        for (int i = 0; i < line.length(); ) {
            int c = line.codePointAt(i);
            boolean trailing = i >= visibleEnd && c == ' ';
            pieces.add(trailing ? new Piece("·", true, "space at the end of the line", 1) : piece(c, line, i));
            i += Character.charCount(c);
        }
        return joined(pieces);
    }

    private static Piece piece(int c, String line, int at) {
        if (c == '\t') {
            return new Piece("→\t", true, "tab", 1);
        }
        if (!isUnseen(c) && !isStrayMark(c, line, at)) {
            return Piece.plain(Character.toString(c));
        }
        String number = String.format(Locale.ROOT, "U+%04X", c);
        String name = Character.getName(c);
        return new Piece("⟨" + number + "⟩", true, name == null ? number : number + " " + name, Character.charCount(c));
    }

    private static boolean isUnseen(int c) {
        int type = Character.getType(c);
        return switch (type) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            case Character.SPACE_SEPARATOR -> c != ' ';
            case Character.ENCLOSING_MARK -> true;
            default -> BLANK_LETTERS.contains(c) || isHiddenMark(c);
        };
    }

    /**
     * A combining mark belongs on a letter of a script that has such marks, two at most. Anywhere else (on ASCII, where it
     * makes one keyword look like another; in heaps) it is shown by its number.
     */
    private static boolean isStrayMark(int c, String line, int at) {
        if (Character.getType(c) != Character.NON_SPACING_MARK) {
            return false;
        }
        int before = at;
        for (int marks = 0; marks < 3 && before > 0; marks++) {
            int other = line.codePointBefore(before);
            before -= Character.charCount(other);
            if (Character.getType(other) != Character.NON_SPACING_MARK) {
                boolean carries =
                        Character.isLetter(other) || Character.getType(other) == Character.COMBINING_SPACING_MARK;
                return !carries || other < 0x80 || marks > 1;
            }
        }
        return true;
    }

    private static List<Piece> joined(List<Piece> pieces) {
        List<Piece> joined = new ArrayList<>();
        StringBuilder plain = new StringBuilder();
        for (Piece piece : pieces) {
            if (piece.mark()) {
                if (plain.length() > 0) {
                    joined.add(Piece.plain(plain.toString()));
                    plain.setLength(0);
                }
                joined.add(piece);
            } else {
                plain.append(piece.text());
            }
        }
        if (plain.length() > 0) {
            joined.add(Piece.plain(plain.toString()));
        }
        return joined;
    }
}
