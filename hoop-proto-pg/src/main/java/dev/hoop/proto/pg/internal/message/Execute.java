package dev.hoop.proto.pg.internal.message;

import io.netty.buffer.ByteBuf;

/**
 * Execute: runs a portal, or goes on with it.
 *
 * @param portal the portal's name; empty for the unnamed one
 * @param maxRows after how many rows it is suspended; 0 for never
 */
public record Execute(String portal, int maxRows) {

    /**
     * @param bytes where its body is; neither moved on nor released
     * @param start where the body begins
     * @param end where it ends
     */
    public static Execute read(ByteBuf bytes, int start, int end) throws ProtocolViolation {
        Fields fields = new Fields(bytes, start, end, "Execute");
        String portal = fields.name();
        int maxRows = fields.int32();
        fields.end();
        return new Execute(portal, maxRows);
    }
}
