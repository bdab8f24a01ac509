package dev.hoop.controlplane.internal.admin;

import dev.hoop.controlplane.Capability;
import dev.hoop.controlplane.PlaneUser;
import dev.hoop.controlplane.internal.people.Passwords;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.review.Refusal;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.Directory.Person;
import dev.hoop.controlplane.internal.store.Sessions;
import dev.hoop.controlplane.internal.store.Users;
import dev.hoop.controlplane.internal.store.Users.Account;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Creating users, what they may do, their passwords, and letting them in no more. Needs {@code admin}. */
public final class UserAdministration {

    private final Database database;
    private final PlaneClock clock;
    private final Passwords passwords;

    public UserAdministration(Database database, PlaneClock clock, Passwords passwords) {
        this.database = database;
        this.clock = clock;
        this.passwords = passwords;
    }

    /** Every user, by address. */
    public List<Account> list(Person by) {
        Acts.require(by, Capability.ADMIN);
        return database.read(Users::list);
    }

    /** A user. */
    public Account get(Person by, String email) {
        Acts.require(by, Capability.ADMIN);
        return database.read(handle -> require(handle, email));
    }

    /**
     * Creates a user.
     *
     * @param password by which they sign in; without one they need an identity provider or a one-time link
     */
    public Account create(Person by, PlaneUser user, Optional<String> password) {
        Acts.require(by, Capability.ADMIN);
        Optional<String> hash = password.map(passwords::hash);
        return database.write(handle -> {
            Instant now = clock.now();
            if (!Users.insert(handle, user.email(), user.name(), false, now)) {
                throw new Refusal(Refusal.Kind.CONFLICT, "there is a user with that address already");
            }
            Users.putGroups(handle, user.email(), user.groups());
            Users.putCapabilities(handle, user.email(), user.capabilities());
            Users.putPasswordHash(handle, user.email(), hash);
            Acts.note(handle, by, "user.created", user.email(), Optional.of(described(user)), now);
            return require(handle, user.email());
        });
    }

    /** Gives a user another name, other groups, other capabilities. */
    public Account update(Person by, PlaneUser user) {
        Acts.require(by, Capability.ADMIN);
        return database.write(handle -> {
            Account known = requireOurs(handle, user.email());
            if (known.email().equals(by.email()) && !user.capabilities().contains(Capability.ADMIN)) {
                throw new Refusal(
                        Refusal.Kind.CONFLICT, "you cannot take admin from yourself; another administrator can");
            }
            Users.rename(handle, user.email(), user.name());
            Users.putGroups(handle, user.email(), user.groups());
            Users.putCapabilities(handle, user.email(), user.capabilities());
            Acts.note(handle, by, "user.written", user.email(), Optional.of(described(user)), clock.now());
            return require(handle, user.email());
        });
    }

    /** Gives a user another password, or none; their sessions end. */
    public void setPassword(Person by, String email, Optional<String> password) {
        Acts.require(by, Capability.ADMIN);
        Optional<String> hash = password.map(passwords::hash);
        database.write(handle -> {
            Account known = require(handle, email);
            if (known.declared() && hash.isPresent()) {
                throw new Refusal(
                        Refusal.Kind.CONFLICT,
                        "the user belongs to the configuration file of the control plane and comes in by token or identity"
                                + " provider, not by a password; to give them one, take them out of the file and create"
                                + " them here");
            }
            Users.putPasswordHash(handle, known.email(), hash);
            Sessions.endAll(handle, known.email());
            String kind = hash.isPresent() ? "user.password_set" : "user.password_removed";
            Acts.note(handle, by, kind, known.email(), Optional.empty(), clock.now());
            return true;
        });
    }

    /** Lets a user in no more, or again. Their sessions end; their tokens work no more while they are disabled. */
    public void setDisabled(Person by, String email, boolean disabled) {
        Acts.require(by, Capability.ADMIN);
        database.write(handle -> {
            Account known = requireOurs(handle, email);
            requireAnother(by, known);
            Instant now = clock.now();
            Users.putDisabled(handle, known.email(), disabled ? Optional.of(now) : Optional.empty());
            Acts.note(handle, by, disabled ? "user.disabled" : "user.enabled", known.email(), Optional.empty(), now);
            return true;
        });
    }

    /** Ends every session of a user. */
    public void endSessions(Person by, String email) {
        Acts.require(by, Capability.ADMIN);
        database.write(handle -> {
            Account known = require(handle, email);
            Sessions.endAll(handle, known.email());
            Acts.note(handle, by, "user.sessions_ended", known.email(), Optional.empty(), clock.now());
            return true;
        });
    }

    /** Removes a user with tokens and sessions; what they decided stays. */
    public void delete(Person by, String email) {
        Acts.require(by, Capability.ADMIN);
        database.write(handle -> {
            Account known = requireOurs(handle, email);
            requireAnother(by, known);
            Users.delete(handle, known.email());
            Acts.note(handle, by, "user.deleted", known.email(), Optional.empty(), clock.now());
            return true;
        });
    }

    private static String described(PlaneUser user) {
        List<String> capabilities =
                user.capabilities().stream().sorted().map(Capability::word).toList();
        return "groups " + String.join(", ", user.groups()) + "; capabilities " + String.join(", ", capabilities);
    }

    private static void requireAnother(Person by, Account known) {
        if (known.email().equals(by.email())) {
            throw new Refusal(Refusal.Kind.CONFLICT, "you cannot shut yourself out; another administrator can do this");
        }
    }

    private static Account require(Handle handle, String email) {
        return Users.find(handle, email.toLowerCase(Locale.ROOT)).orElseThrow(() -> Acts.notFound("user"));
    }

    private static Account requireOurs(Handle handle, String email) {
        Account account = require(handle, email);
        if (account.declared()) {
            throw Acts.ofTheFile("the user");
        }
        return account;
    }
}
