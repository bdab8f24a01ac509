package dev.hoop.proto.pg.internal.message;

import io.netty.buffer.ByteBuf;

/**
 * FunctionCall: calls a function by its number, outside of SQL.
 *
 * @param function its OID, without sign
 * @param arguments the arguments and the format of the result, as they came; not to be changed
 */
public record FunctionCall(long function, byte[] arguments) {

    /** @param body the body and nothing behind it; read, not released */
    public static FunctionCall read(ByteBuf body) throws ProtocolViolation {
        Fields fields = new Fields(body, "FunctionCall");
        long function = Integer.toUnsignedLong(fields.int32());
        return new FunctionCall(function, fields.rest());
    }
}
