package dev.hoop.web;

import java.time.Duration;
import java.util.Optional;

/** Cookies for sessions: {@code HttpOnly}, for the whole site, and {@code SameSite=Strict} unless said otherwise. */
public final class Cookies {

    private Cookies() {}

    /** The cookie's value in a request; empty when absent or given more than once. */
    public static Optional<String> read(WebRequest request, String name) {
        Optional<String> found = Optional.empty();
        for (String header : request.headers("cookie")) {
            for (String pair : header.split(";", -1)) {
                int equals = pair.indexOf('=');
                if (equals > 0 && pair.substring(0, equals).strip().equals(name)) {
                    if (found.isPresent()) {
                        return Optional.empty();
                    }
                    found = Optional.of(pair.substring(equals + 1).strip());
                }
            }
        }
        return found;
    }

    /**
     * A {@code Set-Cookie} value.
     *
     * @param value letters, digits, {@code -}, {@code _} and {@code .} only
     * @param secure whether it may travel over TLS only
     * @throws IllegalArgumentException when the value has any other character
     */
    public static String set(String name, String value, Duration maxAge, boolean secure) {
        return set(name, value, maxAge, secure, "Strict");
    }

    /** The same for a cookie that comes along when another site leads the browser back here ({@code SameSite=Lax}). */
    public static String setForReturn(String name, String value, Duration maxAge, boolean secure) {
        return set(name, value, maxAge, secure, "Lax");
    }

    private static String set(String name, String value, Duration maxAge, boolean secure, String sameSite) {
        if (!value.matches("[A-Za-z0-9._-]*")) {
            throw new IllegalArgumentException("a cookie's value is letters, digits, '-', '_' and '.'");
        }
        return name + "=" + value + "; Path=/; HttpOnly; SameSite=" + sameSite + "; Max-Age=" + maxAge.toSeconds()
                + (secure ? "; Secure" : "");
    }

    /** A {@code Set-Cookie} value that removes the cookie. */
    public static String clear(String name, boolean secure) {
        return set(name, "", Duration.ZERO, secure);
    }
}
