package dev.hoop.core.sql;

import dev.hoop.core.sql.Frames.State;

/** {@code EXPLAIN}: whether the statement that it explains runs. Confined to one scan. */
final class Explain {

    private final Scanner scanner;
    private final Lexer lexer;

    Explain(Scanner scanner) {
        this.scanner = scanner;
        this.lexer = scanner.lexer;
    }

    /** The current token is {@code EXPLAIN}; afterwards it is the first of the explained statement. */
    void start() {
        lexer.advance();
        boolean runs = false;
        if (lexer.kind == TokenKind.OPEN && !opensQuery()) {
            runs = options();
        } else {
            while (isAnalyze() || lexer.is(Keyword.VERBOSE)) {
                runs |= isAnalyze();
                lexer.advance();
            }
        }
        if (!runs) {
            scanner.findings.planOnly();
        }
        scanner.frames.state(State.QUERY);
    }

    private boolean isAnalyze() {
        return lexer.is(Keyword.ANALYZE) || lexer.is(Keyword.ANALYSE);
    }

    private boolean opensQuery() {
        return switch (lexer.nextKeyword) {
            case SELECT, WITH, TABLE, VALUES -> true;
            default -> lexer.nextKind == TokenKind.OPEN;
        };
    }

    /** Reads {@code (option [value], ...)}. The last {@code ANALYZE} counts; a value that is not plainly false is true. */
    private boolean options() {
        boolean runs = false;
        do {
            lexer.advance();
            if (!lexer.isName()) {
                break;
            }
            boolean analyse = lexer.is(Keyword.ANALYSE);
            String option = scanner.reader.part();
            boolean off = isOff();
            int values = 0;
            while (lexer.kind != TokenKind.COMMA && lexer.kind != TokenKind.CLOSE && !isAtEnd()) {
                values++;
                lexer.advance();
            }
            if (analyse || option.equals("analyze")) {
                runs = !(off && values == 1);
            }
        } while (lexer.kind == TokenKind.COMMA);
        if (lexer.kind == TokenKind.CLOSE) {
            lexer.advance();
        } else {
            scanner.surprise("options of EXPLAIN that cannot be read");
        }
        return runs;
    }

    private boolean isAtEnd() {
        return switch (lexer.kind) {
            case END, BROKEN, SEMICOLON, OPEN -> true;
            default -> false;
        };
    }

    private boolean isOff() {
        String value = Names.lower(lexer.text.substring(lexer.start, lexer.end));
        return switch (lexer.kind) {
            case NUMBER -> value.chars().allMatch(digit -> digit == '0');
            case WORD -> value.equals("off") || value.equals("false");
            case QUOTED -> value.equals("\"off\"") || value.equals("\"false\"");
            case STRING -> value.equals("'off'") || value.equals("'false'");
            default -> false;
        };
    }
}
