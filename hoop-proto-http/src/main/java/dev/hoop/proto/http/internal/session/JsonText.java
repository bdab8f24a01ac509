package dev.hoop.proto.http.internal.session;

import java.util.Optional;

/** Writes one flat JSON object of strings (RFC 8259). */
final class JsonText {

    private final StringBuilder text = new StringBuilder("{");

    /** Adds a string. */
    void field(String name, String value) {
        name(name);
        quote(value);
    }

    /** Adds a string, or {@code null} where there is none. */
    void field(String name, Optional<String> value) {
        name(name);
        if (value.isPresent()) {
            quote(value.get());
        } else {
            text.append("null");
        }
    }

    /** The whole object. */
    String object() {
        return text + "}\n";
    }

    private void name(String name) {
        if (text.length() > 1) {
            text.append(',');
        }
        quote(name);
        text.append(':');
    }

    private void quote(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < ' ' || c == 0x7f || Character.isSurrogate(c)) {
                // Surrogates are escaped so that an unpaired one stays valid in UTF-8.
                text.append(String.format("\\u%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }
}
