package dev.hoop.core.sql;

/**
 * How a session's texts are cut into tokens: one column per rule, one row per dialect.
 *
 * @param nestedComments {@code /* /* *}{@code / *}{@code /} is one comment
 * @param hashComments {@code #} starts a comment
 * @param dashNeedsBlank {@code --} is a comment only before a blank or the end
 * @param returnEndsComment a carriage return ends a line comment
 * @param executableComments {@code /*!} holds code
 * @param backslash a backslash in {@code '...'} escapes
 * @param unicodeEscapes {@code U&'...'} is a literal (with a backslash that escapes it is an error)
 * @param escapeStrings {@code E'...'}, {@code B'...'} and {@code X'...'} as PostgreSQL has them, continued over lines
 * @param dollarQuotes {@code $tag$...$tag$}
 * @param doubleQuoteNames {@code "x"} is a name, else a string
 * @param backtickNames {@code `x`} is a name
 * @param bracketNames {@code [x]} is a name, else {@code [} opens a subscript
 * @param casts {@code ::} is one token
 * @param variables {@code @x} is a variable
 * @param digitNames a name may start with a digit
 * @param strictCharacters a character that no token of the dialect has makes the rest unreadable
 */
record LexicalRules(
        boolean nestedComments,
        boolean hashComments,
        boolean dashNeedsBlank,
        boolean returnEndsComment,
        boolean executableComments,
        boolean backslash,
        boolean unicodeEscapes,
        boolean escapeStrings,
        boolean dollarQuotes,
        boolean doubleQuoteNames,
        boolean backtickNames,
        boolean bracketNames,
        boolean casts,
        boolean variables,
        boolean digitNames,
        boolean strictCharacters) {

    private static final LexicalRules POSTGRES = postgres(false);
    private static final LexicalRules POSTGRES_BACKSLASH = postgres(true);

    static LexicalRules of(SqlDialect dialect, SqlSettings settings) {
        return switch (dialect) {
            case POSTGRES -> settings.standardConformingStrings() ? POSTGRES : POSTGRES_BACKSLASH;
            case MYSQL -> mysql(settings);
            case MSSQL -> mssql(settings);
        };
    }

    /** "Lexical Structure" in the documentation of PostgreSQL, and the rules of its {@code scan.l}. */
    private static LexicalRules postgres(boolean backslash) {
        return new LexicalRules(
                true, false, false, true, false, backslash, true, true, true, true, false, false, true, false, false,
                true);
    }

    /** PostgreSQL's with the other value of {@code standard_conforming_strings}. */
    LexicalRules withOtherBackslashes() {
        return backslash ? POSTGRES : POSTGRES_BACKSLASH;
    }

    /** "Language Structure" in the reference manual of MySQL; MariaDB's {@code /*M!} too. */
    private static LexicalRules mysql(SqlSettings settings) {
        return new LexicalRules(
                false,
                true,
                true,
                false,
                true,
                settings.backslashEscapes(),
                false,
                false,
                false,
                settings.doubleQuotedIdentifiers(),
                true,
                false,
                false,
                true,
                true,
                false);
    }

    /** "Transact-SQL syntax conventions", "Identifiers" and "Constants" in the documentation of SQL Server. */
    private static LexicalRules mssql(SqlSettings settings) {
        return new LexicalRules(
                true,
                false,
                false,
                false,
                false,
                false,
                false,
                false,
                false,
                settings.doubleQuotedIdentifiers(),
                false,
                true,
                false,
                true,
                false,
                false);
    }
}
