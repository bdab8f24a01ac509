package dev.hoop.controlplane.internal.store;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.hoop.review.ReviewContext;
import dev.hoop.review.ReviewId;
import dev.hoop.web.Json;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** What reviewers are told besides the payload, and what was decided before about the same shape. */
public final class ReviewContexts {

    /** Further back than that many reviews of one shape nobody looks. */
    private static final int LOOK_BACK = 200;

    /** What {@link #read} reads. */
    static final String COLUMNS =
            "protocol, guardrail, why, risk_level, risk_why, operation, database_name, shape," + " parameters";

    /** How much is at stake, in the sidecar's word, and why; what it did not tell is empty. */
    public record Risk(Optional<String> level, Optional<String> why) {

        /** Nothing was told of it. */
        public static final Risk NONE = new Risk(Optional.empty(), Optional.empty());

        /** What the context of a review says of it. */
        public static Risk of(ReviewContext context) {
            return new Risk(context.riskLevel(), context.riskWhy());
        }
    }

    private ReviewContexts() {}

    private static final Prepared KEEP = Prepared.of("INSERT INTO review_contexts (review_id, filed_seq, protocol,"
            + " guardrail, why, risk_level, risk_why, operation, database_name, shape, shape_key, parameters) VALUES (:id,"
            + " :seq, :protocol, :guardrail, :why, :risk_level, :risk_why, :operation, :database_name, :shape, :shape_key,"
            + " :parameters)");

    private static final Prepared OF = Prepared.of("SELECT " + COLUMNS + " FROM review_contexts WHERE review_id = :id");

    private static final String WHOLE_SQL = "SELECT " + ReviewRows.COLUMNS + ", payload, review_id, " + COLUMNS
            + " FROM reviews LEFT JOIN review_contexts ON review_id = id WHERE id = :id";

    private static final Prepared WHOLE = Prepared.of(WHOLE_SQL);

    private static final Prepared WHOLE_TO_CHANGE = Prepared.of(WHOLE_SQL + " FOR UPDATE OF reviews");

    /** A review with its statement and its context. */
    @SuppressWarnings("ArrayRecordComponent") // shown, never compared
    public record Whole(StoredReview review, byte[] payload, ReviewContext context) {

        /** The same as it stands after a change. */
        public Whole as(StoredReview changed) {
            return new Whole(changed, payload, context);
        }
    }

    /** A review with what it is about, by one statement. */
    public static Optional<Whole> whole(Handle handle, ReviewId id, Instant now) {
        return whole(handle, WHOLE, id, now);
    }

    /** The same, and nobody else changes the review until this transaction ends. */
    public static Optional<Whole> wholeToChange(Handle handle, ReviewId id, Instant now) {
        return whole(handle, Database.isServer(handle) ? WHOLE_TO_CHANGE : WHOLE, id, now);
    }

    private static Optional<Whole> whole(Handle handle, Prepared statement, ReviewId id, Instant now) {
        return statement.first(
                handle,
                row -> new Whole(
                        ReviewRows.read(row),
                        row.getBytes("payload"),
                        row.getString("review_id") == null ? ReviewContext.NONE : read(row)),
                "id",
                id.value(),
                "now",
                now.toEpochMilli());
    }

    /** Keeps the context of a review that was just filed. */
    static void keep(Handle handle, StoredReview filed, Question question, ReviewContext context) {
        if (context.equals(ReviewContext.NONE)) {
            return;
        }
        List<Object> values = new ArrayList<>(values(question, context));
        values.addAll(List.of("id", filed.id().value(), "seq", filed.seq()));
        KEEP.run(handle, values.toArray());
    }

    /** The parameters of a statement that keeps a context, but the review's id and number. */
    static List<Object> values(Question question, ReviewContext context) {
        ArrayNode parameters = Json.array();
        context.parameters().forEach(parameters::add);
        return List.of(
                "protocol",
                context.protocol(),
                "guardrail",
                context.guardrail(),
                "why",
                context.why(),
                "risk_level",
                context.riskLevel(),
                "risk_why",
                context.riskWhy(),
                "operation",
                context.operation(),
                "database_name",
                context.database(),
                "shape",
                context.shape(),
                "shape_key",
                context.shape().map(shape -> key(question.sidecar(), question.listenerName(), shape)),
                "parameters",
                Json.write(parameters));
    }

    /** The context of a review; {@link ReviewContext#NONE} where none was told. */
    public static ReviewContext of(Handle handle, ReviewId id) {
        return OF.first(handle, ReviewContexts::read, "id", id.value()).orElse(ReviewContext.NONE);
    }

    /**
     * Reviews of the same sidecar, listener and shape that were filed before this one and decided, newest first, as they stand
     * now. Empty where the review has no shape.
     *
     * @param context that of the review
     * @param limit how many at most; the newest 200 of the shape are looked at
     */
    public static List<StoredReview> decidedBefore(
            Handle handle, StoredReview review, ReviewContext context, int limit, Instant now) {
        Optional<String> shape = context.shape();
        if (shape.isEmpty()) {
            return List.of();
        }
        return handle.createQuery(
                        "SELECT " + ReviewRows.COLUMNS + " FROM reviews WHERE decided_at IS NOT NULL AND id IN"
                                + " (SELECT review_id FROM review_contexts WHERE shape_key = :key AND filed_seq < :seq"
                                + " ORDER BY filed_seq DESC LIMIT " + LOOK_BACK + ") ORDER BY seq DESC LIMIT :limit")
                .bind("key", key(review.sidecar(), review.listenerName(), shape.get()))
                .bind("seq", review.seq())
                .bind("limit", limit)
                .bind("now", now.toEpochMilli())
                .map(new ReviewRows())
                .list();
    }

    static ReviewContext read(ResultSet row) throws SQLException {
        List<String> parameters = new ArrayList<>();
        Json.read(row.getString("parameters")).forEach(line -> parameters.add(line.asText()));
        return new ReviewContext(
                Optional.ofNullable(row.getString("protocol")),
                Optional.ofNullable(row.getString("guardrail")),
                Optional.ofNullable(row.getString("why")),
                Optional.ofNullable(row.getString("risk_level")),
                Optional.ofNullable(row.getString("risk_why")),
                Optional.ofNullable(row.getString("operation")),
                Optional.ofNullable(row.getString("database_name")),
                Optional.ofNullable(row.getString("shape")),
                parameters);
    }

    /** Names hold no U+0000: no two triples are written alike. */
    private static byte[] key(String sidecar, String listener, String shape) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            String whole = sidecar + '\0' + listener + '\0' + shape;
            return digest.digest(whole.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
