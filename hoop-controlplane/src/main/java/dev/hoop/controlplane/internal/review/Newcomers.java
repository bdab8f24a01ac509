package dev.hoop.controlplane.internal.review;

import dev.hoop.controlplane.Capability;
import dev.hoop.controlplane.OidcProvider;
import dev.hoop.controlplane.internal.store.Directory.Person;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * People who are no users yet and become some by signing in: nobody, or anybody whom the identity provider lets in, in those
 * groups that its groups lead to. A rule for them can be written before the first of them has come.
 */
public final class Newcomers {

    private static final String WHO = "whoever signs in through the identity provider";

    private final Optional<OidcProvider> provider;

    private Newcomers(Optional<OidcProvider> provider) {
        this.provider = provider;
    }

    /** Those of a provider; nobody without one, or where it makes no users. */
    public static Newcomers of(Optional<OidcProvider> provider) {
        return new Newcomers(provider.filter(OidcProvider::createUsers));
    }

    /** As many as are asked for, each in all of these groups that they may come to be in. */
    List<Person> people(Set<String> groups, int count) {
        Set<String> theirs = new TreeSet<>(groups);
        theirs.removeIf(group -> !mayJoin(group));
        return theirs.isEmpty()
                ? List.of()
                : Collections.nCopies(count, new Person(WHO, WHO, theirs, Set.of(Capability.REVIEW)));
    }

    private boolean mayJoin(String group) {
        return provider.map(OidcProvider::groupsMap)
                .filter(map -> map.isEmpty() || map.containsValue(group))
                .isPresent();
    }

    /** What else to do about a group without people, after a comma, where the provider could bring some. */
    String advice() {
        return provider.isPresent() ? ", or have oidc.groups_map lead to them" : "";
    }
}
