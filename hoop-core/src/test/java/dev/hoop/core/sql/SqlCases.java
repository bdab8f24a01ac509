package dev.hoop.core.sql;

import dev.hoop.core.statement.Relation;
import dev.hoop.core.statement.Relation.Access;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Reads the tables of statements beside the tests, and writes relations as they do. */
final class SqlCases {

    /** A line of a table, its columns unescaped. */
    record Line(int number, List<String> columns) {
        @Override
        public String toString() {
            return number + ": " + columns.get(columns.size() - 1);
        }
    }

    private SqlCases() {}

    static List<Line> read(String resource) {
        try (InputStream in = SqlCases.class.getResourceAsStream("/sql/" + resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is missing");
            }
            BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            List<String> lines = reader.lines().toList();
            return java.util.stream.IntStream.range(0, lines.size())
                    .filter(i -> !lines.get(i).isEmpty() && !lines.get(i).startsWith("#"))
                    .mapToObj(i -> new Line(
                            i + 1,
                            List.of(lines.get(i).split("\t", -1)).stream()
                                    .map(SqlCases::unescape)
                                    .toList()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static SqlDialect dialect(String word) {
        return SqlDialect.valueOf(word.toUpperCase(Locale.ROOT));
    }

    private static String unescape(String column) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < column.length(); i++) {
            char c = column.charAt(i);
            if (c != '\\' || i + 1 == column.length()) {
                plain.append(c);
            } else {
                char escaped = column.charAt(++i);
                switch (escaped) {
                    case 'n' -> plain.append('\n');
                    case 'r' -> plain.append('\r');
                    case 't' -> plain.append('\t');
                    case 'u' -> {
                        plain.append((char) Integer.parseInt(column.substring(i + 1, i + 5), 16));
                        i += 4;
                    }
                    default -> plain.append(escaped);
                }
            }
        }
        return plain.toString();
    }

    /** The relations with that access, as {@code schema.name}, sorted, or {@code -}. */
    static String relations(List<Relation> relations, Access access) {
        String names = relations.stream()
                .filter(relation -> relation.access() == access)
                .map(relation -> relation.schema().map(schema -> schema + ".").orElse("") + relation.name())
                .distinct()
                .sorted()
                .collect(Collectors.joining(","));
        return names.isEmpty() ? "-" : names;
    }

    /** The operations of a text's statements in order. */
    static String operations(SqlClassification classification) {
        return classification.statements().stream().map(SqlStatement::operation).collect(Collectors.joining("+"));
    }
}
