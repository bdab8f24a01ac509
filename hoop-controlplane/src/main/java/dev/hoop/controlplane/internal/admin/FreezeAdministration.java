package dev.hoop.controlplane.internal.admin;

import dev.hoop.controlplane.Capability;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.review.Refusal;
import dev.hoop.controlplane.internal.review.StatementText;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.Directory.Person;
import dev.hoop.controlplane.internal.store.Freezes;
import dev.hoop.controlplane.internal.store.Freezes.Freeze;
import dev.hoop.controlplane.internal.store.Freezes.Target;
import dev.hoop.controlplane.internal.store.SidecarAccounts;
import dev.hoop.controlplane.internal.store.Sidecars;
import dev.hoop.web.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jdbi.v3.core.Handle;

/** Freezing and unfreezing. Needs {@code review} or {@code admin}; looking needs neither. */
public final class FreezeAdministration {

    private static final int MAX_SHOWN = 200;
    private static final int MAX_NAME = 512;

    private final Database database;
    private final PlaneClock clock;
    private final BiConsumer<Handle, Freeze> notices;

    /** @param notices hears of every freeze and of its end, in the transaction that does it */
    public FreezeAdministration(Database database, PlaneClock clock, BiConsumer<Handle, Freeze> notices) {
        this.database = database;
        this.clock = clock;
        this.notices = notices;
    }

    /** The freezes that last, the newest first; with those that ended, the newest 200 of all. */
    public List<Freeze> list(boolean ended) {
        return database.read(handle -> Freezes.list(handle, ended, ended ? MAX_SHOWN : Integer.MAX_VALUE));
    }

    /**
     * Freezes something: what it asks is refused and its approvals are not spent until somebody unfreezes it.
     *
     * @param reason for the record; the frozen one is not told
     */
    public Freeze start(Person by, Target target, Optional<String> reason) {
        Acts.require(by, Capability.REVIEW, Capability.ADMIN);
        requireNames(target);
        String why = reason.orElseThrow(() -> new Refusal(Refusal.Kind.INVALID, "a freeze needs a reason"));
        return database.write(handle -> {
            requireThere(handle, target);
            Instant now = clock.now();
            Freeze freeze = new Freeze(UUID.randomUUID().toString(), target, why, now, by.name(), Optional.empty());
            if (!Freezes.start(handle, freeze)) {
                throw new Refusal(Refusal.Kind.CONFLICT, target.described() + " is frozen already");
            }
            notices.accept(handle, freeze);
            Acts.note(handle, by, "freeze.started", freeze.id(), Optional.of(target.described() + ": " + why), now);
            return freeze;
        });
    }

    /**
     * A sidecar or listener that is not there is a name that was mistyped, and who froze it would believe that it stands still.
     * Which listeners there are is known where the plane keeps the sidecar's configuration.
     */
    private static void requireThere(Handle handle, Target target) {
        if (target instanceof Target.Requester) {
            return;
        }
        String sidecar =
                target instanceof Target.Listener listener ? listener.sidecar() : ((Target.Sidecar) target).name();
        if (SidecarAccounts.find(handle, sidecar).isEmpty()) {
            throw new Refusal(
                    Refusal.Kind.NOT_FOUND,
                    "there is no sidecar " + sidecar + ", so nothing was frozen; GET /api/sidecars lists them");
        }
        if (target instanceof Target.Listener listener) {
            List<String> there = new ArrayList<>();
            Sidecars.configuration(handle, sidecar)
                    .map(document -> Json.read(document).path("listeners"))
                    .ifPresent(listeners -> listeners.forEach(
                            block -> there.add(block.path("name").asText())));
            if (!there.isEmpty() && !there.contains(listener.name())) {
                throw new Refusal(
                        Refusal.Kind.NOT_FOUND,
                        target.described()
                                + " is not in the configuration that is kept for the sidecar, so nothing was frozen;"
                                + " it has " + String.join(", ", there) + "; freeze one of them, or the whole sidecar");
            }
        }
    }

    private static void requireNames(Target target) {
        List<String> names = target instanceof Target.Listener listener
                ? List.of(listener.sidecar(), listener.name())
                : List.of(
                        target instanceof Target.Sidecar sidecar ? sidecar.name() : ((Target.Requester) target).name());
        for (String name : names) {
            if (name.isBlank() || name.length() > MAX_NAME || !StatementText.isPlain(name)) {
                throw new Refusal(
                        Refusal.Kind.INVALID, "what is to be frozen is a name of 1 to " + MAX_NAME + " characters");
            }
        }
    }

    /** Ends a freeze: approvals whose time is not up can be used again. */
    public Freeze end(Person by, String id, Optional<String> reason) {
        Acts.require(by, Capability.REVIEW, Capability.ADMIN);
        String why = reason.orElseThrow(() -> new Refusal(Refusal.Kind.INVALID, "unfreezing needs a reason"));
        return database.write(handle -> {
            Freeze freeze = Freezes.find(handle, id).orElseThrow(() -> Acts.notFound("freeze"));
            Instant now = clock.now();
            if (!Freezes.end(handle, id, new Freezes.End(now, by.name(), Optional.of(why)))) {
                throw new Refusal(Refusal.Kind.CONFLICT, "the freeze has ended already");
            }
            Freeze ended = Freezes.find(handle, id).orElseThrow();
            notices.accept(handle, ended);
            Acts.note(
                    handle, by, "freeze.ended", id, Optional.of(freeze.target().described() + ": " + why), now);
            return ended;
        });
    }
}
