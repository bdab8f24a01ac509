package dev.hoop.controlplane.internal.people;

/** Why nobody came in through the identity provider. The message is for whoever runs the plane and carries no secret. */
public final class OidcFailure extends Exception {

    private static final long serialVersionUID = 1;

    public OidcFailure(String message) {
        super(message);
    }

    OidcFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
