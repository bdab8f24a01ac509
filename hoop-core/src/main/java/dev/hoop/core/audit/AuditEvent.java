package dev.hoop.core.audit;

import dev.hoop.core.statement.Origin;
import dev.hoop.core.statement.Statement;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewMode;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Something that the audit trail tells. Every event but {@link Gap} names the listener it happened on. */
public sealed interface AuditEvent {

    /**
     * A client connected.
     *
     * @param protocol the listener's protocol id
     * @param sessionId the connection's id, unique in this process
     * @param peerAddress the client's address
     * @param attributes facts about the session by name; free of secrets
     */
    record SessionOpened(
            String listener, String protocol, long sessionId, String peerAddress, Map<String, String> attributes)
            implements AuditEvent {}

    /**
     * A client's connection ended.
     *
     * @param open how long it was open
     */
    record SessionClosed(String listener, long sessionId, String peerAddress, Duration open) implements AuditEvent {}

    /** A statement was judged: exactly one per statement, written before it is forwarded. */
    record StatementJudged(String listener, Origin origin, Statement statement, Ruling ruling) implements AuditEvent {}

    /**
     * A statement whose record says that it runs did not run after all.
     *
     * @param reviewId the review whose approval was spent on it, where there was one
     */
    record StatementNotRun(String listener, Origin origin, Optional<ReviewId> reviewId, NotRun why)
            implements AuditEvent {}

    /** Why a statement that was recorded as forwarded did not run. */
    enum NotRun {
        /** The client went away first. */
        CLIENT_GONE,
        /** The upstream ended the connection first. */
        UPSTREAM_GONE,
        /** Something before it in its pipeline failed, so that the upstream skipped it. */
        SKIPPED,
        /** The upstream refused it before it began, for example since it could not read its text. */
        FAILED,
        /** Its record could not be written for certain. */
        AUDIT_FAILED;

        private final String word = name().toLowerCase(Locale.ROOT);

        /** The word in the record. */
        public String word() {
            return word;
        }
    }

    /**
     * A reviewed statement ran to its end, as far as the sidecar can see.
     *
     * @param result the protocol's own word for how, for example an HTTP status; never data
     */
    record StatementCompleted(String listener, Origin origin, ReviewId reviewId, String result) implements AuditEvent {}

    /**
     * A protocol refused something before it could become a statement.
     *
     * @param reason free of secrets and of the client's own bytes
     */
    record RequestRefused(String listener, Origin origin, String reason) implements AuditEvent {}

    /**
     * A response rule stopped an answer, or would have.
     *
     * @param status the answer's status
     * @param rule the rule
     * @param enforced false where guardrails only observe
     */
    record ResponseDenied(
            String listener, Origin origin, Statement statement, String status, String rule, boolean enforced)
            implements AuditEvent {}

    /**
     * A review was filed, or the live review of the same statement was found.
     *
     * @param approvalRule the approval rule whose reviewers decide
     * @param mode how the statement waits
     * @param payloadBytes the size of what is reviewed
     */
    record ReviewFiled(
            String listener, Origin origin, ReviewId reviewId, String approvalRule, ReviewMode mode, int payloadBytes)
            implements AuditEvent {}

    /**
     * A statement waits on its connection.
     *
     * @param limit how long at most
     */
    record ReviewHeld(String listener, Origin origin, ReviewId reviewId, Duration limit) implements AuditEvent {}

    /**
     * An approval was spent on this statement. Written before the statement's own record.
     *
     * @param approvedBy who approved, as the plane names them
     * @param waited how long the statement waited
     */
    record ReviewReleased(
            String listener, Origin origin, ReviewId reviewId, Optional<String> approvedBy, Duration waited)
            implements AuditEvent {}

    /**
     * A statement's wait for its review ended without a release, or with one that could not be used.
     *
     * @param reviewId the review, where one was filed
     * @param end how
     * @param detail the review's status or the kind of failure, in the plane's or our own word
     * @param waited how long the statement waited
     */
    record ReviewEnded(
            String listener,
            Origin origin,
            Optional<ReviewId> reviewId,
            ReviewEnd end,
            Optional<String> detail,
            Duration waited)
            implements AuditEvent {}

    /** How a wait for a review ends without running the statement. */
    enum ReviewEnd {
        /** Rejected, revoked, spent on another statement, expired, or in a state that is not known. */
        ENDED,
        /** Nobody decided within the hold's limit; the review lives on. */
        TIMED_OUT,
        /** The client went away; the review lives on. */
        CLIENT_GONE,
        /** The sidecar shut down; the review lives on. */
        INTERRUPTED,
        /** Something before the statement in its pipeline failed; nothing was filed, or the review lives on. */
        SKIPPED,
        /** The upstream could not be reached; nothing was filed, or the approval stands. */
        NOT_READY,
        /** The plane gave no usable answer. */
        FAILED,
        /** The approval was spent, but there was nobody left to run the statement for: it did not run. */
        SPENT_NOT_RUN;

        private final String word = name().toLowerCase(Locale.ROOT);

        /** The word in the record. */
        public String word() {
            return word;
        }
    }

    /**
     * Records are missing before this one.
     *
     * @param lost how many at most: some of them may have been written in part or whole
     */
    record Gap(long lost) implements AuditEvent {}
}
