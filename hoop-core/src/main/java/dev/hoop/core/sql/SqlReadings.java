package dev.hoop.core.sql;

import java.util.List;
import java.util.Optional;

/**
 * What rules on words and patterns look at: the text as it came, and, where it differs, the text as PostgreSQL understands it.
 * There every literal is its value and every name in quotes the name, each in plain quotes; the parts of a literal that goes on
 * in the next line are one; and blanks and comments between two tokens are one blank. What a dollar quote holds is read
 * likewise, once.
 */
public final class SqlReadings {

    private final Lexer lexer;
    private final Names names;
    private final SqlSettings settings;
    private final StringBuilder out;

    private SqlReadings(String text, SqlSettings settings) {
        this.settings = settings;
        this.lexer = new Lexer(text, LexicalRules.of(SqlDialect.POSTGRES, settings));
        this.names = new Names(SqlDialect.POSTGRES);
        this.out = new StringBuilder(text.length());
    }

    /** The readings of a text of PostgreSQL, the literal one first. */
    public static List<String> ofPostgres(String text, SqlSettings settings) {
        if (!mayDiffer(text)) {
            return List.of(text);
        }
        String plain = new SqlReadings(text, settings).read(true);
        return plain.equals(text) ? List.of(text) : List.of(text, plain);
    }

    /** Whether the text has anything but single blanks, and quotes with nothing to decode in them. */
    private static boolean mayDiffer(String text) {
        char before = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\\', '&', '$', '\n', '\r', '\t', '\f' -> {
                    return true;
                }
                case ' ', '\'', '"', '-' -> {
                    if (c == before) {
                        return true;
                    }
                }
                case '*' -> {
                    if (before == '/') {
                        return true;
                    }
                }
                default -> {}
            }
            before = c;
        }
        return false;
    }

    private String read(boolean within) {
        int behind = 0;
        while (lexer.kind != TokenKind.END && lexer.kind != TokenKind.BROKEN) {
            boolean continues = lexer.kind == TokenKind.STRING && lexer.prevKind == TokenKind.STRING;
            if (lexer.start > behind && behind > 0 && !continues) {
                out.append(' ');
            }
            behind = lexer.end;
            token(continues, within);
            behind = Math.max(behind, lexer.prevEnd);
        }
        return out.append(lexer.text, Math.min(lexer.start, lexer.text.length()), lexer.text.length())
                .toString();
    }

    private void token(boolean continues, boolean within) {
        int start = lexer.start;
        int end = lexer.end;
        TokenKind kind = lexer.kind;
        boolean unicode = (kind == TokenKind.STRING || kind == TokenKind.QUOTED)
                && (lexer.text.charAt(start) | 0x20) == 'u'
                && lexer.nextSpells("uescape");
        lexer.advance();
        char escape = '\\';
        if (unicode && lexer.nextKind == TokenKind.STRING && lexer.nextEnd == lexer.nextStart + 3) {
            escape = lexer.text.charAt(lexer.nextStart + 1);
            lexer.advance();
            lexer.advance();
        }
        if (kind == TokenKind.QUOTED) {
            out.append('"')
                    .append(names.decode(lexer.text, kind, start, end, escape))
                    .append('"');
            return;
        }
        Optional<String> value = kind == TokenKind.STRING
                ? PostgresLiterals.value(lexer.text, start, end, lexer.hasBackslashes(), escape)
                : Optional.empty();
        if (value.isEmpty()) {
            out.append(lexer.text, start, end);
            return;
        }
        if (continues) {
            out.setLength(out.length() - 1);
        } else {
            out.append('\'');
        }
        String plain = value.get();
        boolean code = within && lexer.text.charAt(start) == '$';
        out.append(code ? new SqlReadings(plain, settings).read(false) : plain).append('\'');
    }
}
