package dev.hoop.core.sql;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the names that stand before a parenthesis in a dialect: the server's own functions with what a call does,
 * and the words that are no function there. Read once from a table beside this class. Immutable.
 */
final class FunctionCatalog {

    /**
     * What is known of one name.
     *
     * @param kinds the kinds of its lines in the table, as bits
     * @param effects what a call does, as {@link SqlOperation#bit}s; 0 for nothing
     * @param behind the words behind which it is no function
     */
    record Entry(int kinds, int effects, Set<String> behind) {

        private static final int FUNCTION = 1;
        private static final int UNKNOWN = 1 << 1;
        private static final int SYNTAX = 1 << 2;
        private static final int RESERVED = 1 << 3;
        private static final int INFIX = 1 << 4;
        private static final int SUFFIX = 1 << 5;
        private static final int CLOSED = 1 << 6;

        private static final Entry NOTHING = new Entry(0, 0, Set.of());

        boolean isFunction() {
            return is(FUNCTION);
        }

        /** Whether what a call does is decided at run time. */
        boolean isUnknown() {
            return is(UNKNOWN);
        }

        boolean hasEffect() {
            return effects != 0 || isUnknown();
        }

        /** Whether it never names a function unless it is qualified or quoted. */
        boolean isSyntax() {
            return is(SYNTAX | RESERVED);
        }

        /** Whether it is no function behind an operand. */
        boolean isInfix() {
            return is(INFIX | SUFFIX);
        }

        /** Whether it is no function behind a parenthesis. */
        boolean isClosed() {
            return is(CLOSED);
        }

        /** Whether an operand may follow it, so that it is none itself. */
        boolean isOperator() {
            return is(RESERVED | INFIX) || (!behind.isEmpty() && !is(SUFFIX));
        }

        private boolean is(int kind) {
            return (kinds & kind) != 0;
        }

        private Entry with(String kind) {
            return switch (kind) {
                case "syntax" -> new Entry(kinds | SYNTAX, effects, behind);
                case "reserved" -> new Entry(kinds | RESERVED, effects, behind);
                case "infix" -> new Entry(kinds | INFIX, effects, behind);
                case "suffix" -> new Entry(kinds | SUFFIX, effects, behind);
                case "closed" -> new Entry(kinds | CLOSED, effects, behind);
                case "read" -> new Entry(kinds | FUNCTION, effects, behind);
                case "unknown" -> new Entry(kinds | FUNCTION | UNKNOWN, effects, behind);
                default ->
                    new Entry(
                            kinds | FUNCTION,
                            effects | SqlOperation.ofWord(kind).bit(),
                            behind);
            };
        }

        private Entry behindAlso(String word) {
            Set<String> words = new HashSet<>(behind);
            words.add(word);
            return new Entry(kinds, effects, Set.copyOf(words));
        }
    }

    private static final Map<SqlDialect, FunctionCatalog> CATALOGS = readAll();

    private final WordTable<Entry> entries;

    private FunctionCatalog(Map<String, Entry> entries) {
        this.entries = new WordTable<>(entries);
    }

    static FunctionCatalog of(SqlDialect dialect) {
        FunctionCatalog catalog = CATALOGS.get(dialect);
        if (catalog == null) {
            throw new IllegalStateException("no functions for " + dialect);
        }
        return catalog;
    }

    /** What is known of the word {@code text[start, end)} with that {@link WordTable#hash}. */
    @Nullable
    Entry find(CharSequence text, int start, int end, int hash) {
        return entries.find(text, start, end, hash);
    }

    @Nullable
    Entry find(CharSequence word) {
        return entries.find(word);
    }

    private static Map<SqlDialect, FunctionCatalog> readAll() {
        Map<SqlDialect, FunctionCatalog> catalogs = new EnumMap<>(SqlDialect.class);
        for (SqlDialect dialect : SqlDialect.values()) {
            catalogs.put(dialect, read(dialect.name().toLowerCase(Locale.ROOT) + "-functions.txt"));
        }
        return catalogs;
    }

    private static FunctionCatalog read(String resource) {
        Map<String, Entry> entries = new HashMap<>();
        try (InputStream in = FunctionCatalog.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is missing from the jar");
            }
            BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.startsWith("#")) {
                    add(line, entries);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(resource + " cannot be read", e);
        }
        return new FunctionCatalog(entries);
    }

    private static void add(String line, Map<String, Entry> entries) {
        int colon = line.indexOf(':');
        String kind = line.substring(0, colon);
        for (String word : line.substring(colon + 1).trim().split(" ", -1)) {
            if (kind.equals("pair")) {
                int dash = word.indexOf('-');
                entries.merge(
                        word.substring(dash + 1),
                        Entry.NOTHING.behindAlso(word.substring(0, dash)),
                        (old, added) -> old.behindAlso(word.substring(0, dash)));
            } else {
                entries.merge(word, Entry.NOTHING.with(kind), (old, added) -> old.with(kind));
            }
        }
    }
}
