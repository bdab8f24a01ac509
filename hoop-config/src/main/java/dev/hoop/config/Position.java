package dev.hoop.config;

/**
 * A place in a configuration document, printed as {@code source:line:column}.
 *
 * @param source the file's path as it was given, or a name for a document that is not a file
 * @param line counted from 1
 * @param column in characters (code points), counted from 1
 */
public record Position(String source, int line, int column) {

    /** The beginning of a document: where problems of the whole document are reported. */
    public static Position startOf(String source) {
        return new Position(source, 1, 1);
    }

    @Override
    public String toString() {
        return source + ":" + line + ":" + column;
    }
}
