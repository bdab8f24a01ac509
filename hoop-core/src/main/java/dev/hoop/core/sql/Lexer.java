package dev.hoop.core.sql;

import java.util.Optional;

/**
 * Cuts a text into tokens, one ahead of the reader. No token is an object: the current one, the next one and the two before are
 * kinds and offsets in fields. Comments and blanks are skipped.
 *
 * <p>Never throws. What cannot be read to its end is one {@link TokenKind#BROKEN} token that reaches to the end of the text.
 */
final class Lexer {

    final String text;
    private final LexicalRules rules;
    private final Literals literals;

    TokenKind kind = TokenKind.END;
    Keyword keyword = Keyword.NONE;
    int start;
    int end;
    int hash;

    TokenKind nextKind = TokenKind.END;
    Keyword nextKeyword = Keyword.NONE;
    int nextStart;
    int nextEnd;
    private int nextHash;

    TokenKind prevKind = TokenKind.END;
    Keyword prevKeyword = Keyword.NONE;
    int prevStart;
    int prevEnd;

    TokenKind prev2Kind = TokenKind.END;
    Keyword prev2Keyword = Keyword.NONE;
    int prev2Start;
    int prev2End;

    /** Why a {@link TokenKind#BROKEN} token is broken. */
    String problem = "";

    private long work;

    /** Whether the end of the text was left out. */
    private boolean leftOut;

    Lexer(String text, LexicalRules rules) {
        this.text = text;
        this.rules = rules;
        this.literals = new Literals(text, rules);
        read();
        advance();
        prevKind = TokenKind.END;
        prev2Kind = TokenKind.END;
    }

    /** Makes the next token the current one. */
    void advance() {
        prev2Kind = prevKind;
        prev2Keyword = prevKeyword;
        prev2Start = prevStart;
        prev2End = prevEnd;
        prevKind = kind;
        prevKeyword = keyword;
        prevStart = start;
        prevEnd = end;
        kind = nextKind;
        keyword = nextKeyword;
        start = nextStart;
        end = nextEnd;
        hash = nextHash;
        if (kind != TokenKind.END && kind != TokenKind.BROKEN) {
            read();
        }
    }

    /** Takes the current word for a name, whatever keyword it spells, and advances. */
    void advanceAsName() {
        keyword = Keyword.NONE;
        advance();
    }

    /** Leaves out whatever is left of the text. */
    void toEnd() {
        leftOut |= kind != TokenKind.END;
        kind = TokenKind.END;
        nextKind = TokenKind.END;
        start = text.length();
        end = start;
    }

    boolean isName() {
        return kind == TokenKind.WORD || kind == TokenKind.QUOTED;
    }

    boolean is(Keyword wanted) {
        return keyword == wanted;
    }

    /** Whether the current token is a word that spells this, in small letters: for words that steer only rare statements. */
    boolean spells(String word) {
        return kind == TokenKind.WORD && spells(word, start, end);
    }

    /** The same of the token before. */
    boolean prevSpells(String word) {
        return prevKind == TokenKind.WORD && spells(word, prevStart, prevEnd);
    }

    /** The same of the next token. */
    boolean nextSpells(String word) {
        return nextKind == TokenKind.WORD && spells(word, nextStart, nextEnd);
    }

