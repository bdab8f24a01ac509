package dev.hoop.proto.pg.internal.message;

/** A peer said what the protocol does not allow. The message is for that peer and free of what it said. */
public final class ProtocolViolation extends Exception {

    private static final long serialVersionUID = 1L;

    /** protocol_violation, of the appendix "PostgreSQL Error Codes". */
    private static final String PROTOCOL_VIOLATION = "08P01";

    private final String code;
    private final String reason;

    public ProtocolViolation(String reason) {
        this(PROTOCOL_VIOLATION, reason);
    }

    /** @param code the SQLSTATE with which PostgreSQL tells it */
    ProtocolViolation(String code, String reason) {
        super(reason, null, false, false);
        this.code = code;
        this.reason = reason;
    }

    /** Its SQLSTATE. */
    public String code() {
        return code;
    }

    /** What it says, for the peer. */
    public String reason() {
        return reason;
    }
}
