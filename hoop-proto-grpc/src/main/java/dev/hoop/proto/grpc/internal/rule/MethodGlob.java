package dev.hoop.proto.grpc.internal.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A glob over a method's path: {@code *} stands for anything within a service's name or a method's, {@code **} for
 * anything. Case says nothing, since there are servers to which it does not. Immutable; matching is linear in the path for
 * each star.
 */
record MethodGlob(List<Token> tokens) {

    /** One piece: letters to the letter, or a star. */
    sealed interface Token {
        record Text(String text) implements Token {}

        record Star(boolean acrossSlashes) implements Token {}
    }

    /**
     * Reads a glob; the leading slash may be left out.
     *
     * @throws IllegalArgumentException when it can never match; the message says what to write
     */
    static MethodGlob parse(String source) {
        String text = source.strip();
        boolean anything = text.startsWith("**");
        if (!anything && text.indexOf('/', text.startsWith("/") ? 1 : 0) < 0 && !text.contains("**")) {
            throw new IllegalArgumentException("'" + source
                    + "' names no method; write /package.Service/Method, /package.Service/* or /package.*/Delete*");
        }
        if (!text.matches("[A-Za-z0-9._$+*/-]+")) {
            throw new IllegalArgumentException("'" + source
                    + "' can never match a method; write /package.Service/Method, with * for any part of a name");
        }
        if (!anything && !text.startsWith("/")) {
            text = "/" + text;
        }
        return new MethodGlob(tokens(text.toLowerCase(Locale.ROOT)));
    }

    private static List<Token> tokens(String text) {
        List<Token> tokens = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            if (text.charAt(at) == '*') {
                int end = at;
                while (end < text.length() && text.charAt(end) == '*') {
                    end++;
                }
                tokens.add(new Token.Star(end - at > 1));
                at = end;
            } else {
                int end = text.indexOf('*', at);
                end = end < 0 ? text.length() : end;
                tokens.add(new Token.Text(text.substring(at, end)));
                at = end;
            }
        }
        return List.copyOf(tokens);
    }

    /** @param path in lower case */
    boolean matches(String path) {
        // Which positions of the path can be reached by the tokens so far: never more work than tokens times path.
        boolean[] reached = new boolean[path.length() + 1];
        reached[0] = true;
        for (Token token : tokens) {
            reached = token instanceof Token.Text text ? step(reached, path, text.text()) : step(reached, path, token);
        }
        return reached[path.length()];
    }

    private static boolean[] step(boolean[] reached, String path, String text) {
        boolean[] next = new boolean[reached.length];
        for (int at = 0; at + text.length() <= path.length(); at++) {
            if (reached[at] && path.startsWith(text, at)) {
                next[at + text.length()] = true;
            }
        }
        return next;
    }

    private static boolean[] step(boolean[] reached, String path, Token star) {
        boolean acrossSlashes = star instanceof Token.Star anything && anything.acrossSlashes();
        boolean[] next = new boolean[reached.length];
        boolean open = false;
        for (int at = 0; at < reached.length; at++) {
            open |= reached[at];
            next[at] = open;
            if (at < path.length() && path.charAt(at) == '/' && !acrossSlashes) {
                open = false;
            }
        }
        return next;
    }
}
