package dev.hoop.controlplane.internal.highlight;

/**
 * Where dialects of SQL disagree about what is text and what runs.
 *
 * @param backslashEscapes whether a backslash takes the next character's meaning in every string
 * @param doubleQuotedText whether double quotes hold text rather than a name
 * @param nestedComments whether comments nest
 * @param dollarQuotes whether {@code $tag$} quotes text
 * @param brackets whether square brackets quote a name
 * @param hashComments whether {@code #} begins a comment, and {@code --} only does before a blank
 */
record SqlDialect(
        boolean backslashEscapes,
        boolean doubleQuotedText,
        boolean nestedComments,
        boolean dollarQuotes,
        boolean brackets,
        boolean hashComments) {

    /** PostgreSQL, with {@code standard_conforming_strings} on. */
    static final SqlDialect POSTGRES = new SqlDialect(false, false, true, true, false, false);

    static final SqlDialect MYSQL = new SqlDialect(true, true, false, false, false, true);

    /** Transact-SQL. */
    static final SqlDialect MSSQL = new SqlDialect(false, false, true, false, true, false);
}
