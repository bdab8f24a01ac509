package dev.hoop.proto.pg.internal.message;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * ParameterStatus: the value of a setting that the server reports.
 *
 * @param name the setting
 * @param value its value from now on
 */
public record ParameterStatus(String name, String value) {

    /** @param body the body; read, not released */
    public static ParameterStatus read(ByteBuf body) throws ProtocolViolation {
        Fields fields = new Fields(body, "ParameterStatus");
        return new ParameterStatus(fields.name(), new String(fields.string(), StandardCharsets.UTF_8));
    }
}
