package dev.hoop.core.sql;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Words of ASCII letters to values, found without regard to case and without making a string. Immutable once built.
 *
 * @param <V> the value of a word
 */
final class WordTable<V> {

    private final @Nullable String[] words;
    private final @Nullable Object[] values;
    private final int mask;

    WordTable(Map<String, V> entries) {
        int size = Integer.highestOneBit(Math.max(4, entries.size()) * 4);
        this.words = new @Nullable String[size];
        this.values = new @Nullable Object[size];
        this.mask = size - 1;
        entries.forEach(this::put);
    }

    private void put(String word, V value) {
        int slot = spread(hash(word));
        while (words[slot] != null) {
            slot = (slot + 1) & mask;
        }
        words[slot] = word;
        values[slot] = value;
    }

    /** The value of {@code text[start, end)}, whose {@link #hash} the caller has, or null. */
    @SuppressWarnings("unchecked")
    @Nullable
    V find(CharSequence text, int start, int end, int hash) {
        for (int slot = spread(hash); ; slot = (slot + 1) & mask) {
            String word = words[slot];
            if (word == null) {
                return null;
            }
            if (same(word, text, start, end)) {
                return (V) values[slot];
            }
        }
    }

    @Nullable
    V find(CharSequence word) {
        return find(word, 0, word.length(), hash(word));
    }

    private int spread(int hash) {
        return (hash ^ (hash >>> 15)) & mask;
    }

    private static boolean same(String word, CharSequence text, int start, int end) {
        int length = word.length();
        if (length != end - start) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (folded(word.charAt(i)) != folded(text.charAt(start + i))) {
                return false;
            }
        }
        return true;
    }

    static int hash(CharSequence word) {
        int hash = 0;
        for (int i = 0; i < word.length(); i++) {
            hash = step(hash, word.charAt(i));
        }
        return hash;
    }

    static int step(int hash, char c) {
        return hash * 31 + folded(c);
    }

    /** Folds the case of a letter; of the characters that words are made of, no two others become the same. */
    private static int folded(char c) {
        return c | 0x20;
    }
}
