package dev.hoop.controlplane.internal.notify;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.controlplane.NotificationEvent;
import dev.hoop.controlplane.internal.api.FreezeJson;
import dev.hoop.controlplane.internal.api.ReviewJson;
import dev.hoop.controlplane.internal.store.Freezes;
import dev.hoop.controlplane.internal.store.Freezes.Freeze;
import dev.hoop.controlplane.internal.store.ReviewContexts;
import dev.hoop.controlplane.internal.store.ReviewPeople;
import dev.hoop.controlplane.internal.store.StoredReview;
import dev.hoop.review.ReviewContext;
import dev.hoop.review.ReviewStatus;
import dev.hoop.web.Json;
import java.time.Instant;
import java.util.Locale;
import org.jdbi.v3.core.Handle;

/**
 * What is told of a review, as JSON: how it stood right after what happened. Never the statement, nor its shape or parameters:
 * who is told may be anyone who reads a chat.
 */
final class Told {

    private Told() {}

    static ObjectNode of(Handle handle, NotificationEvent event, StoredReview review) {
        ObjectNode json = Json.object();
        json.put("event", event.word());
        json.put("at", ReviewJson.time(at(event, review)));
        ObjectNode told = ReviewJson.forSidecar(review);
        told.put("sidecar", review.sidecar());
        ReviewPeople.askers(handle, review.id()).stream()
                .findFirst()
                .ifPresent(asker -> told.set("requester", ReviewJson.asker(asker)));
        ReviewContext context = ReviewContexts.of(handle, review.id());
        context.protocol().ifPresent(word -> told.put("protocol", word));
        context.operation().ifPresent(word -> told.put("operation", word));
        context.database().ifPresent(name -> told.put("database", name));
        context.guardrail().ifPresent(name -> told.put("guardrail", name));
        context.why().ifPresent(text -> told.put("why", text));
        context.riskLevel().ifPresent(word -> told.put("risk_level", word));
        json.set("review", told);
        return json;
    }

    /** What is told of a freeze, which says of itself whether it was ended. */
    static ObjectNode ofFreeze(NotificationEvent event, Freeze freeze) {
        ObjectNode json = Json.object();
        json.put("event", event.word());
        json.put("at", ReviewJson.time(freeze.end().map(Freezes.End::at).orElse(freeze.startedAt())));
        json.set("freeze", FreezeJson.of(freeze));
        return json;
    }

    private static Instant at(NotificationEvent event, StoredReview review) {
        return switch (event) {
            case FILED -> review.createdAt();
            case DECIDED ->
                review.status().equals(ReviewStatus.APPROVED)
                        ? review.decidedAt().orElse(review.createdAt())
                        : review.endedAt().or(review::decidedAt).orElse(review.createdAt());
            case EXECUTED, EXPIRED, FROZEN, UNFROZEN -> review.endedAt().orElse(review.createdAt());
        };
    }

    static NotificationEvent event(String word) {
        return NotificationEvent.valueOf(word.toUpperCase(Locale.ROOT));
    }
}
