package dev.hoop.controlplane.internal.page;

import dev.hoop.controlplane.internal.highlight.ColouredText;
import dev.hoop.controlplane.internal.highlight.ColouredText.Piece;
import dev.hoop.controlplane.internal.highlight.Language;
import dev.hoop.controlplane.internal.review.StatementText;
import dev.hoop.controlplane.internal.store.Freezes.Freeze;
import dev.hoop.controlplane.internal.store.ReviewPeople.Asker;
import dev.hoop.controlplane.internal.store.StoredReview;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A review in a list.
 *
 * @param status in lower case, which is also its style
 * @param risk how much is at stake
 * @param asker who asks, as well as is known
 * @param others how many more asked for the same
 * @param summary the beginning of the statement
 * @param until when its state ends by itself
 * @param decider who decided, with the last word
 * @param progress like {@code 1 of 2}, where it takes more than one approval; or empty
 * @param frozen what is frozen, so that an approval is not used; empty when nothing is
 * @param mine whether this person may decide
 */
public record ReviewRow(
        String id,
        String status,
        Verb verb,
        RiskView risk,
        String sidecar,
        String listener,
        String rule,
        String asker,
        int others,
        List<Piece> summary,
        Moment filed,
        Optional<Moment> until,
        String decider,
        String progress,
        String frozen,
        boolean mine) {

    private static final int SUMMARY_LENGTH = 200;

    public ReviewRow {
        summary = List.copyOf(summary);
    }

    /**
     * What a row is made of.
     *
     * @param freeze the freeze that stops it
     */
    record Facts(
            StoredReview review,
            byte[] beginning,
            Background background,
            List<Asker> askers,
            int approvals,
            Optional<Freeze> freeze,
            boolean mine) {}

    static ReviewRow of(Facts facts, Instant now) {
        StoredReview review = facts.review();
        StatementText text = StatementText.ofBeginning(facts.beginning());
        Language language = Language.of(facts.background().protocol(), text.plain());
        int needed = review.terms().minApprovals();
        return new ReviewRow(
                review.id().value(),
                review.status().word().toLowerCase(Locale.ROOT),
                Verb.of(facts.background().operation(), text.plain()),
                facts.background().risk(),
                review.sidecar(),
                review.listenerName(),
                review.approvalRule(),
                facts.askers().stream().findFirst().map(ReviewRow::name).orElse("unknown"),
                Math.max(0, facts.askers().size() - 1),
                summary(ColouredText.of(text, language)),
                Moment.of(review.createdAt(), now),
                review.expiresAt().map(end -> Moment.of(end, now)),
                review.decidedBy().map(StatementText::marked).orElse(""),
                needed > 1 ? facts.approvals() + " of " + needed : "",
                facts.freeze()
                        .filter(any -> review.status().isLive())
                        .map(freeze -> freeze.target().described())
                        .orElse(""),
                facts.mine());
    }

    /** The best name of someone who asked. */
    static String name(Asker asker) {
        for (String name : new String[] {asker.email(), asker.subject(), asker.peerAddress()}) {
            if (!name.isEmpty()) {
                return StatementText.marked(name);
            }
        }
        return "unknown";
    }

    /** The lines in one, each without the blanks at its beginning. */
    private static List<Piece> summary(ColouredText text) {
        List<Piece> pieces = new ArrayList<>();
        for (ColouredText.Line line : text.lines()) {
            boolean begun = false;
            for (Piece piece : line.pieces()) {
                String shown = begun || !piece.style().isEmpty()
                        ? piece.text()
                        : piece.text().stripLeading();
                if (!shown.isEmpty()) {
                    if (!begun && !pieces.isEmpty()) {
                        pieces.add(new Piece(" ", "", ""));
                    }
                    begun = true;
                    pieces.add(new Piece(shown, piece.style(), piece.title()));
                }
            }
        }
        return pieces.isEmpty()
                ? List.of(new Piece("(nothing that can be seen at its beginning)", "", ""))
                : cut(pieces);
    }

    private static List<Piece> cut(List<Piece> pieces) {
        List<Piece> kept = new ArrayList<>();
        int length = 0;
        for (Piece piece : pieces) {
            int characters = piece.text().codePointCount(0, piece.text().length());
            if (length + characters > SUMMARY_LENGTH) {
                int end = piece.text().offsetByCodePoints(0, SUMMARY_LENGTH - length);
                kept.add(new Piece(piece.text().substring(0, end) + "…", piece.style(), piece.title()));
                return kept;
            }
            kept.add(piece);
            length += characters;
        }
        return kept;
    }
}
