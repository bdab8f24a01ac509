package dev.hoop.proto.pg.internal.message;

import io.netty.buffer.ByteBuf;

/**
 * What Describe and Close name.
 *
 * @param kind a prepared statement or a portal
 * @param name its name; empty for the unnamed one
 */
public record Target(Kind kind, String name) {

    /** The two kinds, by the byte in the message. */
    public enum Kind {
        STATEMENT,
        PORTAL
    }

    /**
     * @param bytes where its body is; neither moved on nor released
     * @param start where the body begins
     * @param end where it ends
     * @param message Describe or Close, for errors
     */
    public static Target read(ByteBuf bytes, int start, int end, String message) throws ProtocolViolation {
        Fields fields = new Fields(bytes, start, end, message);
        Kind kind = switch (fields.int8()) {
            case 'S' -> Kind.STATEMENT;
            case 'P' -> Kind.PORTAL;
            default -> throw fields.broken();
        };
        String name = fields.name();
        fields.end();
        return new Target(kind, name);
    }
}
