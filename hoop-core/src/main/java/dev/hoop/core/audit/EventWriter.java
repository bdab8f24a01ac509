package dev.hoop.core.audit;

import dev.hoop.core.statement.Origin;
import dev.hoop.core.statement.Relation;
import dev.hoop.core.statement.Statement;
import dev.hoop.review.Requester;
import dev.hoop.review.ReviewId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Writes events as JSON lines. Confined to one thread. The fields are listed in {@code docs/audit.md}. */
final class EventWriter {

    /** The most of any text but the statement's own, in UTF-8 bytes; longer ones end in {@link #CUT_MARK}. */
    static final int MAX_FIELD_BYTES = 2048;

    /** Tells that a text was cut. */
    static final String CUT_MARK = "...[cut]";

    /** The most relations that are listed; a statement may name thousands. */
    static final int MAX_RELATIONS = 64;

    static final byte[] EVENT = key("event");
    static final byte[] LISTENER = key("listener");
    static final byte[] SESSION = key("session");
    static final byte[] PEER = key("peer");
    static final byte[] SUBJECT = key("subject");
    static final byte[] EMAIL = key("email");
    static final byte[] IDENTITY = key("identity");
    static final byte[] ATTRIBUTES = key("attributes");
    static final byte[] PROTOCOL = key("protocol");
    static final byte[] DECISION = key("decision");
    static final byte[] REASON = key("reason");
    static final byte[] RULE = key("rule");
    static final byte[] WOULD_DENY = key("guardrails.would_deny");
    static final byte[] WOULD_REVIEW = key("guardrails.would_review");
    static final byte[] REVIEW_ID = key("review_id");
    static final byte[] REVIEW_STATUS = key("review_status");
    static final byte[] APPROVED_BY = key("approved_by");
    static final byte[] OPERATION = key("operation");
    static final byte[] EFFECTS = key("effects");
    static final byte[] RELATIONS = key("relations");
    static final byte[] RELATIONS_TOTAL = key("relations_total");
    static final byte[] SCHEMA = bytes("\"schema\":");
    static final byte[] NAME = bytes("\"name\":");
    static final byte[] ACCESS_READ = bytes(",\"access\":\"read\"}");
    static final byte[] ACCESS_WRITE = bytes(",\"access\":\"write\"}");
    static final byte[] DATABASE = key("database");
    static final byte[] STATEMENT = key("statement");
    static final byte[] STATEMENT_TRUNCATED = key("statement_truncated");
    static final byte[] STATEMENT_FINGERPRINT = key("statement_fingerprint");
    static final byte[] FACTS = key("facts");
    static final byte[] OPEN_MS = key("open_ms");
    static final byte[] WAITED_MS = key("waited_ms");
    static final byte[] LIMIT_MS = key("limit_ms");
    static final byte[] RESULT = key("result");
    static final byte[] STATUS = key("status");
    static final byte[] ENFORCED = key("enforced");
    static final byte[] APPROVAL_RULE = key("approval_rule");
    static final byte[] MODE = key("mode");
    static final byte[] PAYLOAD_BYTES = key("payload_bytes");
    static final byte[] END = key("end");
    static final byte[] DETAIL = key("detail");
    static final byte[] LOST = key("lost");
    static final byte[] CUT_MARK_BYTES = bytes(CUT_MARK + '"');
    static final byte[] LINE_END = bytes("}\n");

    /** What is said of nearly every statement, as it is written. */
    static final byte[] STATEMENT_EVENT = bytes(",\"event\":\"statement\"");

    static final byte[] ALLOWED = allowed();

    private final Timestamps timestamps;
    private final FactsWriter facts = new FactsWriter();
    private final WrittenParts written = new WrittenParts();
    private final int maxStatementBytes;
    private final Optional<Function<byte[], String>> redactor;

    /** @param redactor makes the mark that stands for a statement's payload, where texts are not recorded */
    EventWriter(InstantSource clock, int maxStatementBytes, Optional<Function<byte[], String>> redactor) {
        this.timestamps = new Timestamps(clock);
        this.maxStatementBytes = maxStatementBytes;
        this.redactor = redactor;
    }

