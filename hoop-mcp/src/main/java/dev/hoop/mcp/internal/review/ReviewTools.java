package dev.hoop.mcp.internal.review;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.mcp.internal.tool.ArgumentProblem;
import dev.hoop.mcp.internal.tool.Arguments;
import dev.hoop.mcp.internal.tool.Tool;
import dev.hoop.mcp.internal.tool.ToolCatalog;
import dev.hoop.mcp.internal.tool.ToolResult;
import dev.hoop.mcp.internal.tool.ToolSpec;
import dev.hoop.review.ReviewFailure;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewService;
import dev.hoop.review.ReviewStatus;
import dev.hoop.web.Json;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code review_status}, {@code review_wait} and {@code review_list}. */
public final class ReviewTools {

    /** For the model behind the client. */
    public static final String INSTRUCTIONS = "A hoop Sidecar denied a statement and filed a review, whose id is in the"
            + " denial. Call review_wait with that id to learn what a person decided, and again while it says timed_out."
            + " Then do what `next` says: `resend_identical_statement` means send the identical statement, byte for byte,"
            + " to the same listener, once; `stop` means do not send it again. These tools approve nothing.";

    static final int DEFAULT_TIMEOUT_SECONDS = 60;
    static final int MAX_TIMEOUT_SECONDS = 300;
    static final int DEFAULT_LIMIT = 20;
    static final int MAX_LIMIT = 200;

    private final ReviewService reviews;
    private final DecisionWaits waits;

    public ReviewTools(ReviewService reviews, DecisionWaits waits) {
        this.reviews = reviews;
        this.waits = waits;
    }

    /** The three. */
    public ToolCatalog catalog() {
        return new ToolCatalog(List.of(
                new Tool.Quick(statusSpec(), this::status),
                new Tool.Lasting(waitSpec(), this::await),
                new Tool.Quick(listSpec(), this::list)));
    }

    private static ToolSpec spec(String name, String title, String description, ObjectNode input, ObjectNode output) {
        ObjectNode definition =
                Json.object().put("name", name).put("title", title).put("description", description);
        definition.set("inputSchema", input);
        definition.set("outputSchema", output);
        definition
                .putObject("annotations")
                .put("title", title)
                .put("readOnlyHint", true)
                .put("destructiveHint", false)
                .put("idempotentHint", true)
                .put("openWorldHint", false);
        return new ToolSpec(name, definition);
    }

    private static ToolSpec statusSpec() {
        ObjectNode properties = Json.object();
        properties.set("id", Schemas.id());
        return spec(
                "review_status",
                "Review status",
                "Reads once how the review of a denied statement stands, and what to do next.",
                Schemas.arguments(properties, List.of("id")),
                Schemas.review());
    }

    private static ToolSpec waitSpec() {
        ObjectNode properties = Json.object();
        properties.set("id", Schemas.id());
        properties.set(
                "timeout_seconds",
                Schemas.number(
                        "How long to wait at most. Keep the default unless your client allows longer calls.",
                        DEFAULT_TIMEOUT_SECONDS,
                        1,
                        MAX_TIMEOUT_SECONDS));
        return spec(
                "review_wait",
                "Wait for a review",
                "Waits until a person decided the review of a denied statement, or the timeout ends, and tells what to do"
                        + " next. timed_out: true is not an error: call again.",
                Schemas.arguments(properties, List.of("id")),
                Schemas.waited());
    }

    private static ToolSpec listSpec() {
        ObjectNode properties = Json.object();
        properties.set("status", Schemas.statusFilter());
        properties.set("limit", Schemas.number("How many at most.", DEFAULT_LIMIT, 1, MAX_LIMIT));
        return spec(
                "review_list",
                "List reviews",
                "Lists the reviews of this Sidecar across all of its listeners, newest first.",
                Schemas.arguments(properties, List.of()),
                Schemas.reviews());
    }

    private CompletionStage<ToolResult> status(Arguments arguments) {
        arguments.checkOnly(List.of("id"));
        Optional<ReviewId> id = id(arguments);
        if (id.isEmpty()) {
            return CompletableFuture.completedFuture(FailureWords.result(ReviewFailure.Kind.NOT_FOUND));
        }
        return reviews.status(id.get())
                .handle((review, thrown) ->
                        thrown == null ? ToolResult.of(ReviewBody.of(review)) : FailureWords.result(thrown));
    }

    private CompletionStage<ToolResult> list(Arguments arguments) {
        arguments.checkOnly(List.of("status", "limit"));
        Optional<ReviewStatus> status = arguments.text("status").map(ReviewTools::known);
        int limit = arguments.clamped("limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
        return reviews.list(status, limit).handle((found, thrown) -> {
            if (thrown != null) {
                return FailureWords.result(thrown);
            }
            ObjectNode json = Json.object();
            ArrayNode all = json.putArray("reviews");
            found.forEach(review -> all.add(ReviewBody.of(review)));
            return ToolResult.of(json);
        });
    }

    private Tool.Work await(Arguments arguments) {
        arguments.checkOnly(List.of("id", "timeout_seconds"));
        Optional<ReviewId> id = id(arguments);
        Duration limit = Duration.ofSeconds(
                arguments.clamped("timeout_seconds", DEFAULT_TIMEOUT_SECONDS, 1, MAX_TIMEOUT_SECONDS));
        if (id.isEmpty()) {
            return (progress, done) -> {
                done.accept(FailureWords.result(ReviewFailure.Kind.NOT_FOUND));
                return () -> {};
            };
        }
        return (progress, done) -> waits.start(id.get(), limit, progress, done);
    }

    /** What cannot be an id is the id of no review: a caller learns no more from it. */
    private static Optional<ReviewId> id(Arguments arguments) {
        String text = arguments
                .text("id")
                .orElseThrow(() -> new ArgumentProblem("`id` is missing: give the review id from the denial"));
        return ReviewId.parse(text.strip());
    }

    private static ReviewStatus known(String word) {
        ReviewStatus status = new ReviewStatus(word.strip().toUpperCase(Locale.ROOT));
        if (!status.isKnown()) {
            throw new ArgumentProblem(
                    "`status` must be one of PENDING, APPROVED, REJECTED, REVOKED, EXECUTED, EXPIRED");
        }
        return status;
    }
}
