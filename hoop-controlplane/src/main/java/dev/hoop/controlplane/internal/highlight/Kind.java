package dev.hoop.controlplane.internal.highlight;

/** What a part of a statement is. */
enum Kind {
    /** A word of the language. */
    KEYWORD("t-word"),
    /** A word that changes something. */
    CHANGE("t-change"),
    STRING("t-text"),
    NUMBER("t-number"),
    COMMENT("t-comment"),
    /** A quoted identifier, a field's name, a path. */
    NAME("t-name"),
    /** A place for a value that comes apart from the text. */
    PARAMETER("t-parameter");

    private final String style;

    Kind(String style) {
        this.style = style;
    }

    /** Its class in the style sheet. */
    String style() {
        return style;
    }
}
