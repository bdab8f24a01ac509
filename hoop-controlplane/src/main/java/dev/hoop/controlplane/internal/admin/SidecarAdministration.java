package dev.hoop.controlplane.internal.admin;

import dev.hoop.controlplane.Capability;
import dev.hoop.controlplane.PlaneSidecar;
import dev.hoop.controlplane.SecretToken;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.review.Refusal;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.Directory.Person;
import dev.hoop.controlplane.internal.store.SidecarAccounts;
import dev.hoop.controlplane.internal.store.SidecarAccounts.Account;
import dev.hoop.controlplane.internal.store.Sidecars;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/** Registering sidecars, replacing their tokens, and letting them in no more. Needs {@code admin}. */
public final class SidecarAdministration {

    /** How long an old token may live beside a new one at most. */
    public static final Duration MAX_OVERLAP = Duration.ofDays(7);

    /** The segments of sidecars' own calls, beside which a name could not be addressed. */
    private static final Set<String> RESERVED = Set.of("handshake", "configuration", "reviews");

    private final Database database;
    private final PlaneClock clock;

    public SidecarAdministration(Database database, PlaneClock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Every sidecar, by name. */
    public List<Account> list(Person by) {
        Acts.require(by, Capability.ADMIN);
        return database.read(SidecarAccounts::list);
    }

    /** A sidecar. */
    public Account get(Person by, String name) {
        Acts.require(by, Capability.ADMIN);
        return database.read(handle -> require(handle, name));
    }

    /** The configuration document that is kept for a sidecar. */
    public Optional<String> configuration(Person by, String name) {
        Acts.require(by, Capability.ADMIN);
        return database.read(
                handle -> Sidecars.configuration(handle, require(handle, name).name()));
    }

    /**
     * Registers a sidecar.
     *
     * @return its token, which is told this once
     */
    public SecretToken register(Person by, String name) {
        Acts.require(by, Capability.ADMIN);
        SecretToken token = SecretToken.random();
        requireName(name, token);
        return database.write(handle -> {
            Instant now = clock.now();
            long live = SidecarAccounts.liveReviews(handle, name, now);
            if (SidecarAccounts.find(handle, name).isEmpty() && live > 0) {
                // They would be the new sidecar's, which did not ask for them.
                throw new Refusal(
                        Refusal.Kind.CONFLICT,
                        "an earlier sidecar of that name has " + live
                                + " reviews that wait or are approved; reject or revoke them first, or choose another name");
            }
            if (!SidecarAccounts.insert(handle, name, token, now)) {
                throw new Refusal(Refusal.Kind.CONFLICT, "there is a sidecar of that name already; choose another");
            }
            Acts.note(handle, by, "sidecar.registered", name, Optional.empty(), now);
            return token;
        });
    }

    private static void requireName(String name, SecretToken token) {
        try {
            new PlaneSidecar(name, token);
        } catch (IllegalArgumentException e) {
            throw new Refusal(Refusal.Kind.INVALID, String.valueOf(e.getMessage()));
        }
        if (RESERVED.contains(name)) {
            throw new Refusal(Refusal.Kind.INVALID, "a sidecar cannot be called " + name + "; choose another name");
        }
    }

    /**
     * Gives a sidecar another token.
     *
     * @param overlap how long the one it has goes on working; one before that ends now
     * @return the new token, which is told this once
     */
    public SecretToken rotate(Person by, String name, Duration overlap) {
        Acts.require(by, Capability.ADMIN);
        if (overlap.isNegative() || overlap.compareTo(MAX_OVERLAP) > 0) {
            throw new Refusal(
                    Refusal.Kind.INVALID, "the old token may go on for 0 to " + MAX_OVERLAP.toSeconds() + " seconds");
        }
        SecretToken token = SecretToken.random();
        return database.write(handle -> {
            Account sidecar = requireOurs(handle, name);
            Instant now = clock.now();
            SidecarAccounts.rotate(handle, sidecar.name(), token, now.plus(overlap), now);
            Acts.note(handle, by, "sidecar.token_rotated", name, Optional.empty(), now);
            return token;
        });
    }

    /** Ends a sidecar's old token before its time. */
    public void endOldToken(Person by, String name) {
        change(by, name, "sidecar.old_token_ended", (handle, now) -> {
            if (!SidecarAccounts.endOldToken(handle, name, now)) {
                throw new Refusal(Refusal.Kind.CONFLICT, "the sidecar has no old token that still works");
            }
        });
    }

    /** Lets a sidecar in no more, or again. */
    public void setDisabled(Person by, String name, boolean disabled) {
        change(
                by,
                name,
                disabled ? "sidecar.disabled" : "sidecar.enabled",
                (handle, now) ->
                        SidecarAccounts.putDisabled(handle, name, disabled ? Optional.of(now) : Optional.empty()));
    }

    /** Removes a sidecar with its tokens and its configuration; its reviews stay. */
    public void delete(Person by, String name) {
        change(by, name, "sidecar.deleted", (handle, now) -> SidecarAccounts.delete(handle, name, now));
    }

    /**
     * Keeps a configuration for a sidecar, which it runs from at its next start, or when it next asks. Also for one of the
     * file, which has no word for it: the sidecar gave it once, and only here can it be changed.
     */
    public void putConfiguration(Person by, String name, String document) {
        changeAny(
                by,
                name,
                "sidecar.configuration_written",
                (handle, now) -> Sidecars.putConfiguration(handle, name, document, now));
    }

    /** Keeps no configuration for a sidecar any more, also of the file, so that it seeds the plane with its file's. */
    public void dropConfiguration(Person by, String name) {
        changeAny(
                by,
                name,
                "sidecar.configuration_removed",
                (handle, now) -> SidecarAccounts.dropConfiguration(handle, name));
    }

    private interface Change {
        void make(Handle handle, Instant now);
    }

    private void change(Person by, String name, String kind, Change change) {
        changeAny(by, name, kind, (handle, now) -> {
            requireOurs(handle, name);
            change.make(handle, now);
        });
    }

    private void changeAny(Person by, String name, String kind, Change change) {
        Acts.require(by, Capability.ADMIN);
        database.write(handle -> {
            require(handle, name);
            Instant now = clock.now();
            change.make(handle, now);
            Acts.note(handle, by, kind, name, Optional.empty(), now);
            return true;
        });
    }

    private static Account require(Handle handle, String name) {
        return SidecarAccounts.find(handle, name).orElseThrow(() -> Acts.notFound("sidecar"));
    }

    private static Account requireOurs(Handle handle, String name) {
        Account sidecar = require(handle, name);
        if (sidecar.declared()) {
            throw Acts.ofTheFile("the sidecar");
        }
        return sidecar;
    }
}
