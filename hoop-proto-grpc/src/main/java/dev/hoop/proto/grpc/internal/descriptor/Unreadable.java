package dev.hoop.proto.grpc.internal.descriptor;

/** A message that cannot be read in full, and why, in words for the client that repeat nothing of it. */
public final class Unreadable extends Exception {

    private static final long serialVersionUID = 1;

    public Unreadable(String reason) {
        super(reason, null, false, false);
    }

    public String reason() {
        return String.valueOf(getMessage());
    }
}
