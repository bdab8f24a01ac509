package dev.hoop.proto.pg.internal.message;

import io.netty.buffer.ByteBuf;

/**
 * ParameterDescription: the types of a prepared statement's parameters.
 *
 * @param types their OIDs; not to be changed
 */
public record ParameterDescription(int[] types) {

    /** @param body the body; read, not released */
    public static ParameterDescription read(ByteBuf body) throws ProtocolViolation {
        Fields fields = new Fields(body, "ParameterDescription");
        int count = fields.count();
        fields.need(count, Integer.BYTES);
        int[] types = new int[count];
        for (int i = 0; i < count; i++) {
            types[i] = fields.int32();
        }
        return new ParameterDescription(types);
    }
}
