package dev.hoop.controlplane.internal.notify;

import dev.hoop.controlplane.internal.review.StatementText;
import java.util.stream.Collectors;

/** Statements in messages, for channels that are to have them. */
final class Statements {

    private Statements() {}

    /** As a person may safely read it: what cannot be seen is marked. */
    static String marked(StatementText statement) {
        return statement.lines().stream()
                .map(line ->
                        line.pieces().stream().map(StatementText.Piece::text).collect(Collectors.joining()))
                .collect(Collectors.joining("\n"));
    }

    /** Cut with a word that says so, so that nobody takes a part for the whole. */
    static String cut(String text, int most) {
        String note = "\n… (cut: the review's page has all of it)";
        if (text.length() <= most) {
            return text;
        }
        int end = most - note.length();
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + note;
    }
}
