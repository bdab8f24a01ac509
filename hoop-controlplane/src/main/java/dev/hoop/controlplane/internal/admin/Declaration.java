package dev.hoop.controlplane.internal.admin;

import dev.hoop.config.Position;
import dev.hoop.controlplane.ApprovalRule;
import dev.hoop.controlplane.PeopleSettings;
import dev.hoop.controlplane.PlaneSidecar;
import dev.hoop.controlplane.PlaneUser;
import dev.hoop.controlplane.RuleRefusedException;
import dev.hoop.controlplane.internal.review.Newcomers;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.review.RuleTerms;
import dev.hoop.controlplane.internal.store.Actor;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.DecisionLog;
import dev.hoop.controlplane.internal.store.Directory;
import dev.hoop.controlplane.internal.store.LogEntry;
import dev.hoop.controlplane.internal.store.PersonalTokens;
import dev.hoop.controlplane.internal.store.Rules;
import dev.hoop.controlplane.internal.store.Sessions;
import dev.hoop.controlplane.internal.store.SidecarAccounts;
import dev.hoop.controlplane.internal.store.Sidecars;
import dev.hoop.controlplane.internal.store.Users;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what the configuration file, or the program around the plane, declares, and what that changes into the decision log:
 * a rule or a reviewer that somebody writes there decides as much as one of the page. Confined to one transaction.
 */
public final class Declaration {

    /** Who declares. */
    private enum By {
        FILE(Actor.file()),
        PROGRAM(Actor.program());

        private final Actor actor;

