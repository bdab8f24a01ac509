package dev.hoop.controlplane.internal.review;

import dev.hoop.controlplane.Capability;
import dev.hoop.controlplane.internal.store.Actor;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.DecisionLog;
import dev.hoop.controlplane.internal.store.DecisionRows;
import dev.hoop.controlplane.internal.store.Directory;
import dev.hoop.controlplane.internal.store.Directory.Person;
import dev.hoop.controlplane.internal.store.LogEntry;
import dev.hoop.controlplane.internal.store.ReviewContexts;
import dev.hoop.controlplane.internal.store.ReviewPeople;
import dev.hoop.controlplane.internal.store.ReviewPeople.Asker;
import dev.hoop.controlplane.internal.store.ReviewPeople.Groups;
import dev.hoop.controlplane.internal.store.ReviewPeople.Made;
import dev.hoop.controlplane.internal.store.ReviewTable;
import dev.hoop.controlplane.internal.store.StoredReview;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/** What a person does: approve, reject, revoke. Blocks on the database; safe for use by many threads. */
public final class Decisions {

    private final Database database;
    private final ReviewEvents events;
    private final PlaneClock clock;

    public Decisions(Database database, ReviewEvents events, PlaneClock clock) {
        this.database = database;
        this.events = events;
        this.clock = clock;
    }

    /** What a person wants to become of a review. */
    public enum Wish {
        APPROVE,
        REJECT,
        REVOKE
    }

    /** Whether someone may decide about a review, and if not, why. */
    public sealed interface Right {
        /** For these of the review's groups. */
        record Granted(Set<String> groups) implements Right {}

        /** The reason is for that person. */
        record Denied(String reason) implements Right {}
    }

    /** A review right after a decision, still pending when more approvals are needed; and its people with the decision. */
    public record Decided(ReviewContexts.Whole whole, ReviewPeople.All people) {

        /** The review. */
        public StoredReview review() {
            return whole.review();
        }
    }

    /**
     * Decides.
     *
     * @throws Refusal {@code NOT_FOUND}, {@code FORBIDDEN}, or {@code TOO_LATE}: the review is in another state by now
     */
    public Decided decide(ReviewId id, Person person, Wish wish, Optional<String> reason) {
        return database.write(handle -> {
            Instant now = clock.now();
            // Of two decisions at a time, the second one sees the first.
            ReviewContexts.Whole whole =
                    ReviewContexts.wholeToChange(handle, id, now).orElseThrow(Filings::notFound);
            StoredReview review = whole.review();
            ReviewPeople.All people = ReviewPeople.all(handle, id);
            Right right = right(review, people.groups(), people.askers(), person);
            if (right instanceof Right.Denied denied) {
                throw new Refusal(Refusal.Kind.FORBIDDEN, denied.reason());
            }
            Set<String> groups = ((Right.Granted) right).groups();
            // A question that is taken back before it was answered is answered with no.
            Wish meant = wish == Wish.REVOKE && review.status().equals(ReviewStatus.PENDING) ? Wish.REJECT : wish;
            Made made = made(person, decision(meant), groups, reason, now);
            StoredReview after = switch (meant) {
                case APPROVE -> approve(handle, review, people, made);
                case REJECT -> end(handle, review, ReviewStatus.PENDING, made);
                case REVOKE -> end(handle, review, ReviewStatus.APPROVED, made);
            };
            if (!after.status().equals(ReviewStatus.PENDING)) {
                events.publish(handle, new ReviewEvent(ReviewEvent.Kind.DECIDED, after));
            }
            log(handle, after, made);
            requireStill(handle, person, groups);
            return new Decided(whole.as(after), people.with(made));
        });
    }

    private static ReviewStatus decision(Wish wish) {
        return switch (wish) {
            case APPROVE -> ReviewStatus.APPROVED;
            case REJECT -> ReviewStatus.REJECTED;
            case REVOKE -> ReviewStatus.REVOKED;
        };
    }

    private static void log(Handle handle, StoredReview review, Made made) {
        Actor who = new Actor(made.email(), made.name(), made.groups());
        String kind = "review." + made.decision().word().toLowerCase(Locale.ROOT);
        DecisionLog.append(
                handle,
                LogEntry.of(who, kind, review.id().value(), made.at())
                        .because(made.reason())
                        .withPayload(review.payloadSha256()));
    }

