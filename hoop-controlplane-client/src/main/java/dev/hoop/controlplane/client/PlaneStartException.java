package dev.hoop.controlplane.client;

/** A sidecar cannot start against this plane. The message tells an operator what to do. */
public final class PlaneStartException extends Exception {

    private static final long serialVersionUID = 1;

    PlaneStartException(String message) {
        super(message);
    }

    PlaneStartException(String message, Throwable cause) {
        super(message, cause);
    }
}
