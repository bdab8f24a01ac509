package dev.hoop.core.sql;

/**
 * The settings of a session that change how its texts are read. A dialect looks only at its own.
 *
 * <p>The caller must give what is true when the server reads the text. Where that is in doubt (a statement that changes the
 * setting is on its way), classify with both values and take the text for unknown when the answers differ.
 *
 * @param standardConformingStrings PostgreSQL: a backslash in {@code '...'} is a plain character. The server reports the
 *     parameter {@code standard_conforming_strings} at start and at every change
 * @param backslashEscapes MySQL: a backslash in a literal escapes; off with {@code sql_mode=NO_BACKSLASH_ESCAPES}
 * @param doubleQuotedIdentifiers {@code "x"} is an identifier rather than a string. MySQL: {@code sql_mode=ANSI_QUOTES};
 *     T-SQL: {@code QUOTED_IDENTIFIER}; PostgreSQL always
 */
public record SqlSettings(
        boolean standardConformingStrings, boolean backslashEscapes, boolean doubleQuotedIdentifiers) {

    /** What a fresh session of the dialect has, as its drivers set it. */
    public static SqlSettings defaults(SqlDialect dialect) {
        return new SqlSettings(true, dialect == SqlDialect.MYSQL, dialect != SqlDialect.MYSQL);
    }

    /** The same with PostgreSQL's {@code standard_conforming_strings} set. */
    public SqlSettings withStandardConformingStrings(boolean on) {
        return new SqlSettings(on, backslashEscapes, doubleQuotedIdentifiers);
    }
}