    /** Whether a person may decide about a review, were it in a state to be decided. */
    public static Right right(StoredReview review, Groups groups, List<Asker> askers, Person person) {
        if (!person.may(Capability.REVIEW)) {
            return new Right.Denied("deciding needs the capability review; ask an administrator for it");
        }
        Set<String> theirs = new TreeSet<>(person.groups());
        theirs.removeIf(group ->
                !groups.reviewers().contains(group) && !groups.forcing().contains(group));
        if (theirs.isEmpty()) {
            Set<String> all = new TreeSet<>(groups.reviewers());
            all.addAll(groups.forcing());
            return new Right.Denied(
                    "only members of " + String.join(", ", all) + " decide about this review; you are in none of them");
        }
        boolean asked = askers.stream().anyMatch(asker -> RuleTerms.isSame(asker, person));
        if (asked && !review.terms().allowSelfApproval()) {
            return new Right.Denied("you asked for this statement yourself; somebody else has to decide");
        }
        return new Right.Granted(theirs);
    }

    /**
     * Who decides was let in before this transaction, which may have waited. Behind the log's lock nothing that is written
     * to the log can change it any more.
     */
    private static void requireStill(Handle handle, Person person, Set<String> groups) {
        boolean may = Directory.user(handle, person.email())
                .filter(now -> now.may(Capability.REVIEW) && now.groups().containsAll(groups))
                .isPresent();
        if (!may) {
            throw new Refusal(
                    Refusal.Kind.FORBIDDEN,
                    "what you may do was changed at this moment; open the review again to see whether you may still"
                            + " decide");
        }
    }

    private static StoredReview approve(Handle handle, StoredReview review, ReviewPeople.All people, Made made) {
        if (!review.status().equals(ReviewStatus.PENDING)) {
            throw tooLate(review, "approved");
        }
        List<Made> approvals = new ArrayList<>(RuleTerms.counted(review.terms(), people.askers(), people.decisions()));
        if (approvals.stream().anyMatch(earlier -> earlier.email().equals(made.email()))) {
            throw new Refusal(
                    Refusal.Kind.TOO_LATE, "you approved this review already; it needs the approval of somebody else");
        }
        approvals.add(made);
        List<Set<String>> approvers = approvals.stream().map(Made::groups).toList();
        if (!Approvals.suffice(review.terms(), people.groups(), approvers)) {
            DecisionRows.record(handle, review.id(), made);
            return review;
        }
        String by = approvals.stream().map(Made::name).collect(Collectors.joining(", "));
        return DecisionRows.approve(
                        handle, review.id(), made, by, review.terms().approvalTtl())
                .orElseThrow(() -> tooLate(review, "approved"));
    }

    private static StoredReview end(Handle handle, StoredReview review, ReviewStatus from, Made made) {
        boolean rejected = made.decision().equals(ReviewStatus.REJECTED);
        ReviewTable.Ending ending =
                new ReviewTable.Ending(made.name(), rejected ? made.reason() : Optional.empty(), made.at());
        StoredReview ended = ReviewTable.end(handle, review.id(), from, made.decision(), ending)
                .orElseThrow(() -> tooLate(review, rejected ? "rejected" : "revoked"));
        DecisionRows.record(handle, review.id(), made);
        return ended;
    }

    private static Made made(
            Person person, ReviewStatus decision, Set<String> groups, Optional<String> reason, Instant now) {
        return new Made(person.email(), person.name(), decision, groups, reason, now);
    }

    private static Refusal tooLate(StoredReview review, String wanted) {
        ReviewStatus status = review.status();
        String because;
        if (status.equals(ReviewStatus.EXECUTED)) {
            because = "the sidecar has already run the statement";
        } else if (status.equals(ReviewStatus.EXPIRED)) {
            because = "its time is up";
        } else if (status.equals(ReviewStatus.APPROVED)) {
            because = wanted.equals("rejected") ? "it is approved; revoke it instead" : "it is approved already";
        } else {
            because = "it is already " + status.word().toLowerCase(Locale.ROOT);
        }
        return new Refusal(Refusal.Kind.TOO_LATE, "the review cannot be " + wanted + ": " + because);
    }
}
