package dev.hoop.proto.pg.internal.message;

/** A peer said what the protocol does not allow. The message is for that peer and free of what it said. */
public final class ProtocolViolation extends Exception {

    private static final long serialVersionUID = 1L;

    public ProtocolViolation(String message) {
        super(message, null, false, false);
    }
}
