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
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Update;

/** What reviewers are told besides the payload, and what was decided before about the same shape. */
public final class ReviewContexts {

    /** Further back than that many reviews of one shape nobody looks. */
    private static final int LOOK_BACK = 200;

    /** What {@link #read} reads. */
    static final String COLUMNS =
            "protocol, guardrail, why, risk_level, risk_why, operation, database_name, shape," + " parameters";

    private ReviewContexts() {}

    /** Keeps the context of a review that was just filed. */
    public static void keep(Handle handle, StoredReview filed, ReviewContext context) {
        if (context.equals(ReviewContext.NONE)) {
            return;
        }
        ArrayNode parameters = Json.array();
        context.parameters().forEach(parameters::add);
        Update update = handle.createUpdate(
                        "INSERT INTO review_contexts (review_id, filed_seq, protocol, guardrail, why, risk_level,"
                                + " risk_why, operation, database_name, shape, shape_key, parameters) VALUES (:id, :seq,"
                                + " :protocol, :guardrail, :why, :risk, :riskWhy, :operation, :database, :shape, :key,"
                                + " :parameters)")
                .bind("id", filed.id().value())
                .bind("seq", filed.seq())
                .bind("protocol", context.protocol())
                .bind("guardrail", context.guardrail())
                .bind("why", context.why())
                .bind("risk", context.riskLevel())
                .bind("riskWhy", context.riskWhy())
                .bind("operation", context.operation())
                .bind("database", context.database())
                .bind("shape", context.shape())
                .bind("parameters", Json.write(parameters));
        if (context.shape().isPresent()) {
            update.bind("key", key(filed, context.shape().get()));
        } else {
            update.bindNull("key", Types.BINARY);
        }
        update.execute();
    }

    /** The context of a review; {@link ReviewContext#NONE} where none was told. */
    public static ReviewContext of(Handle handle, ReviewId id) {
        return handle.createQuery("SELECT " + COLUMNS + " FROM review_contexts WHERE review_id = :id")
                .bind("id", id.value())
                .map((row, context) -> read(row))
                .findFirst()
                .orElse(ReviewContext.NONE);
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
                .bind("key", key(review, shape.get()))
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
    private static byte[] key(StoredReview review, String shape) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            String whole = review.sidecar() + '\0' + review.listenerName() + '\0' + shape;
            return digest.digest(whole.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
