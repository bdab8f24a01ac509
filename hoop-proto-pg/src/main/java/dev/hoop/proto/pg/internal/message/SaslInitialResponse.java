package dev.hoop.proto.pg.internal.message;

import io.netty.buffer.ByteBuf;

/** SASLInitialResponse: the mechanism that a client chose, and its first words. */
public final class SaslInitialResponse {

    /** The flag of a client that knows channel binding and was not offered it, RFC 5802 section 6. */
    private static final byte NOT_OFFERED = 'y';

    private SaslInitialResponse() {}

    /**
     * Whether the client says that it was not offered channel binding. A server that did offer it takes that for the work of
     * a man in the middle and refuses; the client's proof covers it, so nobody can take it out on the way.
     *
     * @param body the body; not read, not released
     */
    public static boolean saysNoBindingWasOffered(ByteBuf body) {
        int name = body.bytesBefore((byte) 0);
        int flag = body.readerIndex() + name + 1 + Integer.BYTES;
        return name >= 0 && flag < body.writerIndex() && body.getByte(flag) == NOT_OFFERED;
    }
}
