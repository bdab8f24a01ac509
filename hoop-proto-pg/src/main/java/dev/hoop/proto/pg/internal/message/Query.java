package dev.hoop.proto.pg.internal.message;

import io.netty.buffer.ByteBuf;

/**
 * Query: a text of one or more statements, run at once.
 *
 * @param text in the client's encoding; not to be changed
 */
public record Query(byte[] text) {

    /** @param body the body and nothing behind it; read, not released */
    public static Query read(ByteBuf body) throws ProtocolViolation {
        Fields fields = new Fields(body, "Query");
        byte[] text = fields.string();
        fields.end();
        return new Query(text);
    }
}
