package dev.hoop.controlplane.internal.highlight;

import java.util.Optional;
import java.util.regex.Pattern;

/** The language that a statement is written in. */
public enum Language {
    POSTGRES("SQL") {
        @Override
        void read(String text, Spans spans) {
            SqlLexer.read(text, SqlDialect.POSTGRES, spans);
        }
    },
    MYSQL("SQL") {
        @Override
        void read(String text, Spans spans) {
            SqlLexer.read(text, SqlDialect.MYSQL, spans);
        }
    },
    MSSQL("SQL") {
        @Override
        void read(String text, Spans spans) {
            SqlLexer.read(text, SqlDialect.MSSQL, spans);
        }
    },
    HTTP("HTTP") {
        @Override
        void read(String text, Spans spans) {
            HttpLexer.read(text, spans);
        }
    },
    GRPC("gRPC") {
        @Override
        void read(String text, Spans spans) {
            int end = HttpLexer.endOfLine(text, 0);
            spans.add(0, end, Kind.NAME);
            JsonLexer.read(text, end, spans);
        }
    },
    /** MongoDB's extended JSON as well. */
    JSON("JSON") {
        @Override
        void read(String text, Spans spans) {
            JsonLexer.read(text, 0, spans);
        }
    };

    private static final Pattern REQUEST =
            Pattern.compile("[A-Z][A-Z-]{0,19} (/|https?://)\\S*(\\n.*)?", Pattern.DOTALL);
    private static final Pattern CALL = Pattern.compile("/[\\w.]+/\\w+(\\n.*)?", Pattern.DOTALL);

    private final String label;

    Language(String label) {
        this.label = label;
    }

    abstract void read(String text, Spans spans);

    /** What people call it. */
    public String label() {
        return label;
    }

    /**
     * The language of a statement.
     *
     * @param protocol the protocol's id, where the sidecar told it
     */
    public static Language of(Optional<String> protocol, String text) {
        return switch (protocol.orElse("")) {
            case "postgres" -> POSTGRES;
            case "mysql" -> MYSQL;
            case "mssql" -> MSSQL;
            case "http" -> HTTP;
            case "grpc" -> GRPC;
            case "mongodb" -> JSON;
            default -> guess(text);
        };
    }

    private static Language guess(String text) {
        if (REQUEST.matcher(text).matches()) {
            return HTTP;
        }
        if (CALL.matcher(text).matches()) {
            return GRPC;
        }
        return JsonLexer.looksLike(text, 0) ? JSON : POSTGRES;
    }
}
