package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.internal.highlight.ColouredText;
import dev.hoop.controlplane.internal.highlight.Language;
import dev.hoop.controlplane.internal.review.Decisions;
import dev.hoop.controlplane.internal.review.RuleTerms;
import dev.hoop.controlplane.internal.review.StatementText;
import dev.hoop.controlplane.internal.store.Freezes.Freeze;
import dev.hoop.controlplane.internal.store.ReviewPeople.Asker;
import dev.hoop.controlplane.internal.store.ReviewPeople.Groups;
import dev.hoop.controlplane.internal.store.ReviewPeople.Made;
import dev.hoop.controlplane.internal.store.StoredReview;
import dev.hoop.review.ReviewId;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One review as its page shows it.
 *
 * @param statement its size, language and lines
 * @param askers everyone who asked
 * @param people who can still approve, by name
 * @param steps what happened, in order
 * @param earlier what was decided before about the same kind of statement
 * @param denied why this person may not decide; empty when they may
 * @param approvedAlready whether this person's approval is among those that there are
 * @param outcome how it ended or stands, in words
 * @param newer the waiting review that was filed after this one
 * @param next the waiting review that was filed before this one
 */
public record ReviewView(
        ReviewRow row,
        Background background,
        Statement statement,
        List<Who> askers,
        Progress progress,
        List<String> people,
        List<Step> steps,
        Earlier earlier,
        String denied,
        boolean approvedAlready,
        String outcome,
        Optional<String> newer,
        Optional<String> next) {

    /**
     * The statement.
     *
     * @param size how much there is, so that nobody takes a part of it for the whole
     * @param isText whether it is UTF-8
     */
    public record Statement(String size, String language, boolean isText, ColouredText text) {}

    /**
     * Someone who asked.
     *
     * @param freezeLink where they can be frozen; empty where only their address is known
     */
    public record Who(String name, String address, String knownBy, String freezeLink) {}

    /**
     * All that is known of a review.
     *
     * @param people the names of those who may approve and have not
     * @param earlier what was decided before about the same kind of statement, newest first
     * @param freeze the freeze that stops it
     * @param newer the waiting review that was filed after this one
     * @param next the waiting review that was filed before this one
     */
    record Facts(
            StoredReview review,
            Background background,
            byte[] payload,
            List<Asker> askers,
            Groups groups,
            List<Made> decisions,
            List<String> people,
            List<StoredReview> earlier,
            Optional<Freeze> freeze,
            Decisions.Right right,
            Optional<ReviewId> newer,
            Optional<ReviewId> next) {}

    static ReviewView of(Facts facts, String email, Instant now) {
        StoredReview review = facts.review();
        boolean granted = facts.right() instanceof Decisions.Right.Granted;
        boolean pending = review.status().word().equals("PENDING");
        ReviewRow row = ReviewRow.of(
                new ReviewRow.Facts(
                        review,
                        facts.payload(),
                        facts.background(),
                        facts.askers(),
                        facts.decisions().size(),
                        facts.freeze(),
                        granted),
                now);
        return new ReviewView(
                row,
                facts.background(),
                statement(facts),
                facts.askers().stream().map(ReviewView::who).toList(),
                Progress.of(
                        review.terms(),
                        facts.groups(),
                        RuleTerms.counted(review.terms(), facts.askers(), facts.decisions()),
                        pending),
                pending ? facts.people() : List.of(),
                Step.all(review, row.asker(), facts.decisions(), now),
                Earlier.of(facts.earlier(), now),
                facts.right() instanceof Decisions.Right.Denied no ? no.reason() : "",
                pending
                        && facts.decisions().stream()
                                .anyMatch(made -> made.email().equals(email)),
                outcome(review),
                facts.newer().map(ReviewId::value),
                facts.next().map(ReviewId::value));
    }

    private static Statement statement(Facts facts) {
        StatementText text = StatementText.of(facts.payload());
        Language language = Language.of(facts.background().protocol(), text.plain());
        ColouredText coloured = ColouredText.of(text, language);
        int bytes = facts.payload().length;
        int lines = coloured.lines().size();
        String size = bytes + (bytes == 1 ? " byte, " : " bytes, ") + lines + (lines == 1 ? " line" : " lines");
        return new Statement(size, text.isText() ? language.label() : "bytes", text.isText(), coloured);
    }

    /** Whether it waits for a decision. */
    public boolean isPending() {
        return row.status().equals("pending");
    }

    /** Whether an approval can be taken back. */
    public boolean isApproved() {
        return row.status().equals("approved");
    }

    private static Who who(Asker asker) {
        String name = ReviewRow.name(asker);
        String address = StatementText.marked(asker.peerAddress());
        // "peer" says that nothing but the address is known, which shows already.
        String method = asker.method().equals("peer")
                ? ""
                : StatementText.marked(asker.method().replace('_', ' '));
        String identity = asker.email().isEmpty() ? asker.subject() : asker.email();
        return new Who(name, address.equals(name) ? "" : address, method, freezeLink(identity));
    }

    private static String freezeLink(String identity) {
        return identity.isEmpty() ? "" : "/admin/freezes?name=" + URLEncoder.encode(identity, StandardCharsets.UTF_8);
    }

    private static String outcome(StoredReview review) {
        String by = review.decidedBy().map(name -> " by " + name).orElse("");
        return switch (review.status().word()) {
            case "PENDING" -> "Nobody has decided yet. The statement has not run.";
            case "APPROVED" -> "Approved" + by + ". It runs once, when the identical statement is sent again.";
            case "REJECTED" ->
                "Rejected" + by
                        + review.rejectionReason().map(text -> ": " + text).orElse(".");
            case "REVOKED" -> "The approval was revoked" + by + " before it was used.";
            case "EXECUTED" -> "Approved" + by + ", and used: the sidecar let the statement run once.";
            default -> "Its time was up before the statement ran. It did not run.";
        };
    }
}
