package dev.hoop.controlplane.internal.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.controlplane.internal.review.StatementText;
import dev.hoop.controlplane.internal.store.ReviewContexts.Risk;
import dev.hoop.controlplane.internal.store.ReviewPeople.Asker;
import dev.hoop.controlplane.internal.store.ReviewPeople.Made;
import dev.hoop.controlplane.internal.store.StoredReview;
import dev.hoop.review.ReviewContext;
import dev.hoop.web.Json;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;

/** Reviews on the wire. Times are RFC 3339 UTC with seconds, rounded down: nobody is told to have longer than they do. */
public final class ReviewJson {

    private ReviewJson() {}

    /** What a sidecar may know: never the statement. */
    public static ObjectNode forSidecar(StoredReview review) {
        ObjectNode json = Json.object();
        json.put("id", review.id().value());
        json.put("status", review.status().word());
        json.put("listener_name", review.listenerName());
        json.put("approval_rule", review.approvalRule());
        json.put("created_at", time(review.createdAt()));
        json.put("decided_at", review.decidedAt().map(ReviewJson::time).orElse(null));
        review.decidedBy().ifPresent(name -> json.put("decided_by", name));
        review.expiresAt().ifPresent(end -> json.put("expires_at", time(end)));
        review.rejectionReason().ifPresent(reason -> json.put("rejection_reason", reason));
        return json;
    }

    /** What people see in lists and events: the above, where it comes from, who asks, the risk, and how the statement begins. */
    static ObjectNode forPeople(StoredReview review, List<Asker> askers, Risk risk, byte[] beginning) {
        ObjectNode json = forSidecar(review);
        json.put("sidecar", review.sidecar());
        review.endedAt().ifPresent(end -> json.put("ended_at", time(end)));
        askers.stream().findFirst().ifPresent(first -> json.set("requester", asker(first)));
        risk.level().ifPresent(level -> json.put("risk_level", level));
        risk.why().ifPresent(why -> json.put("risk_why", why));
        json.put("summary", StatementText.ofBeginning(beginning).summary());
        return json;
    }

    /** One review with everything. */
    static ObjectNode complete(
            StoredReview review, List<Asker> askers, ReviewContext context, byte[] payload, List<Made> decisions) {
        ObjectNode json = forPeople(review, askers, Risk.of(context), payload);
        StatementText text = StatementText.of(payload);
        json.put("statement", text.plain());
        json.put("statement_is_text", text.isText());
        json.put("payload", Base64.getEncoder().encodeToString(payload));
        ArrayNode all = json.putArray("requesters");
        askers.forEach(asker -> all.add(asker(asker)));
        ArrayNode made = json.putArray("decisions");
        decisions.forEach(decision -> made.add(decision(decision)));
        json.set("context", ContextJson.write(context));
        return json;
    }

    /** Who asked. */
    public static ObjectNode asker(Asker asker) {
        ObjectNode json = Json.object();
        if (!asker.subject().isEmpty()) {
            json.put("subject", asker.subject());
        }
        if (!asker.email().isEmpty()) {
            json.put("email", asker.email());
        }
        json.put("peer_addr", asker.peerAddress());
        json.put("method", asker.method());
        return json;
    }

    private static ObjectNode decision(Made made) {
        ObjectNode json = Json.object();
        json.put("status", made.decision().word());
        json.put("email", made.email());
        json.put("name", made.name());
        ArrayNode groups = json.putArray("groups");
        made.groups().forEach(groups::add);
        made.reason().ifPresent(reason -> json.put("reason", reason));
        json.put("decided_at", time(made.at()));
        return json;
    }

    /** A time. */
    public static String time(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
