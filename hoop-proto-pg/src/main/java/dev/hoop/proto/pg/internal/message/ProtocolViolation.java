package dev.hoop.proto.pg.internal.message;

/** A peer said what the protocol does not allow. The message is for that peer and free of what it said. */
public final class ProtocolViolation extends Exception {

    private static final long serialVersionUID = 1L;

    private final String reason;

    public ProtocolViolation(String reason) {
        super(reason, null, false, false);
        this.reason = reason;
    }

    /** What it says, for the peer. */
    public String reason() {
        return reason;
    }
}
