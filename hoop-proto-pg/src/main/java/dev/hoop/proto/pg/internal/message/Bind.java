package dev.hoop.proto.pg.internal.message;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Bind: gives a prepared statement its parameters and makes a portal of them.
 *
 * @param portal the portal's name; empty for the unnamed one
 * @param statement the prepared statement's name
 * @param parameters in order, from {@code $1}
 */
public record Bind(String portal, String statement, List<Parameter> parameters) {

    /** The format code of text, by the message's description. */
    private static final int TEXT = 0;

    /** The format code of a type's own binary form. */
    private static final int BINARY = 1;

    private static final boolean[] NONE = {};

    /** The length that says NULL. */
    private static final int NULL_LENGTH = -1;

    /**
     * One parameter.
     *
     * @param binary whether it is in its type's binary form rather than in text of the client's encoding
     * @param value its bytes, not to be changed; empty for NULL
     */
    public record Parameter(boolean binary, Optional<byte[]> value) {}

    /**
     * @param bytes where its body is; neither moved on nor released
     * @param start where the body begins
     * @param end where it ends
     */
    public static Bind read(ByteBuf bytes, int start, int end) throws ProtocolViolation {
        Fields fields = new Fields(bytes, start, end, "Bind");
        String portal = fields.name();
        String statement = fields.name();
        List<Parameter> parameters = parameters(fields);
        formats(fields);
        fields.end();
        return new Bind(portal, statement, parameters);
    }

    /** Format codes, none, one for all or one for each, then the values; also in FunctionCall. */
    static List<Parameter> parameters(Fields fields) throws ProtocolViolation {
        boolean[] binary = formats(fields);
        int count = fields.count();
        if (binary.length > 1 && binary.length != count) {
            throw fields.broken();
        }
        fields.need(count, Integer.BYTES);
        List<Parameter> parameters = count == 0 ? List.of() : new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            parameters.add(parameter(fields, binary.length > 0 && binary[binary.length == 1 ? 0 : i]));
        }
        return parameters;
    }

    private static boolean[] formats(Fields fields) throws ProtocolViolation {
        int count = fields.count();
        fields.need(count, Short.BYTES);
        boolean[] binary = count == 0 ? NONE : new boolean[count];
        for (int i = 0; i < count; i++) {
            binary[i] = isBinary(fields);
        }
        return binary;
    }

    /** One format code. */
    static boolean isBinary(Fields fields) throws ProtocolViolation {
        int format = fields.int16();
        if (format != TEXT && format != BINARY) {
            throw fields.broken();
        }
        return format == BINARY;
    }

    private static Parameter parameter(Fields fields, boolean binary) throws ProtocolViolation {
        int length = fields.int32();
        return new Parameter(binary, length == NULL_LENGTH ? Optional.empty() : Optional.of(fields.bytes(length)));
    }
}
