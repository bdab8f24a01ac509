package dev.hoop.controlplane;

import java.util.Optional;

/**
 * A sidecar that may file reviews.
 *
 * @param name unique
 * @param token by which it is known
 * @param previousToken by which it is known too, while its token is being replaced
 */
public record PlaneSidecar(String name, SecretToken token, Optional<SecretToken> previousToken) {

    /** @throws IllegalArgumentException when the name is not a line of text */
    public PlaneSidecar {
        Names.require("the name of a sidecar", name);
    }

    /** A sidecar with one token. */
    public PlaneSidecar(String name, SecretToken token) {
        this(name, token, Optional.empty());
    }
}
