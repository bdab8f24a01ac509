package dev.hoop.controlplane.internal.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.controlplane.internal.store.Freezes.Freeze;
import dev.hoop.controlplane.internal.store.Freezes.Target;
import dev.hoop.web.Json;

/** A freeze on the wire, for the API and for who is told of it. */
public final class FreezeJson {

    private FreezeJson() {}

    /** Everything about one. */
    public static ObjectNode of(Freeze freeze) {
        ObjectNode json =
                Json.object().put("id", freeze.id()).put("kind", freeze.target().kind());
        if (freeze.target() instanceof Target.Listener listener) {
            json.put("sidecar", listener.sidecar()).put("listener", listener.name());
        } else if (freeze.target() instanceof Target.Sidecar sidecar) {
            json.put("sidecar", sidecar.name());
        } else if (freeze.target() instanceof Target.Requester requester) {
            json.put("requester", requester.name());
        }
        json.put("reason", freeze.reason());
        json.put("started_at", ReviewJson.time(freeze.startedAt()));
        json.put("started_by", freeze.startedBy());
        freeze.end().ifPresent(end -> {
            json.put("ended_at", ReviewJson.time(end.at()));
            json.put("ended_by", end.by());
            end.reason().ifPresent(reason -> json.put("end_reason", reason));
        });
        return json;
    }
}
