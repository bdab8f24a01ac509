package dev.hoop.proto.pg.internal.message;

import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Optional;

/**
 * FunctionCall: calls a function by its number, outside of SQL.
 *
 * @param function its OID, without sign
 * @param arguments in order
 * @param binaryResult whether the result is wanted in its type's binary form rather than as text
 * @param illegible what stands behind the OID where it is no such fields, which the server fails; not to be changed
 */
public record FunctionCall(
        long function, List<Bind.Parameter> arguments, boolean binaryResult, Optional<byte[]> illegible) {

    /**
     * @param bytes where its body is; neither moved on nor released
     * @param start where the body begins
     * @param end where it ends
     */
    public static FunctionCall read(ByteBuf bytes, int start, int end) throws ProtocolViolation {
        Fields fields = new Fields(bytes, start, end, "FunctionCall");
        long function = Integer.toUnsignedLong(fields.int32());
        int behind = fields.position();
        try {
            List<Bind.Parameter> arguments = Bind.parameters(fields);
            boolean binaryResult = Bind.isBinary(fields);
            fields.end();
            return new FunctionCall(function, arguments, binaryResult, Optional.empty());
        } catch (ProtocolViolation e) {
            // To the server that is an error like any other, after which the connection goes on.
            return new FunctionCall(function, List.of(), false, Optional.of(fields.restFrom(behind)));
        }
    }
}