    private boolean spells(String word, int from, int to) {
        if (to - from != word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            char c = text.charAt(from + i);
            if (c >= 128 || (c | 0x20) != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    boolean nextIsName() {
        return nextKind == TokenKind.WORD || nextKind == TokenKind.QUOTED;
    }

    /** Cuts another text by the same rules. */
    Lexer over(String other) {
        return new Lexer(other, rules);
    }

    /** Cuts another text as a session would that reads backslashes otherwise. */
    Lexer overWithOtherBackslashes(String other) {
        return new Lexer(other, rules.withOtherBackslashes());
    }

    /** What the literal at the current token means; empty when it is none that is understood. */
    Optional<String> literal() {
        return kind == TokenKind.STRING
                ? PostgresLiterals.value(text, start, end, rules.backslash())
                : Optional.empty();
    }

    /** Whether a backslash escapes in plain quotes. */
    boolean hasBackslashes() {
        return rules.backslash();
    }

    /** Whether a backslash stands in a literal in plain quotes, or may stand there in what was left out. */
    boolean metBackslashes() {
        return literals.metBackslashes() || (leftOut && text.indexOf('\\') >= 0);
    }

    /** Counts what was looked at in a text within this one. */
    void addWork(long more) {
        work += more;
    }

    /** Advances over a keyword if it is the current token. */
    boolean skip(Keyword unwanted) {
        if (keyword != unwanted) {
            return false;
        }
        advance();
        return true;
    }

    /** Advances over the parenthesis at the current token and all that it holds, or to the end of the text. */
    void skipParentheses() {
        int depth = 0;
        do {
            if (kind == TokenKind.OPEN) {
                depth++;
            } else if (kind == TokenKind.CLOSE) {
                depth--;
            } else if (kind == TokenKind.END || kind == TokenKind.BROKEN) {
                return;
            }
            advance();
        } while (depth > 0);
    }

    /** How many characters were looked at so far: a measure of time that does not depend on the machine. */
    long work() {
        return work + literals.work();
    }

    private void read() {
        int from = nextEnd;
        int p = skipBlanks(from);
        work += p - from;
        nextStart = p;
        nextKeyword = Keyword.NONE;
        nextHash = 0;
        if (nextKind == TokenKind.BROKEN) {
            work += nextEnd - p;
            return;
        }
        if (p >= text.length()) {
            nextKind = TokenKind.END;
            nextEnd = p;
            return;
        }
        char c = text.charAt(p);
        if (isWordStart(c)) {
            readWord(p, c);
        } else {
            readOther(p, c);
        }
        work += nextEnd - p;
    }

    private void take(TokenKind kind, int end) {
        nextKind = kind;
        nextEnd = end;
    }

    private void broken(String why) {
        problem = why;
        nextKind = TokenKind.BROKEN;
        nextEnd = text.length();
    }

    /** Takes a literal that ends at {@code end}, or breaks when it has no end. */
    private void literal(TokenKind kind, int end, String why) {
        if (end < 0) {
            broken(why);
        } else {
            take(kind, end);
        }
    }

    /** The first position from {@code p} on that is neither blank nor comment; an unreadable comment becomes a token. */
    private int skipBlanks(int p) {
        int length = text.length();
        while (p < length) {
            char c = text.charAt(p);
            if (c == ' ' || (c <= '\r' && c >= '\t')) {
                p++;
            } else if (c == '-' && literals.startsLineComment(p)) {
                int end = literals.endOfLine(p + 2);
                if (end < 0) {
                    return breakAt(p, "a lone carriage return in a comment");
                }
                p = end;
            } else if (c == '#' && rules.hashComments()) {
                p = literals.endOfLine(p + 1);
            } else if (c == '/' && p + 1 < length && text.charAt(p + 1) == '*') {
                if (rules.executableComments() && literals.isExecutable(p + 2)) {
                    return breakAt(p, "a comment that some servers run");
                }
                int end = literals.endOfComment(p + 2);
                if (end < 0) {
                    return breakAt(p, "a comment without an end");
                }
                p = end;
            } else {
                return p;
            }
        }
        return p;
    }

    private int breakAt(int p, String why) {
        broken(why);
        return p;
    }

    private boolean isWordStart(char c) {
        return c < 128 ? Characters.startsWord(c) : !rules.bracketNames() || Character.isLetterOrDigit(c);
    }

    private boolean isWordPart(char c) {
        return c < 128
                ? Characters.continuesWord(c) || (rules.bracketNames() && (c == '#' || c == '@'))
                : !rules.bracketNames() || Character.isLetterOrDigit(c) || Character.isSurrogate(c);
    }

    private void readWord(int p, char first) {
        int length = text.length();
        int hash = 0;
        int q = p;
        char c = first;
        do {
            hash = WordTable.step(hash, c);
            q++;
            if (q == length) {
                break;
            }
            c = text.charAt(q);
        } while (isWordPart(c));
        if (q == p + 1 && q < length && (c == '\'' || c == '&') && readPrefixed(p, first, c)) {
            return;
        }
        nextHash = hash;
        nextKeyword = Keyword.of(text, p, q, hash);
        take(TokenKind.WORD, q);
    }

    /** A literal or name that a letter before the quote changes. */
    private boolean readPrefixed(int p, char letter, char next) {
        int kind = letter | 0x20;
        if (next == '\'') {
            if (kind == 'n') {
                literal(TokenKind.STRING, literals.endOfString(p + 2), "a literal without an end");
                return true;
            }
            if (rules.escapeStrings() && kind == 'e') {
                literal(TokenKind.STRING, literals.endOfEscaped(p + 2), "a literal without an end");
                return true;
            }
            if (rules.escapeStrings() && (kind == 'b' || kind == 'x')) {
                literal(TokenKind.STRING, literals.endOfBits(p + 2), "a literal without an end");
                return true;
            }
            return false;
        }
        if (!rules.unicodeEscapes() || kind != 'u' || p + 2 >= text.length()) {
            return false;
        }
        char quote = text.charAt(p + 2);
        if (quote == '"') {
            literal(TokenKind.QUOTED, literals.endOfDoubled(p + 3, '"'), "a name without an end");
            return true;
        }
        if (quote != '\'') {
            return false;
        }
        if (rules.backslash()) {
            broken("a U& literal where the backslash escapes");
        } else {
            literal(TokenKind.STRING, literals.endOfDoubled(p + 3, '\''), "a literal without an end");
        }
        return true;
    }

    private void readOther(int p, char c) {
        switch (c) {
            case '(' -> take(TokenKind.OPEN, p + 1);
            case ')' -> take(TokenKind.CLOSE, p + 1);
            case ',' -> take(TokenKind.COMMA, p + 1);
            case ';' -> take(TokenKind.SEMICOLON, p + 1);
            case '*' -> take(TokenKind.STAR, p + 1);
            case '\'' -> literal(TokenKind.STRING, literals.endOfString(p + 1), "a literal without an end");
            case '"' -> readDoubleQuoted(p);
            case '.' -> readDot(p);
            case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> readNumber(p);
            case '$' -> readDollar(p);
            case ':' ->
                take(
                        rules.casts() && at(p + 1) == ':' ? TokenKind.CAST : TokenKind.OPERATOR,
                        rules.casts() && at(p + 1) == ':' ? p + 2 : p + 1);
            case '[' -> {
                if (rules.bracketNames()) {
                    literal(TokenKind.QUOTED, literals.endOfDoubled(p + 1, ']'), "a name without an end");
                } else {
                    take(TokenKind.OPEN_BRACKET, p + 1);
                }
            }
            case ']' -> take(TokenKind.CLOSE_BRACKET, p + 1);
            default -> readRare(p, c);
        }
    }

    private void readDoubleQuoted(int p) {
        if (rules.doubleQuoteNames()) {
            literal(TokenKind.QUOTED, literals.endOfDoubled(p + 1, '"'), "a name without an end");
        } else {
            int end = rules.backslash() ? literals.endOfBackslashed(p + 1, '"') : literals.endOfDoubled(p + 1, '"');
            literal(TokenKind.STRING, end, "a literal without an end");
        }
    }

    private void readRare(int p, char c) {
        if (c == '`' && rules.backtickNames()) {
            literal(TokenKind.QUOTED, literals.endOfDoubled(p + 1, '`'), "a name without an end");
        } else if (rules.variables() && (c == '@' || c == '#')) {
            int q = p + 1;
            while (q < text.length()
                    && (isWordPart(text.charAt(q)) || text.charAt(q) == '@' || text.charAt(q) == '#')) {
                q++;
            }
            take(c == '@' ? TokenKind.VARIABLE : TokenKind.WORD, q);
        } else if (Characters.isOperator(c) || (!rules.strictCharacters() && (c == '{' || c == '}'))) {
            take(TokenKind.OPERATOR, p + 1);
        } else {
            broken("a character that belongs to no token");
        }
    }

    private void readDot(int p) {
        // While a token is read the one before it is the current one.
        boolean afterName = isName() && end == p;
        if (Characters.isDigit(at(p + 1)) && !afterName) {
            readNumber(p);
        } else {
            take(TokenKind.DOT, p + 1);
        }
    }

    private void readNumber(int p) {
        int q = literals.endOfNumber(p);
        if (rules.digitNames() && q < text.length() && isWordStart(text.charAt(q))) {
            while (q < text.length() && isWordPart(text.charAt(q))) {
                q++;
            }
            take(TokenKind.WORD, q);
        } else {
            take(TokenKind.NUMBER, q);
        }
    }

    private void readDollar(int p) {
        if (Characters.isDigit(at(p + 1))) {
            take(TokenKind.PARAMETER, literals.endOfDigits(p + 1));
        } else if (!rules.dollarQuotes()) {
            int q = p + 1;
            while (q < text.length() && isWordPart(text.charAt(q))) {
                q++;
            }
            take(TokenKind.WORD, q);
        } else {
            int body = literals.endOfDollarTag(p);
            if (body < 0) {
                broken("a dollar sign that opens nothing");
            } else {
                literal(TokenKind.STRING, literals.endOfDollarQuoted(p, body), "a literal without an end");
            }
        }
    }

    private char at(int p) {
        return p < text.length() ? text.charAt(p) : '\0';
    }
}
