package dev.hoop.proto.http.internal.codec;

import dev.hoop.proto.http.internal.message.Fields;

/** The fields that belong to one connection (RFC 9110 section 7.6.1) or state framing: each side gets its own. */
public final class HopByHop {

    private HopByHop() {}

    /** Whether a field is not handed on as it is. */
    public static boolean is(Fields fields, int index) {
        switch (fields.nameEnd(index) - fields.nameStart(index)) {
            case 2:
                return fields.nameIs(index, "TE");
            case 7:
                return fields.nameIs(index, "Upgrade");
            case 10:
                return fields.nameIs(index, "Connection") || fields.nameIs(index, "Keep-Alive");
            case 14:
                return fields.nameIs(index, "Content-Length") || fields.nameIs(index, "HTTP2-Settings");
            case 16:
                return fields.nameIs(index, "Proxy-Connection");
            case 17:
                return fields.nameIs(index, "Transfer-Encoding");
            default:
                return false;
        }
    }
}
