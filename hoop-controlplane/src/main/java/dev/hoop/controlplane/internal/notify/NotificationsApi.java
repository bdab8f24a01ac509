package dev.hoop.controlplane.internal.notify;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.controlplane.Capability;
import dev.hoop.controlplane.Notifications;
import dev.hoop.controlplane.internal.api.PeopleAccess;
import dev.hoop.controlplane.internal.api.ReviewJson;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.web.Json;
import dev.hoop.web.Router;
import dev.hoop.web.WebFailure;
import dev.hoop.web.WebRequest;
import dev.hoop.web.WebResponse;
import java.util.List;
import java.util.Optional;

/** {@code /api/notifications}: what is due and what does not arrive. Addresses and answers of receivers are not told. */
public final class NotificationsApi {

    private final List<Lane> lanes;
    private final Database database;
    private final PeopleAccess access;

    public NotificationsApi(Notifications notifications, Database database, PeopleAccess access) {
        this.lanes = notifications.channels().stream().map(Lane::of).toList();
        this.database = database;
        this.access = access;
    }

    /** Adds the routes. */
    public void addTo(Router.Builder routes) {
        routes.blocking("GET", "/api/notifications", this::list);
    }

    private WebResponse list(WebRequest request) {
        if (!access.require(request).person().may(Capability.ADMIN)) {
            throw new WebFailure(403, "this needs the capability admin; ask an administrator for it");
        }
        OutboxState state = database.read(handle -> OutboxState.of(handle, lanes));
        ObjectNode json = Json.object();
        ArrayNode channels = json.putArray("channels");
        state.channels().forEach(channel -> channels.add(json(channel)));
        ArrayNode troubled = json.putArray("troubled");
        state.troubled().forEach(delivery -> troubled.add(json(delivery)));
        return Json.response(200, json).with("cache-control", "no-store");
    }

    private static ObjectNode json(OutboxState.Channel channel) {
        ObjectNode json = Json.object()
                .put("channel", channel.label())
                .put("configured", channel.configured())
                .put("pending", channel.pending())
                .put("failing", channel.failing())
                .put("given_up", channel.givenUp());
        channel.oldest().ifPresent(at -> json.put("oldest_pending_at", ReviewJson.time(at)));
        channel.lastError().ifPresent(error -> json.put("last_error", error));
        return json;
    }

    private static ObjectNode json(OutboxState.Troubled delivery) {
        ObjectNode json = Json.object()
                .put("delivery_id", delivery.id())
                .put("channel", delivery.channel())
                .put("event", delivery.event());
        delivery.review().ifPresent(id -> json.put("review_id", id));
        json.put("created_at", ReviewJson.time(delivery.createdAt()))
                .put("attempts", delivery.attempts())
                .put("error", delivery.error());
        Optional.of(delivery.nextAt())
                .filter(at -> delivery.givenUpAt().isEmpty())
                .ifPresent(at -> json.put("next_attempt_at", ReviewJson.time(at)));
        delivery.givenUpAt().ifPresent(at -> json.put("given_up_at", ReviewJson.time(at)));
        return json;
    }
}
