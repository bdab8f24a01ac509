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
     * @param function whether it is a function
     * @param effects what a call does, as {@link SqlOperation#bit}s; 0 for nothing
     * @param unknown whether what a call does is decided at run time
     * @param syntax whether it never names a function unless it is qualified or quoted
     * @param infix whether it is no function behind an operand
     * @param behind the words behind which it is no function
     */
    record Entry(boolean function, int effects, boolean unknown, boolean syntax, boolean infix, Set<String> behind) {

        private static final Entry NOTHING = new Entry(false, 0, false, false, false, Set.of());

        boolean hasEffect() {
            return effects != 0 || unknown;
        }

        private Entry with(String kind) {
            return switch (kind) {
                case "syntax" -> new Entry(function, effects, unknown, true, infix, behind);
                case "infix" -> new Entry(function, effects, unknown, syntax, true, behind);
                case "read" -> new Entry(true, effects, unknown, syntax, infix, behind);
                case "unknown" -> new Entry(true, effects, true, syntax, infix, behind);
                default ->
                    new Entry(
                            true,
                            effects
                                    | SqlOperation.valueOf(kind.toUpperCase(Locale.ROOT))
                                            .bit(),
                            unknown,
                            syntax,
                            infix,
                            behind);
            };
        }

        private Entry behindAlso(String word) {
            Set<String> words = new HashSet<>(behind);
            words.add(word);
            return new Entry(function, effects, unknown, syntax, infix, Set.copyOf(words));
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
