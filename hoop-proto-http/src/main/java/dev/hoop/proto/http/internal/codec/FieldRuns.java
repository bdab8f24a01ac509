package dev.hoop.proto.http.internal.codec;

import dev.hoop.proto.http.internal.message.Fields;
import io.netty.buffer.ByteBuf;

/** Copies fields in as few steps as may be: neighbours in one piece where their lines lie behind each other. */
final class FieldRuns {

    private final Fields fields;
    private final ByteBuf out;
    private int from = -1;
    private int to = -1;

    FieldRuns(Fields fields, ByteBuf out) {
        this.fields = fields;
        this.out = out;
    }

    /** Takes a field. Fields are taken in their order. */
    void take(int index) {
        int lineEnd = lineEnd(index);
        if (lineEnd < 0) {
            flush();
            fields.writeTo(out, index);
            return;
        }
        int start = fields.nameStart(index);
        if (start != to) {
            flush();
            from = start;
        }
        to = lineEnd;
    }

    /** Writes what was taken. */
    void flush() {
        if (from >= 0) {
            out.writeBytes(fields.array(), from, to - from);
            from = -1;
            to = -1;
        }
    }

    /** Where a field's line ends in the array; -1 where the array does not hold lines. */
    private int lineEnd(int index) {
        byte[] bytes = fields.array();
        int colon = fields.nameEnd(index);
        if (colon >= bytes.length || bytes[colon] != ':') {
            return -1;
        }
        int at = fields.valueEnd(index);
        while (at < bytes.length && (bytes[at] == ' ' || bytes[at] == '\t')) {
            at++;
        }
        return at + 1 < bytes.length && bytes[at] == '\r' && bytes[at + 1] == '\n' ? at + 2 : -1;
    }
}
