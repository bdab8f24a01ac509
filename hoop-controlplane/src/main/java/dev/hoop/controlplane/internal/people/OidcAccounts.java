package dev.hoop.controlplane.internal.people;

import dev.hoop.controlplane.Capability;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.store.Actor;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.DecisionLog;
import dev.hoop.controlplane.internal.store.Identities;
import dev.hoop.controlplane.internal.store.LogEntry;
import dev.hoop.controlplane.internal.store.Users;
import dev.hoop.controlplane.internal.store.Users.Account;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/** Which user somebody is whom the provider let in. Blocks on the database. */
public final class OidcAccounts {

    private final Database database;
    private final PlaneClock clock;
    private final boolean createUsers;

    public OidcAccounts(Database database, PlaneClock clock, boolean createUsers) {
        this.database = database;
        this.clock = clock;
        this.createUsers = createUsers;
    }

    /**
     * The address of the user, who is made where that is allowed.
     *
     * @throws OidcFailure when they may not come in
     */
    public String signIn(OidcPerson person) throws OidcFailure {
        return database.<String, OidcFailure>write(handle -> {
            Optional<String> known = Identities.find(handle, person.issuer().toString(), person.subject());
            Account account = known.isPresent() ? existing(handle, known.get()) : account(handle, person);
            if (account.disabledAt().isPresent()) {
                throw new OidcFailure("the user is disabled");
            }
            if (account.fromProvider()) {
                Users.rename(handle, account.email(), person.name());
                Users.putGroups(handle, account.email(), person.groups());
            }
            if (known.isEmpty()) {
                Actor who = new Actor(account.email(), account.name(), Set.of());
                DecisionLog.append(handle, LogEntry.of(who, "user.joined_by_provider", account.email(), clock.now()));
            }
            return account.email();
        });
    }

    private Account account(Handle handle, OidcPerson person) throws OidcFailure {
        String issuer = person.issuer().toString();
        if (Users.find(handle, person.email()).isEmpty()) {
            create(handle, person);
        } else if (Identities.hasAny(handle, issuer, person.email())) {
            throw new OidcFailure(
                    "the user with that address has another subject at the provider; remove the user first"
                            + " if the address has passed to another person");
        }
        Identities.add(handle, issuer, person.subject(), person.email());
        return existing(handle, person.email());
    }

    private static Account existing(Handle handle, String email) throws OidcFailure {
        return Users.find(handle, email).orElseThrow(() -> new OidcFailure("the user is gone"));
    }

    private void create(Handle handle, OidcPerson person) throws OidcFailure {
        if (!createUsers) {
            throw new OidcFailure("there is no user with that address, and none are made (oidc.create_users)");
        }
        Users.insert(handle, person.email(), person.name(), true, clock.now());
        Users.putGroups(handle, person.email(), person.groups());
        Users.putCapabilities(handle, person.email(), Set.of(Capability.REVIEW));
    }
}
