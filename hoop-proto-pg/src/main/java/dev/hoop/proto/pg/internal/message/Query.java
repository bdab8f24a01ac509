package dev.hoop.proto.pg.internal.message;

import io.netty.buffer.ByteBuf;

/**
 * Query: a text of one or more statements, run at once.
 *
 * @param text in the client's encoding; not to be changed
 */
public record Query(byte[] text) {

    /**
     * @param bytes where its body is; neither moved on nor released
     * @param start where the body begins
     * @param end where it ends
     */
    public static Query read(ByteBuf bytes, int start, int end) throws ProtocolViolation {
        Fields fields = new Fields(bytes, start, end, "Query");
        byte[] text = fields.string();
        fields.end();
        return new Query(text);
    }
}
