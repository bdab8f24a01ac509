package dev.hoop.controlplane;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A person who uses the plane.
 *
 * @param email who they are; kept in lower case
 * @param name what they are called on pages and in {@code decided_by}
 * @param groups the groups they decide for
 * @param capabilities what they may do
 * @param token by which they sign in; without one they need a password, an identity provider or a one-time link
 */
public record PlaneUser(
        String email, String name, List<String> groups, Set<Capability> capabilities, Optional<SecretToken> token) {

    /** @throws IllegalArgumentException when the address is none, a name is not a line of text, or they may do nothing */
    public PlaneUser {
        email = email.toLowerCase(Locale.ROOT);
        groups = List.copyOf(groups);
        capabilities = Set.copyOf(capabilities);
        Names.require("the e-mail address of a user", email);
        Names.require("the name of a user", name);
        groups.forEach(group -> Names.require("a group", group));
        int at = email.indexOf('@');
        if (at < 1 || at == email.length() - 1 || email.indexOf(' ') >= 0) {
            throw new IllegalArgumentException(
                    "`" + email + "` is not an e-mail address; write one like ana@example.com");
        }
        if (capabilities.isEmpty()) {
            throw new IllegalArgumentException(
                    "the user may do nothing; write at least one of review, admin, audit in capabilities");
        }
    }

    /** A reviewer: who decides and does nothing else. */
    public PlaneUser(String email, String name, List<String> groups, Optional<SecretToken> token) {
        this(email, name, groups, Set.of(Capability.REVIEW), token);
    }
}
