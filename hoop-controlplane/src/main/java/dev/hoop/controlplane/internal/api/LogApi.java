package dev.hoop.controlplane.internal.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.controlplane.internal.admin.LogReading;
import dev.hoop.controlplane.internal.store.DecisionLog;
import dev.hoop.controlplane.internal.store.Directory.Person;
import dev.hoop.controlplane.internal.store.LogEntry;
import dev.hoop.web.Json;
import dev.hoop.web.Router;
import dev.hoop.web.WebRequest;
import dev.hoop.web.WebResponse;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** {@code /api/log}. */
final class LogApi {

    private final LogReading log;
    private final PeopleAccess access;

    LogApi(LogReading log, PeopleAccess access) {
        this.log = log;
        this.access = access;
    }

    void addTo(Router.Builder routes) {
        routes.blocking("GET", "/api/log", this::list);
    }

    private WebResponse list(WebRequest request) {
        Person by = access.require(request).person();
        int limit = Fields.limit(request);
        DecisionLog.Filter filter = new DecisionLog.Filter(
                Fields.cursor(request),
                query(request, "about"),
                query(request, "kind"),
                query(request, "who"),
                Fields.time(request, "from"),
                Fields.time(request, "until"),
                limit + 1);
        return Refusals.answered(() -> {
            List<DecisionLog.Kept> entries = log.list(by, filter);
            ObjectNode json = Json.object();
            ArrayNode array = json.putArray("entries");
            entries.stream().limit(limit).forEach(kept -> array.add(json(kept)));
            if (entries.size() > limit) {
                json.put("next_cursor", Long.toString(entries.get(limit - 1).seq()));
            }
            return AdministrationApi.answer(200, json);
        });
    }

    private static Optional<String> query(WebRequest request, String name) {
        return request.query(name).filter(value -> !value.isEmpty());
    }

    private static ObjectNode json(DecisionLog.Kept kept) {
        LogEntry entry = kept.entry();
        ObjectNode json = Json.object().put("seq", kept.seq()).put("at", ReviewJson.time(entry.at()));
        json.put("kind", entry.kind()).put("about", entry.about());
        ObjectNode who = json.putObject("who").put("name", entry.who().name());
        if (!entry.who().email().isEmpty()) {
            who.put("email", entry.who().email());
        }
        ArrayNode groups = who.putArray("groups");
        new TreeSet<>(entry.who().groups()).forEach(groups::add);
        entry.reason().ifPresent(reason -> json.put("reason", reason));
        entry.payloadSha256().ifPresent(hash -> json.put("payload_sha256", hash));
        return json.put("hash", kept.hash());
    }
}
