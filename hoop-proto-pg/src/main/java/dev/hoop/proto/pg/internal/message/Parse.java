package dev.hoop.proto.pg.internal.message;

import io.netty.buffer.ByteBuf;

/**
 * Parse: prepares a statement.
 *
 * @param name the statement's name; empty for the unnamed one
 * @param text in the client's encoding; not to be changed
 * @param parameterTypes OIDs that the client prescribes, 0 for "as the server finds"; maybe fewer than there are
 *     parameters; not to be changed
 */
public record Parse(String name, byte[] text, int[] parameterTypes) {

    private static final int[] NONE = {};

    /**
     * @param bytes where its body is; neither moved on nor released
     * @param start where the body begins
     * @param end where it ends
     */
    public static Parse read(ByteBuf bytes, int start, int end) throws ProtocolViolation {
        Fields fields = new Fields(bytes, start, end, "Parse");
        String name = fields.name();
        byte[] text = fields.string();
        int count = fields.count();
        fields.need(count, Integer.BYTES);
        int[] types = count == 0 ? NONE : new int[count];
        for (int i = 0; i < count; i++) {
            types[i] = fields.int32();
        }
        fields.end();
        return new Parse(name, text, types);
    }
}
