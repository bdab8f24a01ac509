package dev.hoop.config;

import org.jspecify.annotations.Nullable;

/**
 * Turns the parser's complaint into advice. The complaint itself is not repeated: it may quote a piece of a secret.
 */
final class SyntaxAdvice {

    private SyntaxAdvice() {}

    static String of(@Nullable String complaint) {
        if (complaint == null) {
            return "check it with a YAML linter";
        }
        if (complaint.contains("TAB")) {
            return "indent with spaces, not tabs";
        }
        if (complaint.contains("cannot start any token")) {
            return "quote a value that begins with this character";
        }
        if (complaint.contains("mapping values are not allowed")) {
            return "quote a value that contains `: `, or check the indentation";
        }
        if (complaint.contains("expected ':'")) {
            return "write `key: value`, with a space behind the colon";
        }
        if (complaint.contains("block end") || complaint.contains("block mapping")) {
            return "check the indentation: keys of one mapping begin in one column";
        }
        if (complaint.contains("escape")) {
            return "in double quotes a backslash begins an escape: use single quotes, or write it twice";
        }
        if (complaint.contains("end of stream") || complaint.contains("stream end")) {
            return "close the quotes and brackets";
        }
        if (complaint.contains("',' or")) {
            return "separate the entries with commas and close the bracket";
        }
        return "check the quotes, brackets and indentation around here";
    }
}
