package dev.hoop.core.guardrail;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;

/**
 * Finds whole words of a list in a text, without regard to case, in one pass over the text whatever the list: the automaton
 * of Aho and Corasick (1975) over folded code points, its failure transitions resolved beforehand. Immutable.
 *
 * <p>A word may have several parts ({@code drop table}). It is whole where no letter, digit, mark or connector (Unicode
 * Technical Standard 18, annex C, {@code \w}) touches it from outside; an edge of a word that is none of these itself
 * needs no boundary. Case is folded as {@link String#equalsIgnoreCase} does.
 */
final class WordList {

    /** The most characters of all words together: bounds the automaton to some 32 MB in the worst case. */
    static final int MAX_CHARACTERS = 32_768;

    private static final int ASCII = 128;
    private static final int ROOT = 0;

    /** The class of a folded code point that no word has. */
    private static final int FOREIGN = 0;

    private final int[] asciiClasses = new int[ASCII];
    private final int[] otherPoints;
    private final int[] otherClasses;
    private final int classes;

    /** The next state by state and class. */
    private final int[] next;

    /** By state, the index of the longest word that ends here, or -1; and the state of the next shorter one, or -1. */
    private final int[] ending;

    private final int[] shorter;
    private final int[] lengths;
    private final boolean[] boundedBefore;
    private final boolean[] boundedBehind;

    /**
     * @param words not empty, none of them blank
     * @throws IllegalArgumentException when they are too many; the message says what to write
     */
    WordList(List<String> words) {
        List<int[]> folded = words.stream()
                .map(word -> word.codePoints().map(WordList::fold).toArray())
                .toList();
        int states = 1 + folded.stream().mapToInt(word -> word.length).sum();
        if (states > MAX_CHARACTERS) {
            throw new IllegalArgumentException(
                    "the words have more than " + MAX_CHARACTERS + " characters together; shorten the list");
        }
        int[] points =
                folded.stream().flatMapToInt(Arrays::stream).distinct().sorted().toArray();
        otherPoints = Arrays.stream(points).filter(point -> point >= ASCII).toArray();
        otherClasses = new int[otherPoints.length];
        classes = points.length + 1;
        assignClasses(points);

        next = new int[states * classes];
        ending = new int[states];
        shorter = new int[states];
        Arrays.fill(ending, -1);
        Arrays.fill(shorter, -1);
        lengths = folded.stream().mapToInt(word -> word.length).toArray();
        boundedBefore = new boolean[lengths.length];
        boundedBehind = new boolean[lengths.length];
        int used = 1;
        for (int word = 0; word < lengths.length; word++) {
            used = insert(word, folded.get(word), used);
        }
        resolveFailures();
    }

    private void assignClasses(int[] points) {
        int other = 0;
        for (int i = 0; i < points.length; i++) {
            if (points[i] < ASCII) {
                asciiClasses[points[i]] = i + 1;
            } else {
                otherClasses[other++] = i + 1;
            }
        }
        // A capital takes the class of its small letter, so that ASCII text needs no folding.
        for (int capital = 'A'; capital <= 'Z'; capital++) {
            asciiClasses[capital] = asciiClasses[capital - 'A' + 'a'];
        }
    }

    private int insert(int word, int[] points, int used) {
        int state = ROOT;
        int free = used;
        for (int point : points) {
            int slot = state * classes + classOf(point);
            if (next[slot] == ROOT) {
                next[slot] = free++;
            }
            state = next[slot];
        }
        ending[state] = word;
        boundedBefore[word] = isWordPart(points[0]);
        boundedBehind[word] = isWordPart(points[points.length - 1]);
        return free;
    }

    private void resolveFailures() {
        int[] failure = new int[ending.length];
        Queue<Integer> breadthFirst = new ArrayDeque<>();
        List<Integer> children = new ArrayList<>();
        breadthFirst.add(ROOT);
        while (!breadthFirst.isEmpty()) {
            int state = breadthFirst.remove();
            children.clear();
            for (int symbol = 0; symbol < classes; symbol++) {
                int slot = state * classes + symbol;
                int fallback = state == ROOT ? ROOT : next[failure[state] * classes + symbol];
                if (next[slot] == ROOT) {
                    next[slot] = fallback;
                } else {
                    failure[next[slot]] = fallback;
                    children.add(next[slot]);
                }
            }
            shorter[state] = ending[failure[state]] >= 0 ? failure[state] : shorter[failure[state]];
            breadthFirst.addAll(children);
        }
    }

    /** Whether any of the words is in the text. */
    boolean isIn(String text) {
        int state = ROOT;
        int length = text.length();
        for (int at = 0; at < length; ) {
            char unit = text.charAt(at);
            int symbol;
            if (unit < ASCII) {
                symbol = asciiClasses[unit];
                at++;
            } else {
                int point = text.codePointAt(at);
                symbol = classOf(fold(point));
                at += Character.charCount(point);
            }
            state = next[state * classes + symbol];
            if ((ending[state] >= 0 || shorter[state] >= 0) && endsWhole(text, at, state)) {
                return true;
            }
        }
        return false;
    }

    private boolean endsWhole(String text, int end, int reached) {
        boolean openBehind = end == text.length() || !isWordPart(text.codePointAt(end));
        for (int state = reached; state >= 0; state = shorter[state]) {
            int word = ending[state];
            if (word < 0 || (boundedBehind[word] && !openBehind)) {
                continue;
            }
            int start = text.offsetByCodePoints(end, -lengths[word]);
            if (!boundedBefore[word] || start == 0 || !isWordPart(text.codePointBefore(start))) {
                return true;
            }
        }
        return false;
    }

    private int classOf(int folded) {
        if (folded < ASCII) {
            return asciiClasses[folded];
        }
        int found = Arrays.binarySearch(otherPoints, folded);
        return found < 0 ? FOREIGN : otherClasses[found];
    }

    private static int fold(int point) {
        return Character.toLowerCase(Character.toUpperCase(point));
    }

    private static boolean isWordPart(int point) {
        if (point < ASCII) {
            return (point >= 'a' && point <= 'z')
                    || (point >= 'A' && point <= 'Z')
                    || (point >= '0' && point <= '9')
                    || point == '_';
        }
        return switch (Character.getType(point)) {
            case Character.UPPERCASE_LETTER,
                    Character.LOWERCASE_LETTER,
                    Character.TITLECASE_LETTER,
                    Character.MODIFIER_LETTER,
                    Character.OTHER_LETTER,
                    Character.LETTER_NUMBER,
                    Character.DECIMAL_DIGIT_NUMBER,
                    Character.NON_SPACING_MARK,
                    Character.COMBINING_SPACING_MARK,
                    Character.ENCLOSING_MARK,
                    Character.CONNECTOR_PUNCTUATION -> true;
            default -> Character.isAlphabetic(point);
        };
    }
}
