package dev.hoop.proto.pg.internal.statement;

import dev.hoop.proto.pg.internal.message.Bind;
import java.util.List;

/**
 * The parameters of one execution, as a person reads them: one line each, different values always different lines.
 *
 * @param prepared the statement, for the types
 * @param values in order
 */
record BoundParameters(Prepared prepared, ClientEncoding encoding, List<Bind.Parameter> values) {

    /** {@code $1 int4 = '5'}, joined by the separator, each after the prefix. */
    String render(String prefix, String separator) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < values.size(); i++) {
            if (i > 0) {
                out.append(separator);
            }
            out.append(prefix).append('$').append(i + 1);
            int type = prepared.typeOf(i);
            String typeName = TypeNames.of(type);
            if (!typeName.isEmpty()) {
                out.append(' ').append(typeName);
            }
            out.append(" = ");
            value(values.get(i), type, out);
        }
        return out.toString();
    }

    private void value(Bind.Parameter parameter, int type, StringBuilder out) {
        if (parameter.value().isEmpty()) {
            out.append("NULL");
            return;
        }
        byte[] bytes = parameter.value().get();
        if (parameter.binary()) {
            BinaryValue.text(type, bytes).ifPresentOrElse(text -> quote(text, out), () -> hex(bytes, out));
        } else {
            encoding.decode(bytes)
                    .filter(text -> encoding.isExact() || ClientEncoding.isAscii(bytes))
                    .ifPresentOrElse(text -> quote(text, out), () -> hex(bytes, out));
        }
    }

    private static void hex(byte[] bytes, StringBuilder out) {
        out.append("(bytes) ").append(BinaryValue.hex(bytes));
    }

    /** A literal of SQL on one line. */
    private static void quote(String text, StringBuilder out) {
        boolean escaped = text.indexOf('\\') >= 0 || text.chars().anyMatch(BoundParameters::isHidden);
        out.append(escaped ? "E'" : "'");
        text.chars().forEach(c -> {
            if (c == '\'') {
                out.append("''");
            } else if (c == '\\') {
                out.append("\\\\");
            } else if (c == '\n') {
                out.append("\\n");
            } else if (c == '\r') {
                out.append("\\r");
            } else if (c == '\t') {
                out.append("\\t");
            } else if (isHidden(c)) {
                out.append(String.format("\\u%04X", c));
            } else {
                out.append((char) c);
            }
        });
        out.append('\'');
    }

    /** Controls, line separators and what turns the direction of writing: none of it may hide or move what a person reads. */
    private static boolean isHidden(int c) {
        int kind = Character.getType(c);
        return kind == Character.CONTROL
                || kind == Character.FORMAT
                || kind == Character.LINE_SEPARATOR
                || kind == Character.PARAGRAPH_SEPARATOR;
    }
}
