package dev.hoop.controlplane;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A person who reviews.
 *
 * @param email who they are; kept in lower case
 * @param name what they are called on pages and in {@code decided_by}
 * @param groups the groups they decide for
 * @param token by which they sign in; without one only a one-time link lets them in
 */
public record PlaneUser(String email, String name, List<String> groups, Optional<SecretToken> token) {

    /** @throws IllegalArgumentException when the address is none or a name is not a line of text */
    public PlaneUser {
        email = email.toLowerCase(Locale.ROOT);
        groups = List.copyOf(groups);
        Names.require("the e-mail address of a user", email);
        Names.require("the name of a user", name);
        groups.forEach(group -> Names.require("a group", group));
        int at = email.indexOf('@');
        if (at < 1 || at == email.length() - 1 || email.indexOf(' ') >= 0) {
            throw new IllegalArgumentException(
                    "`" + email + "` is not an e-mail address; write one like ana@example.com");
        }
    }
}
