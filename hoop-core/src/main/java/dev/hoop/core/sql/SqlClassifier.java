package dev.hoop.core.sql;

/**
 * Tells what a text would do. Immutable and safe for many threads.
 *
 * <p>Time is linear in the length of the text; no input makes it throw or recurse. At most {@value Findings#MAX_STATEMENTS}
 * statements and {@value Findings#MAX_RELATIONS} mentions of relations are recorded and parentheses are followed
 * {@value Frames#MAX_DEPTH} deep; a text beyond any of these is {@code unknown}.
 */
public final class SqlClassifier {

    private final SqlDialect dialect;
    private final FunctionCatalog functions;

    private SqlClassifier(SqlDialect dialect) {
        this.dialect = dialect;
        this.functions = FunctionCatalog.of(dialect);
    }

    /** The classifier of a dialect. */
    public static SqlClassifier of(SqlDialect dialect) {
        return new SqlClassifier(dialect);
    }

    /**
     * Classifies a text.
     *
     * @param text the text, decoded as the server decodes it
     * @param settings the session's settings at the moment when the server reads the text
     */
    public SqlClassification classify(CharSequence text, SqlSettings settings) {
        return scan(text.toString(), settings).run();
    }

    /** Classifies a text under the dialect's default settings. */
    public SqlClassification classify(CharSequence text) {
        return classify(text, SqlSettings.defaults(dialect));
    }

    /**
     * Whether a text can be cut into tokens to its end. Where it cannot, the server refuses all of it and runs nothing: it
     * reads a text whole before it runs the first statement.
     */
    public boolean isLegible(String text, SqlSettings settings) {
        Lexer lexer = new Lexer(text, LexicalRules.of(dialect, settings));
        while (lexer.kind != TokenKind.END && lexer.kind != TokenKind.BROKEN) {
            lexer.advance();
        }
        return lexer.kind == TokenKind.END;
    }

    /** The scan of one text, not yet run. */
    Scanner scan(String text, SqlSettings settings) {
        return new Scanner(new Lexer(text, LexicalRules.of(dialect, settings)), dialect, functions);
    }
}
