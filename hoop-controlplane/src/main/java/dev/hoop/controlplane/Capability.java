package dev.hoop.controlplane;

import java.util.Locale;
import java.util.Optional;

/** What a person may do on a plane. Who has any of them reads reviews. */
public enum Capability {
    /** Decides about reviews of the groups that they are in; freezes and unfreezes. */
    REVIEW,

    /** Manages sidecars, approval rules and users; freezes and unfreezes. */
    ADMIN,

    /** Reads the log of everything that was decided and changed. */
    AUDIT;

    /** The word in configuration and on the wire. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Reads a word; empty for anything else. */
    public static Optional<Capability> parse(String word) {
        for (Capability capability : values()) {
            if (capability.word().equals(word)) {
                return Optional.of(capability);
            }
        }
        return Optional.empty();
    }
}
