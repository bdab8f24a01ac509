package dev.hoop.testkit.pg;

import dev.hoop.testkit.wire.WireConnection;
import java.nio.ByteBuffer;

/** The server's end of a connection, for an upstream that is played. */
public final class RawPgSession {

    private static final int SSL_REQUEST = 80877103;
    private static final int GSSENC_REQUEST = 80877104;

    private final WireConnection wire;

    RawPgSession(WireConnection wire) {
        this.wire = wire;
    }

    /** Reads a message of the startup phase: StartupMessage, SSLRequest, GSSENCRequest or CancelRequest. */
    public PgFrame readStartup() {
        return new PgFrame('\0', wire.take(length(wire.take(Integer.BYTES))));
    }

    /** Reads the StartupMessage; answers requests for encryption that come before it with {@code N}. */
    public PgFrame readStartupDecliningEncryption() {
        PgFrame frame = readStartup();
        while (frame.code() == SSL_REQUEST || frame.code() == GSSENC_REQUEST) {
            wire.send("N");
            frame = readStartup();
        }
        return frame;
    }

    /** Reads a message. */
    public PgFrame read() {
        char tag = (char) wire.take(1)[0];
        return new PgFrame(tag, wire.take(length(wire.take(Integer.BYTES))));
    }

    private static int length(byte[] field) {
        return ByteBuffer.wrap(field).getInt() - Integer.BYTES;
    }

    /** Waits, as long as it takes, for more from the client; false when the connection ended. */
    public boolean awaitMore() {
        return wire.awaitMore();
    }

    /** Sends messages, or whatever bytes, in one write. */
    public RawPgSession send(byte[]... messages) {
        wire.send(PgFrontend.together(messages));
        return this;
    }

    /** The connection, for what this class does not offer. */
    public WireConnection wire() {
        return wire;
    }
}
