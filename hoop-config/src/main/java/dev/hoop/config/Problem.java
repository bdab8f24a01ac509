package dev.hoop.config;

/**
 * One thing that is wrong with a configuration, printed as {@code source:line:column: message; fix}.
 *
 * @param position where
 * @param message what is wrong, free of secrets
 * @param fix what to write instead; empty where the message says it already
 */
public record Problem(Position position, String message, String fix) {

    /**
     * A problem from one sentence of the form {@code what is wrong; what to write instead}, as exceptions carry it. A
     * sentence without a semicolon is all message.
     */
    public static Problem ofSentence(Position position, String sentence) {
        int cut = sentence.indexOf("; ");
        return cut < 0
                ? new Problem(position, sentence, "")
                : new Problem(position, sentence.substring(0, cut), sentence.substring(cut + 2));
    }

    @Override
    public String toString() {
        return position + ": " + message + (fix.isEmpty() ? "" : "; " + fix);
    }
}
