package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.internal.review.Decisions;
import dev.hoop.controlplane.internal.review.StatementText;
import dev.hoop.controlplane.internal.store.ReviewPeople.Asker;
import dev.hoop.controlplane.internal.store.ReviewPeople.Groups;
import dev.hoop.controlplane.internal.store.ReviewPeople.Made;
import dev.hoop.controlplane.internal.store.StoredReview;
import dev.hoop.review.ReviewStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * One review as its page shows it.
 *
 * @param bytes the statement's size
 * @param isText whether the statement is UTF-8
 * @param marked whether anything in it is shown by a mark
 * @param askers everyone who asked, in a line each
 * @param needs what it takes to approve, in words
 * @param denied why this person may not decide; empty when they may
 * @param outcome how it ended or stands, in words
 */
public record ReviewView(
        ReviewRow row,
        int bytes,
        boolean isText,
        boolean marked,
        List<StatementText.Line> lines,
        List<String> askers,
        String needs,
        List<Step> steps,
        String denied,
        String outcome) {

    /** One thing that somebody did. */
    public record Step(String name, String email, String did, String groups, String reason, Moment at) {}

    /** All that is known of a review. */
    record Facts(
            StoredReview review,
            byte[] payload,
            List<Asker> askers,
            Groups groups,
            List<Made> decisions,
            Decisions.Right right) {}

    static ReviewView of(Facts facts, Instant now) {
        StatementText text = StatementText.of(facts.payload());
        boolean marked =
                text.lines().stream().anyMatch(line -> line.pieces().stream().anyMatch(StatementText.Piece::mark));
        String denied = facts.right() instanceof Decisions.Right.Denied no ? no.reason() : "";
        return new ReviewView(
                ReviewRow.of(facts.review(), facts.askers(), text.summary(), now),
                facts.payload().length,
                text.isText(),
                marked,
                text.lines(),
                facts.askers().stream().map(ReviewView::line).toList(),
                needs(facts.review().terms(), facts.groups()),
                facts.decisions().stream().map(made -> step(made, now)).toList(),
                denied,
                outcome(facts.review()));
    }

    /** How much statement there is, so that nobody takes a part of it for the whole. */
    public String size() {
        return bytes + (bytes == 1 ? " byte, " : " bytes, ") + lines.size() + (lines.size() == 1 ? " line" : " lines");
    }

    /** Whether it waits for a decision. */
    public boolean isPending() {
        return row.status().equals("pending");
    }

    /** Whether an approval can be taken back. */
    public boolean isApproved() {
        return row.status().equals("approved");
    }

    private static String line(Asker asker) {
        List<String> parts = new ArrayList<>();
        parts.add(ReviewRow.name(asker));
        if (!asker.peerAddress().isEmpty()
                && !StatementText.marked(asker.peerAddress()).equals(parts.get(0))) {
            parts.add("from " + StatementText.marked(asker.peerAddress()));
        }
        // "peer" says that nothing but the address is known, which shows already.
        if (!asker.method().isEmpty() && !asker.method().equals("peer")) {
            parts.add("known by " + StatementText.marked(asker.method().replace('_', ' ')));
        }
        return String.join(", ", parts);
    }

    private static String needs(StoredReview.Terms terms, Groups groups) {
        String names = String.join(", ", groups.reviewers());
        String usual;
        if (terms.allGroups() && groups.reviewers().size() > 1) {
            usual = "one approval from each of " + names;
        } else if (terms.minApprovals() > 1) {
            usual = terms.minApprovals() + " approvals from " + names;
        } else {
            usual = "one approval from " + names;
        }
        Set<String> forcing = new TreeSet<>(groups.forcing());
        return forcing.isEmpty() ? usual : usual + ", or one from " + String.join(", ", forcing);
    }

    private static Step step(Made made, Instant now) {
        return new Step(
                made.name(),
                made.email(),
                made.decision().word().toLowerCase(Locale.ROOT),
                String.join(", ", made.groups()),
                made.reason().orElse(""),
                Moment.of(made.at(), now));
    }

    private static String outcome(StoredReview review) {
        ReviewStatus status = review.status();
        String by = review.decidedBy().map(name -> " by " + name).orElse("");
        Optional<String> why = review.rejectionReason();
        return switch (status.word()) {
            case "PENDING" -> "Nobody has decided yet. The statement has not run.";
            case "APPROVED" -> "Approved" + by + ". It runs once, when the identical statement is sent again.";
            case "REJECTED" -> "Rejected" + by + why.map(text -> ": " + text).orElse(".");
            case "REVOKED" -> "The approval was revoked" + by + " before it was used.";
            case "EXECUTED" -> "Approved" + by + ", and used: the sidecar let the statement run once.";
            default -> "Its time was up before the statement ran. It did not run.";
        };
    }
}