    /** Appends one line. When it throws, what it wrote so far is to be taken back. */
    void write(AuditEvent event, JsonBuffer out) {
        timestamps.begin(out);
        if (event instanceof AuditEvent.StatementJudged judged) {
            judged(judged, out);
        } else if (event instanceof AuditEvent.SessionOpened opened) {
            session("session.opened", opened.listener(), opened.sessionId(), opened.peerAddress(), out);
            text(PROTOCOL, opened.protocol(), out);
            map(ATTRIBUTES, opened.attributes(), out);
        } else if (event instanceof AuditEvent.SessionClosed closed) {
            session("session.closed", closed.listener(), closed.sessionId(), closed.peerAddress(), out);
            millis(OPEN_MS, closed.open(), out);
        } else if (event instanceof AuditEvent.RequestRefused refused) {
            origin("request.refused", refused.listener(), refused.origin(), out);
            text(REASON, refused.reason(), out);
        } else if (event instanceof AuditEvent.ResponseDenied denied) {
            origin("response.denied", denied.listener(), denied.origin(), out);
            text(STATUS, denied.status(), out);
            text(RULE, denied.rule(), out);
            out.raw(ENFORCED);
            out.bool(denied.enforced());
            statement(denied.statement(), out);
        } else if (event instanceof AuditEvent.StatementNotRun notRun) {
            origin("statement.not_run", notRun.listener(), notRun.origin(), out);
            text(REASON, notRun.why().word(), out);
            reviewId(notRun.reviewId(), out);
        } else if (event instanceof AuditEvent.StatementCompleted completed) {
            review("statement.completed", completed.listener(), completed.origin(), completed.reviewId(), out);
            text(RESULT, completed.result(), out);
        } else if (event instanceof AuditEvent.ReviewFiled filed) {
            review("review.filed", filed.listener(), filed.origin(), filed.reviewId(), out);
            text(APPROVAL_RULE, filed.approvalRule(), out);
            text(MODE, filed.mode().word(), out);
            out.raw(PAYLOAD_BYTES);
            out.number(filed.payloadBytes());
        } else if (event instanceof AuditEvent.ReviewHeld held) {
            review("review.held", held.listener(), held.origin(), held.reviewId(), out);
            millis(LIMIT_MS, held.limit(), out);
        } else if (event instanceof AuditEvent.ReviewReleased released) {
            review("review.released", released.listener(), released.origin(), released.reviewId(), out);
            optional(APPROVED_BY, released.approvedBy(), out);
            millis(WAITED_MS, released.waited(), out);
        } else if (event instanceof AuditEvent.ReviewEnded ended) {
            origin("review.ended", ended.listener(), ended.origin(), out);
            reviewId(ended.reviewId(), out);
            text(END, ended.end().word(), out);
            optional(DETAIL, ended.detail(), out);
            millis(WAITED_MS, ended.waited(), out);
        } else if (event instanceof AuditEvent.Gap gap) {
            text(EVENT, "audit.gap", out);
            out.raw(LOST);
            out.number(gap.lost());
        }
        out.raw(LINE_END);
    }

    private void judged(AuditEvent.StatementJudged judged, JsonBuffer out) {
        Ruling ruling = judged.ruling();
        out.raw(STATEMENT_EVENT);
        known(judged.listener(), judged.origin(), out);
        if (ruling == Ruling.ALLOWED) {
            out.raw(ALLOWED);
        } else {
            ruling(ruling, out);
        }
        statement(judged.statement(), out);
    }

    private static void ruling(Ruling ruling, JsonBuffer out) {
        text(DECISION, ruling.forward() ? "forward" : "refuse", out);
        text(REASON, ruling.reason().word(), out);
        optional(RULE, ruling.rule(), out);
        optional(WOULD_DENY, ruling.wouldDeny(), out);
        optional(WOULD_REVIEW, ruling.wouldReview(), out);
        reviewId(ruling.reviewId(), out);
        if (ruling.reviewStatus().isPresent()) {
            text(REVIEW_STATUS, ruling.reviewStatus().get().word(), out);
        }
        optional(APPROVED_BY, ruling.approvedBy(), out);
    }

    private void statement(Statement statement, JsonBuffer out) {
        Optional<Object> alike = statement.alike();
        if (alike.isEmpty()) {
            itself(statement, out);
        } else if (!written.append(alike.get(), out)) {
            int start = out.length();
            itself(statement, out);
            written.keep(alike.get(), out, start);
        }
        if (redactor.isPresent()) {
            // Facts may repeat parts of the text, so they go with it.
            text(STATEMENT_FINGERPRINT, redactor.get().apply(statement.payload()), out);
        } else {
            facts.write(statement, out);
        }
    }

    /** What statements have in common that are {@linkplain Statement#alike() alike}. */
    private void itself(Statement statement, JsonBuffer out) {
        text(PROTOCOL, statement.protocol(), out);
        text(OPERATION, statement.operation(), out);
        effects(statement, out);
        relations(statement.relations(), out);
        optional(DATABASE, statement.database(), out);
        if (redactor.isEmpty()) {
            out.raw(STATEMENT);
            if (out.string(statement.summary(), maxStatementBytes)) {
                out.raw(STATEMENT_TRUNCATED);
                out.bool(true);
            }
        }
    }

