package dev.hoop.proto.pg.internal.statement;

import dev.hoop.proto.pg.internal.message.Bind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The parameters of one execution, as a person reads them: one line each, different values always different lines.
 *
 * @param prepared the statement, for the types
 * @param values in order
 */
record BoundParameters(Prepared prepared, ClientEncoding encoding, List<Bind.Parameter> values) {

    /** {@code $1 int4 = '5'} and so on. */
    List<String> lines() {
        List<String> lines = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) {
            StringBuilder out = new StringBuilder();
            line(i, out);
            lines.add(out.toString());
        }
        return lines;
    }

    /** Appends the lines, each behind the prefix, with the separator between two. */
    void appendTo(StringBuilder out, String prefix, String separator) {
        for (int i = 0; i < values.size(); i++) {
            out.append(i == 0 ? "" : separator).append(prefix);
            line(i, out);
        }
    }

    private void line(int index, StringBuilder out) {
        out.append('$').append(index + 1);
        int type = prepared.typeOf(index);
        String typeName = TypeNames.of(type);
        if (!typeName.isEmpty()) {
            out.append(' ').append(typeName);
        }
        out.append(" = ");
        value(values.get(index), type, out);
    }

    private void value(Bind.Parameter parameter, int type, StringBuilder out) {
        if (parameter.value().isEmpty()) {
            out.append("NULL");
            return;
        }
        byte[] bytes = parameter.value().get();
        Optional<String> text = parameter.binary() ? BinaryValue.text(type, bytes) : encoding.decodeExactly(bytes);
        if (text.isPresent()) {
            quote(text.get(), out);
        } else {
            out.append(parameter.binary() ? "(bytes) " : "(bytes of text) ").append(BinaryValue.hex(bytes));
        }
    }

    /** A literal of SQL on one line. */
    private static void quote(String text, StringBuilder out) {
        int plain = plainUntil(text, 0);
        boolean escaped = plain < text.length() && (text.indexOf('\\') >= 0 || anyHidden(text));
        out.append(escaped ? "E'" : "'");
        for (int at = 0; at < text.length(); plain = plainUntil(text, at)) {
            out.append(text, at, plain);
            if (plain < text.length()) {
                escape(text.charAt(plain), out);
            }
            at = plain + 1;
        }
        out.append('\'');
    }

    /** Where the first character stands that does not stand for itself. */
    private static int plainUntil(String text, int from) {
        for (int at = from; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '\'' || c == '\\' || isHidden(c)) {
                return at;
            }
        }
        return text.length();
    }

    private static boolean anyHidden(String text) {
        for (int at = 0; at < text.length(); at++) {
            if (isHidden(text.charAt(at))) {
                return true;
            }
        }
        return false;
    }

    private static void escape(char c, StringBuilder out) {
        switch (c) {
            case '\'' -> out.append("''");
            case '\\' -> out.append("\\\\");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> out.append(String.format("\\u%04X", (int) c));
        }
    }

    /** Controls, line separators and what turns the direction of writing: none of it may hide or move what a person reads. */
    private static boolean isHidden(char c) {
        if (c >= ' ' && c < 0x7f) {
            return false;
        }
        int kind = Character.getType(c);
        return kind == Character.CONTROL
                || kind == Character.FORMAT
                || kind == Character.LINE_SEPARATOR
                || kind == Character.PARAGRAPH_SEPARATOR;
    }
}
