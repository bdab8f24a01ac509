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
            SqlLiteral.append(text.get(), out);
        } else {
            out.append(parameter.binary() ? "(bytes) " : "(bytes of text) ").append(BinaryValue.hex(bytes));
        }
    }
}
