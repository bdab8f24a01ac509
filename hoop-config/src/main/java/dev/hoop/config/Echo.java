package dev.hoop.config;

import java.util.List;
import java.util.Locale;

/**
 * Decides which values an error text may repeat. A value under a key that looks secret is never repeated, nor is one that
 * itself looks like it carries a credential.
 */
public final class Echo {

    private static final int MAX_LENGTH = 60;

    private static final List<String> SECRET_NAMES = List.of(
            "password",
            "passwd",
            "passphrase",
            "secret",
            "token",
            "key",
            "credential",
            "auth",
            "cookie",
            "signature",
            "dsn");

    private static final List<String> SECRET_MARKS =
            List.of("@", "password", "passwd", "secret", "token", "key=", "sig=", "bearer", "basic ", "-----begin");

    private Echo() {}

    /**
     * The value in back quotes, shortened and without control characters, or words that stand for it where it may be secret.
     *
     * @param key the key that it stands under; empty for none
     */
    public static String of(String key, String text) {
        if (looksSecret(key, text)) {
            return "what is written there";
        }
        StringBuilder shown = new StringBuilder("`");
        text.codePoints()
                .limit(MAX_LENGTH)
                .map(point -> Character.isISOControl(point) ? '?' : point)
                .forEach(shown::appendCodePoint);
        return shown.append(text.codePointCount(0, text.length()) > MAX_LENGTH ? "...`" : "`")
                .toString();
    }

    /** Whether the value may be a secret, by its key or by itself. */
    public static boolean looksSecret(String key, String text) {
        String name = key.toLowerCase(Locale.ROOT);
        // The name of a file is no secret, and an error about it is of no use without it.
        if (!name.endsWith("_file") && SECRET_NAMES.stream().anyMatch(name::contains)) {
            return true;
        }
        String value = text.toLowerCase(Locale.ROOT);
        return SECRET_MARKS.stream().anyMatch(value::contains);
    }
}