        By(Actor actor) {
            this.actor = actor;
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(Declaration.class);

    private final Handle handle;
    private final By by;
    private final Instant now;
    private final List<LogEntry> changes = new ArrayList<>();

    private Declaration(Handle handle, By by, Instant now) {
        this.handle = handle;
        this.by = by;
        this.now = now;
    }

    /**
     * Writes it, under the one lock that replicas which start at once share. What is there already is left as it is.
     *
     * @throws RuleRefusedException when it would have a rule that nobody can satisfy; nothing was written then
     */
    public static void write(Database database, PeopleSettings people, Newcomers newcomers, PlaneClock clock) {
        database.writeAlone(handle -> {
            Declaration declaration = new Declaration(handle, By.FILE, clock.now());
            Set<String> unstaffed = declaration.unstaffed(people.approvalRules(), newcomers);
            declaration.write(people);
            declaration.judge(people, unstaffed, newcomers);
            declaration.log();
            return true;
        });
    }

    /**
     * Writes a rule for the program around the plane unless there is one of that name.
     *
     * @return whether it was written
     * @throws RuleRefusedException when nobody could satisfy it
     */
    public static boolean ensureRule(Database database, ApprovalRule rule, Newcomers newcomers, PlaneClock clock) {
        return byProgram(database, clock, declaration -> {
            if (Rules.find(declaration.handle, rule.name()).isEmpty()) {
                declaration.refusal(rule, newcomers).ifPresent(problem -> {
                    throw new RuleRefusedException(List.of(problem));
                });
                declaration.rule(rule);
            }
        });
    }

    /** Writes a user for the program around the plane, in the place of the one that there may be. */
    public static void putUser(Database database, PlaneUser user, PlaneClock clock) {
        byProgram(database, clock, declaration -> declaration.user(user));
    }

    /** Writes a sidecar for the program around the plane, in the place of the one that there may be. */
    public static void putSidecar(Database database, PlaneSidecar sidecar, PlaneClock clock) {
        byProgram(database, clock, declaration -> declaration.sidecar(sidecar));
    }

    /** Keeps a configuration for a sidecar for the program around the plane. */
    public static void putConfiguration(Database database, String sidecar, String document, PlaneClock clock) {
        byProgram(database, clock, declaration -> declaration.configuration(sidecar, document));
    }

    private static boolean byProgram(Database database, PlaneClock clock, Consumer<Declaration> what) {
        return database.writeAlone(handle -> {
            Declaration declaration = new Declaration(handle, By.PROGRAM, clock.now());
            what.accept(declaration);
            declaration.log();
            return !declaration.changes.isEmpty();
        });
    }

    /** Last in the transaction, see DecisionLog. */
    private void log() {
        changes.forEach(entry -> DecisionLog.append(handle, entry));
    }

    private boolean isOfFile() {
        return by == By.FILE;
    }

    private void write(PeopleSettings people) {
        people.approvalRules().forEach(this::rule);
        people.users().forEach(this::user);
        people.sidecars().forEach(this::sidecar);
        Directory.keepDeclaredRules(
                        handle,
                        names(people.approvalRules().stream()
                                .map(ApprovalRule::name)
                                .toList()))
                .forEach(name -> changed("rule.removed", name, ""));
        Directory.keepDeclaredUsers(
                        handle,
                        names(people.users().stream().map(PlaneUser::email).toList()))
                .forEach(email -> changed("user.deleted", email, ""));
        Sidecars.keepDeclared(
                        handle,
                        names(people.sidecars().stream().map(PlaneSidecar::name).toList()))
                .forEach(name -> changed("sidecar.tokens_removed", name, ""));
    }

    /**
     * The rules that are there, are not changed now, and have lost their people. These do not stop the start: a plane whose
     * last reviewer was disabled has to come up again for an administrator to mend it.
     */
    private Set<String> unstaffed(List<ApprovalRule> rules, Newcomers newcomers) {
        return rules.stream()
                .filter(rule -> Rules.find(handle, rule.name())
                        .filter(kept -> differences(kept, rule).isEmpty())
                        .isPresent())
                .filter(rule -> refusal(rule, newcomers).isPresent())
                .map(ApprovalRule::name)
                .collect(Collectors.toSet());
    }

    /** After everything is written, since it is the people of the database who count: those of the file and all others. */
    private void judge(PeopleSettings people, Set<String> unstaffed, Newcomers newcomers) {
        List<String> problems = new ArrayList<>();
        for (ApprovalRule rule : people.approvalRules()) {
            Optional<String> refusal = refusal(rule, newcomers).filter(why -> !unstaffed.contains(rule.name()));
            if (refusal.isPresent()) {
                Optional<Position> place =
                        Optional.ofNullable(people.rulePlaces().get(rule.name()));
                problems.add(place.map(where -> where + ": ").orElse("") + refusal.get());
            } else {
                RuleTerms.missing(handle, rule).ifPresent(missing -> warn(rule, missing));
            }
        }
        if (!problems.isEmpty()) {
            throw new RuleRefusedException(problems);
        }
    }

    /** What asks for it is refused until its people are there. */
    private static void warn(ApprovalRule rule, String missing) {
        LOG.warn("event=plane.rule.unsatisfiable rule=\"{}\" reason=\"{}\"", rule.name(), missing);
    }

    private Optional<String> refusal(ApprovalRule rule, Newcomers newcomers) {
        return RuleTerms.refusal(handle, rule, newcomers).map(why -> "approval rule `" + rule.name() + "`: " + why);
    }

    private static Set<String> names(List<String> names) {
        return new TreeSet<>(names);
    }

    private void rule(ApprovalRule rule) {
        Optional<Rules.Kept> before = Rules.find(handle, rule.name());
        List<String> differs = before.map(kept -> differences(kept, rule)).orElse(List.of());
        if (before.isEmpty() || !differs.isEmpty()) {
            Directory.putRule(handle, rule, isOfFile(), now);
            changed("rule.written", rule.name(), words(differs));
        }
    }

    private List<String> differences(Rules.Kept kept, ApprovalRule rule) {
        List<String> differs = new ArrayList<>();
        ApprovalRule old = kept.rule();
        note(differs, "reviewers_groups", isSame(old.reviewersGroups(), rule.reviewersGroups()));
        note(differs, "force_approval_groups", isSame(old.forceApprovalGroups(), rule.forceApprovalGroups()));
        note(differs, "min_approvals", old.minApprovals() == rule.minApprovals());
        note(differs, "all_groups_must_approve", old.allGroupsMustApprove() == rule.allGroupsMustApprove());
        note(differs, "allow_self_approval", old.allowSelfApproval() == rule.allowSelfApproval());
        note(differs, "pending_ttl_sec", old.pendingTtl().equals(rule.pendingTtl()));
        note(differs, "approval_ttl_sec", old.approvalTtl().equals(rule.approvalTtl()));
        note(differs, "whose it is", kept.declared() == isOfFile());
        return differs;
    }

    private void user(PlaneUser user) {
        Optional<Users.Account> before = Users.find(handle, user.email());
        List<String> differs = new ArrayList<>();
        before.ifPresent(old -> {
            note(differs, "name", old.name().equals(user.name()));
            note(differs, "groups", isSame(old.groups(), user.groups()));
            note(differs, "capabilities", old.capabilities().equals(user.capabilities()));
            note(differs, "token", PersonalTokens.isGiven(handle, user.email(), user.token()));
            note(differs, "whether they may come in", old.disabledAt().isEmpty());
            note(differs, "whose they are", old.declared() == isOfFile() && !old.fromProvider());
        });
        if (before.isEmpty() || !differs.isEmpty()) {
            Directory.putUser(handle, user, isOfFile(), now);
            before.filter(old -> isOfFile() && !old.declared()).ifPresent(this::takeOver);
            changed(before.isEmpty() ? "user.created" : "user.written", user.email(), words(differs));
        }
    }

    /** Whoever made them here may know how they come in. */
    private void takeOver(Users.Account old) {
        Users.putPasswordHash(handle, old.email(), Optional.empty());
        if (!old.fromProvider()) {
            PersonalTokens.revokeMade(handle, old.email());
            Sessions.endAll(handle, old.email());
        }
    }

    private void sidecar(PlaneSidecar sidecar) {
        Optional<SidecarAccounts.Account> before = SidecarAccounts.find(handle, sidecar.name());
        List<String> differs = new ArrayList<>();
        before.ifPresent(old -> {
            note(differs, "tokens", Sidecars.hasTokens(handle, sidecar));
            note(differs, "whether it may come in", old.disabledAt().isEmpty());
            note(differs, "whose it is", old.declared() == isOfFile());
        });
        if (before.isEmpty() || !differs.isEmpty()) {
            Sidecars.put(handle, sidecar, isOfFile(), now);
            changed(before.isEmpty() ? "sidecar.registered" : "sidecar.written", sidecar.name(), words(differs));
        }
    }

    private void configuration(String sidecar, String document) {
        if (!Sidecars.configuration(handle, sidecar).equals(Optional.of(document))) {
            Sidecars.putConfiguration(handle, sidecar, document, now);
            changed("sidecar.configuration_written", sidecar, "");
        }
    }

    private static void note(List<String> differs, String what, boolean same) {
        if (!same) {
            differs.add(what);
        }
    }

    private static boolean isSame(Iterable<String> one, Iterable<String> other) {
        return sorted(one).equals(sorted(other));
    }

    private static Set<String> sorted(Iterable<String> names) {
        Set<String> sorted = new TreeSet<>();
        names.forEach(sorted::add);
        return sorted;
    }

    private static String words(List<String> differs) {
        return differs.isEmpty() ? "" : differs.stream().collect(Collectors.joining(", ", "changed: ", ""));
    }

    private void changed(String kind, String about, String what) {
        changes.add(
                LogEntry.of(by.actor, kind, about, now).because(what.isEmpty() ? Optional.empty() : Optional.of(what)));
    }
}
