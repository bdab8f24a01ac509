package dev.hoop.proto.pg.internal.session;

import dev.hoop.core.gate.Approval;
import dev.hoop.proto.pg.internal.message.ProtocolViolation;
import dev.hoop.proto.pg.internal.message.Report;
import dev.hoop.review.Denial;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewStatus;
import java.util.Optional;

/** What the sidecar says to a client of PostgreSQL. Codes are SQLSTATEs of the appendix "PostgreSQL Error Codes". */
final class PgDenials {

    /** insufficient_privilege. */
    private static final String DENIED = "42501";

    /** in_failed_sql_transaction. */
    private static final String FAILED = "25P02";

    /** query_canceled. */
    private static final String CANCELED = "57014";

    /** program_limit_exceeded. */
    private static final String TOO_LARGE = "54000";

    /** configuration_limit_exceeded. */
    private static final String NO_ROOM = "53400";

    /** admin_shutdown. */
    private static final String SHUTDOWN = "57P01";

    /** idle_session_timeout. */
    private static final String IDLE = "57P05";

    /** sqlclient_unable_to_establish_sqlconnection. */
    private static final String UNREACHABLE = "08001";

    /** connection_failure. */
    private static final String LOST = "08006";

    /** invalid_authorization_specification. */
    private static final String NOT_AUTHORIZED = "28000";

    /** internal_error. */
    private static final String INTERNAL = "XX000";

    private PgDenials() {}

    static Report of(Denial denial) {
        return new Report(
                Report.Severity.ERROR,
                DENIED,
                denial.message(),
                denial.reviewId().map(id -> detail(id, denial.reviewStatus()) + by(denial)),
                denial.reviewId().map(id -> hint(denial)));
    }

    private static String detail(ReviewId id, Optional<ReviewStatus> status) {
        return "review_id=" + id + status.map(word -> " status=" + word).orElse("");
    }

    /** Last, since a name may hold blanks. */
    private static String by(Denial denial) {
        return denial.decidedBy().map(name -> " decided_by=" + name).orElse("");
    }

    private static String hint(Denial denial) {
        return switch (denial.next()) {
            case WAIT -> "Wait for the decision, then run the identical statement again.";
            case RESEND_IDENTICAL_STATEMENT -> "Run the identical statement again, once.";
            case STOP -> "Stop here; only a person can ask again.";
        };
    }

    static Report held(ReviewId id) {
        return new Report(
                Report.Severity.NOTICE,
                "00000",
                "the statement waits for a person's approval (review " + id + ")",
                Optional.of(detail(id, Optional.of(ReviewStatus.PENDING))),
                Optional.of("It runs on this connection once it is approved; cancel it to stop waiting."));
    }

    static Report approved(Approval approval) {
        String by = approval.approvedBy().map(name -> " by " + name).orElse("");
        return Report.notice("approved" + by + " (review " + approval.reviewId() + ")");
    }

    /** Comes before the server's error. */
    static Report used(Approval approval) {
        return new Report(
                Report.Severity.NOTICE,
                "00000",
                "the approved statement failed, and its approval is used (review " + approval.reviewId() + ")",
                Optional.of(detail(approval.reviewId(), Optional.of(ReviewStatus.EXECUTED))),
                Optional.of("To run it again, send it again: a person is asked anew."));
    }

    /** What the server would say, without asking a person first. */
    static Report transactionFailed() {
        return new Report(
                Report.Severity.ERROR,
                FAILED,
                "current transaction is aborted, commands ignored until end of transaction block",
                Optional.empty(),
                Optional.of("Nobody was asked for approval. Roll back, then run the statement again."));
    }

    static Report canceled() {
        return Report.error(CANCELED, "canceling statement due to user request");
    }

    static Report tooLarge(int limit) {
        return new Report(
                Report.Severity.ERROR,
                TOO_LARGE,
                "the message is longer than the " + limit + " bytes that are read whole to be judged; nothing ran",
                Optional.empty(),
                Optional.of("Send less at once, use COPY, or raise postgres.max_statement_bytes of this listener."));
    }

    static Report noRoom() {
        return new Report(
                Report.Severity.ERROR,
                NO_ROOM,
                "this listener keeps as many bytes of statements as it may; nothing ran",
                Optional.empty(),
                Optional.of("Try again later, send less at once, or raise postgres.max_kept_bytes of this listener."));
    }

    static Report violation(ProtocolViolation why) {
        return Report.fatal(why.code(), why.reason());
    }

    static Report shutdown() {
        return Report.fatal(SHUTDOWN, "terminating connection because the sidecar is shutting down");
    }

    static Report idle() {
        return Report.fatal(IDLE, "terminating connection due to idle-session timeout");
    }

    static Report unreachable(String reason) {
        return Report.fatal(UNREACHABLE, reason);
    }

    static Report lost() {
        return Report.fatal(LOST, "the upstream closed the connection");
    }

    static Report tlsRequired() {
        return new Report(
                Report.Severity.FATAL,
                NOT_AUTHORIZED,
                "this listener takes encrypted connections only",
                Optional.empty(),
                Optional.of("Connect with sslmode=require or stricter."));
    }

    static Report noChannelBinding() {
        return new Report(
                Report.Severity.FATAL,
                NOT_AUTHORIZED,
                "channel binding does not reach from the client through the sidecar to the server",
                Optional.empty(),
                Optional.of("Connect with channel_binding=disable (libpq) or channelBinding=disable (JDBC)."));
    }

    static Report internal() {
        return Report.fatal(INTERNAL, "the sidecar failed; nothing more runs. Tell its operator");
    }
}
