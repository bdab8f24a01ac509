package dev.hoop.core.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes texts out of texts: tokens left out, doubled, swapped, replaced and put in, statements put together. Seeded. */
final class TextMutations {

    private static final Pattern TOKEN = Pattern.compile(
            "\\s+|--[^\\n\\r]*|/\\*.*?\\*/|[eEbBxXnN]?'(?:[^']|'')*'|[uU]&\"[^\"]*\"|\"(?:[^\"]|\"\")*\""
                    + "|\\$\\w*\\$.*?\\$\\w*\\$|[\\p{L}_][\\p{L}\\d_$]*|\\d+(?:\\.\\d+)?|::|.",
            Pattern.DOTALL);

    private static final List<String> SPICES = List.of(
            " ",
            "\n",
            "\t",
            "\r",
            "\f",
            "/**/",
            "/* ; */",
            "-- ;\n",
            "--\r",
            ";",
            "(",
            ")",
            "[",
            "]",
            ",",
            ".",
            "'",
            "\"",
            "$$",
            "E'\\''",
            "U&'x'",
            "B'1'",
            "::",
            "*",
            "AS",
            "a",
            "t",
            "\"T\"",
            "1",
            "$1",
            "select",
            "SELECT 1",
            "TABLE",
            "VALUES (1)",
            "with",
            "WITH x AS (",
            "RECURSIVE",
            "MATERIALIZED",
            "delete from t",
            "DELETE FROM t RETURNING 1",
            "insert into",
            "UPDATE t SET a = 1",
            "merge into",
            "into",
            "INTO x",
            "from",
            "FROM u",
            "only",
            "lateral",
            "join",
            "left",
            "cross join",
            "natural",
            "on",
            "ON CONFLICT",
            "DO UPDATE SET a = 1",
            "do",
            "using",
            "where",
            "group by",
            "having",
            "window",
            "union",
            "except all",
            "intersect",
            "order by",
            "limit",
            "offset",
            "fetch",
            "for",
            "FOR UPDATE",
            "FOR SHARE OF t",
            "of",
            "returning",
            "set",
            "default",
            "case",
            "when",
            "then",
            "else",
            "end",
            "is",
            "not",
            "distinct",
            "IS DISTINCT FROM",
            "and",
            "or",
            "in",
            "exists",
            "any",
            "array",
            "row",
            "cast",
            "treat(1 as lo_unlink)",
            "lo_unlink(1)",
            ".lo_unlink",
            "f(1)",
            "count(*)",
            "explain",
            "analyze",
            "(analyze)",
            "(analyze off)",
            "prepare p as",
            "execute p",
            "declare c cursor for",
            "create table x as",
            "create view v as",
            "copy t to stdout",
            "to",
            "begin",
            "atomic",
            "commit",
            "begin atomic",
            "rule",
            "operator(+)",
            "if",
            "exists",
            "if not exists",
            "temp",
            "temporary",
            "unlogged",
            "table t",
            "e",
            "u",
            "n",
            "x",
            "é",
            "ü$$",
            "search",
            "cycle",
            "values",
            "like",
            "over",
            "over ()",
            "filter",
            "within group",
            "as materialized",
            "set set",
            "update",
            "delete",
            "insert",
            "collate",
            "overlaps",
            "similar to");

    private final Random random;
    private final List<List<String>> texts;

    TextMutations(long seed, List<String> texts) {
        this.random = new Random(seed);
        this.texts = texts.stream().map(TextMutations::tokens).toList();
    }

    static List<String> tokens(String text) {
        List<String> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(text);
        while (matcher.find()) {
            tokens.add(matcher.group());
        }
        return tokens;
    }

    String next() {
        List<String> tokens = new ArrayList<>(any(texts));
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes && !tokens.isEmpty(); i++) {
            change(tokens);
        }
        return String.join("", tokens);
    }

    private void change(List<String> tokens) {
        int at = random.nextInt(tokens.size());
        switch (random.nextInt(10)) {
            case 0 -> tokens.remove(at);
            case 1 -> tokens.add(at, tokens.get(at));
            case 2 -> {
                String token = tokens.remove(at);
                tokens.add(random.nextInt(tokens.size() + 1), token);
            }
            case 3, 4 -> tokens.add(at, " " + any(SPICES) + " ");
            case 5 -> tokens.set(at, any(SPICES));
            case 6 -> tokens.set(at, any(any(texts)));
            case 7 -> {
                List<String> other = any(texts);
                int from = random.nextInt(other.size());
                int to = from + random.nextInt(other.size() - from) + 1;
                tokens.add(at, " ");
                tokens.addAll(at + 1, other.subList(from, to));
                tokens.add(at + 1 + to - from, " ");
            }
            case 8 -> tokens.set(at, " (" + String.join("", any(texts)) + ") ");
            default ->
                tokens.set(
                        at,
                        random.nextBoolean()
                                ? tokens.get(at).toUpperCase(Locale.ROOT)
                                : tokens.get(at).toLowerCase(Locale.ROOT));
        }
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
