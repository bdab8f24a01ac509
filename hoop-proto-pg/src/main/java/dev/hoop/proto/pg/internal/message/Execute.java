package dev.hoop.proto.pg.internal.message;

import io.netty.buffer.ByteBuf;

/**
 * Execute: runs a portal, or goes on with it.
 *
 * @param portal the portal's name; empty for the unnamed one
 * @param maxRows after how many rows it is suspended; 0 for never
 */
public record Execute(String portal, int maxRows) {

    /** @param body the body and nothing behind it; read, not released */
    public static Execute read(ByteBuf body) throws ProtocolViolation {
        Fields fields = new Fields(body, "Execute");
        String portal = fields.name();
        int maxRows = fields.int32();
        fields.end();
        return new Execute(portal, maxRows);
    }
}
