package dev.hoop.core.sql;

/** The kinds of tokens that the scanner tells apart. */
enum TokenKind {
    /** Behind the last token. */
    END,
    /** A keyword or a plain name. */
    WORD,
    /** A name in quotes, backticks or brackets. */
    QUOTED,
    /** A literal in quotes of any kind. */
    STRING,
    NUMBER,
    /** {@code $1}. */
    PARAMETER,
    /** {@code @x}. */
    VARIABLE,
    OPEN,
    CLOSE,
    OPEN_BRACKET,
    CLOSE_BRACKET,
    COMMA,
    SEMICOLON,
    DOT,
    /** {@code ::}. */
    CAST,
    STAR,
    /** One character of an operator. */
    OPERATOR,
    /** From here to the end the text cannot be read; {@link Lexer#problem} says why. */
    BROKEN
}
