package dev.hoop.controlplane.internal.page;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** An address with a query, put together. Confined to one thread. */
final class Links {

    private final StringBuilder link;
    private char next = '?';

    Links(String path) {
        link = new StringBuilder(path);
    }

    /** Adds a parameter; nothing where its value is empty. */
    Links with(String name, String value) {
        if (!value.isEmpty()) {
            link.append(next).append(name).append('=').append(URLEncoder.encode(value, StandardCharsets.UTF_8));
            next = '&';
        }
        return this;
    }

    @Override
    public String toString() {
        return link.toString();
    }
}