    /** Only where there is more to say than the operation. */
    private static void effects(Statement statement, JsonBuffer out) {
        int count = statement.effects().size();
        if (count == 0 || (count == 1 && statement.effects().contains(statement.operation()))) {
            return;
        }
        out.raw(EFFECTS);
        char before = '[';
        for (String effect : statement.effects()) {
            out.raw(before);
            bounded(effect, out);
            before = ',';
        }
        out.raw(']');
    }

    private static void relations(List<Relation> relations, JsonBuffer out) {
        if (relations.isEmpty()) {
            return;
        }
        out.raw(RELATIONS);
        char before = '[';
        for (Relation relation : relations.subList(0, Math.min(relations.size(), MAX_RELATIONS))) {
            out.raw(before);
            out.raw('{');
            if (relation.schema().isPresent()) {
                out.raw(SCHEMA);
                bounded(relation.schema().get(), out);
                out.raw(',');
            }
            out.raw(NAME);
            bounded(relation.name(), out);
            out.raw(relation.access() == Relation.Access.WRITE ? ACCESS_WRITE : ACCESS_READ);
            before = ',';
        }
        out.raw(']');
        if (relations.size() > MAX_RELATIONS) {
            out.raw(RELATIONS_TOTAL);
            out.number(relations.size());
        }
    }

    private static void session(String event, String listener, long sessionId, String peer, JsonBuffer out) {
        text(EVENT, event, out);
        connection(listener, sessionId, peer, out);
    }

    private static void connection(String listener, long sessionId, String peer, JsonBuffer out) {
        text(LISTENER, listener, out);
        out.raw(SESSION);
        out.number(sessionId);
        text(PEER, peer, out);
    }

    private void origin(String event, String listener, Origin origin, JsonBuffer out) {
        text(EVENT, event, out);
        known(listener, origin, out);
    }

    /** An origin, as it was written before if it was. */
    private void known(String listener, Origin origin, JsonBuffer out) {
        if (!written.append(origin, out)) {
            int start = out.length();
            origin(listener, origin, out);
            written.keep(origin, out, start);
        }
    }

    /** The fields that say where a statement comes from. */
    static void origin(String listener, Origin origin, JsonBuffer out) {
        Requester requester = origin.requester();
        connection(listener, origin.sessionId(), requester.peerAddress(), out);
        optional(SUBJECT, requester.subject(), out);
        optional(EMAIL, requester.email(), out);
        text(IDENTITY, requester.method(), out);
        map(ATTRIBUTES, origin.attributes(), out);
    }

    private void review(String event, String listener, Origin origin, ReviewId id, JsonBuffer out) {
        origin(event, listener, origin, out);
        text(REVIEW_ID, id.value(), out);
    }

    private static void reviewId(Optional<ReviewId> id, JsonBuffer out) {
        if (id.isPresent()) {
            text(REVIEW_ID, id.get().value(), out);
        }
    }

    private static void map(byte[] key, Map<String, String> map, JsonBuffer out) {
        if (map.isEmpty()) {
            return;
        }
        out.raw(key);
        char before = '{';
        for (Map.Entry<String, String> entry : map.entrySet()) {
            entry(before, entry.getKey(), entry.getValue(), out);
            before = ',';
        }
        out.raw('}');
    }

    /** @param before what stands before it: the brace that opens the object, or a comma */
    static void entry(char before, String name, String value, JsonBuffer out) {
        out.raw(before);
        bounded(name, out);
        out.raw(':');
        bounded(value, out);
    }

    private static void millis(byte[] key, Duration duration, JsonBuffer out) {
        out.raw(key);
        out.number(duration.toMillis());
    }

    private static void optional(byte[] key, Optional<String> value, JsonBuffer out) {
        if (value.isPresent()) {
            text(key, value.get(), out);
        }
    }

    private static void text(byte[] key, String value, JsonBuffer out) {
        out.raw(key);
        bounded(value, out);
    }

    private static void bounded(String value, JsonBuffer out) {
        if (out.string(value, MAX_FIELD_BYTES)) {
            // The mark goes inside the closing quote.
            out.truncate(out.length() - 1);
            out.raw(CUT_MARK_BYTES);
        }
    }

    private static byte[] allowed() {
        JsonBuffer out = new JsonBuffer(64);
        ruling(Ruling.ALLOWED, out);
        return out.copy();
    }

    private static byte[] key(String name) {
        return bytes(",\"" + name + "\":");
    }

    private static byte[] bytes(String ascii) {
        return ascii.getBytes(StandardCharsets.US_ASCII);
    }
}
