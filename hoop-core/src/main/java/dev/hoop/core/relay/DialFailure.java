package dev.hoop.core.relay;

import java.io.IOException;

/** The upstream could not be reached. The message names the upstream and the reason, and is fit for a client. */
public final class DialFailure extends IOException {

    private static final long serialVersionUID = 1;

    /** What a protocol may tell apart. */
    public enum Kind {
        /** Its name has no address. */
        UNRESOLVED,
        /** No connection: refused, unreachable, no such socket. */
        REFUSED,
        /** No connection, or no TLS session, within the time limit. */
        TIMEOUT,
        /** The TLS handshake failed, the verification of its certificate included. */
        TLS
    }

    private final Kind kind;

    DialFailure(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
