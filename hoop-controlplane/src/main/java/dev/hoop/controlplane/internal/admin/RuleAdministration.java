package dev.hoop.controlplane.internal.admin;

import dev.hoop.controlplane.ApprovalRule;
import dev.hoop.controlplane.Capability;
import dev.hoop.controlplane.internal.review.Newcomers;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.review.Refusal;
import dev.hoop.controlplane.internal.review.RuleTerms;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.Directory;
import dev.hoop.controlplane.internal.store.Directory.Person;
import dev.hoop.controlplane.internal.store.Rules;
import dev.hoop.controlplane.internal.store.Rules.Kept;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Writing and removing approval rules. Needs {@code admin}. Reviews that are there keep their terms. */
public final class RuleAdministration {

    private final Database database;
    private final PlaneClock clock;
    private final Newcomers newcomers;

    /** @param newcomers who may come whom the database does not have yet */
    public RuleAdministration(Database database, PlaneClock clock, Newcomers newcomers) {
        this.database = database;
        this.clock = clock;
        this.newcomers = newcomers;
    }

    /**
     * A rule as it is looked at.
     *
     * @param missing who is missing for those who are there to satisfy it; empty when they can
     */
    public record View(ApprovalRule rule, boolean declared, Optional<String> missing) {}

    /** Every rule, by name. */
    public List<View> list(Person by) {
        Acts.require(by, Capability.ADMIN);
        return database.read(handle ->
                Rules.list(handle).stream().map(kept -> view(handle, kept)).toList());
    }

    /** A rule. */
    public View get(Person by, String name) {
        Acts.require(by, Capability.ADMIN);
        return database.read(
                handle -> view(handle, Rules.find(handle, name).orElseThrow(() -> Acts.notFound("approval rule"))));
    }

    private static View view(Handle handle, Kept kept) {
        return new View(kept.rule(), kept.declared(), RuleTerms.missing(handle, kept.rule()));
    }

    /** Writes a rule that there is not. */
    public void create(Person by, ApprovalRule rule) {
        write(by, rule, true);
    }

    /** Writes a rule, instead of the one of that name if there is one. */
    public void put(Person by, ApprovalRule rule) {
        write(by, rule, false);
    }

    private void write(Person by, ApprovalRule rule, boolean mustBeNew) {
        Acts.require(by, Capability.ADMIN);
        database.write(handle -> {
            Optional<Kept> known = Rules.find(handle, rule.name());
            if (known.isPresent() && mustBeNew) {
                throw new Refusal(Refusal.Kind.CONFLICT, "there is an approval rule of that name already");
            }
            requireOurs(known);
            RuleTerms.refusal(handle, rule, newcomers).ifPresent(why -> {
                throw new Refusal(Refusal.Kind.UNSATISFIABLE, why);
            });
            Instant now = clock.now();
            Directory.putRule(handle, rule, false, now);
            Acts.note(handle, by, "rule.written", rule.name(), Optional.empty(), now);
            return true;
        });
    }

    /** Removes a rule. What asks for it from now on is refused. */
    public void delete(Person by, String name) {
        Acts.require(by, Capability.ADMIN);
        database.write(handle -> {
            Optional<Kept> known = Rules.find(handle, name);
            if (known.isEmpty()) {
                throw Acts.notFound("approval rule");
            }
            requireOurs(known);
            Rules.delete(handle, name);
            Acts.note(handle, by, "rule.removed", name, Optional.empty(), clock.now());
            return true;
        });
    }

    private static void requireOurs(Optional<Kept> known) {
        if (known.isPresent() && known.get().declared()) {
            throw Acts.ofTheFile("the approval rule");
        }
    }
}
