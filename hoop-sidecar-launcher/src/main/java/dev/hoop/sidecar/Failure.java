package dev.hoop.sidecar;

/** A command cannot do what it was asked. The message says what is wrong and how to mend it; it is all that is printed. */
public final class Failure extends RuntimeException {

    private static final long serialVersionUID = 1;

    public Failure(String message) {
        super(message);
    }

    public Failure(String message, Throwable cause) {
        super(message, cause);
    }
}
