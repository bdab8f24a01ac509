package dev.hoop.controlplane;

/**
 * A sidecar that may file reviews.
 *
 * @param name unique
 * @param token by which it is known
 */
public record PlaneSidecar(String name, SecretToken token) {

    /** @throws IllegalArgumentException when the name is not a line of text */
    public PlaneSidecar {
        Names.require("the name of a sidecar", name);
    }
}
