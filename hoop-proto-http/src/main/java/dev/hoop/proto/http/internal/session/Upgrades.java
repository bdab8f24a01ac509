package dev.hoop.proto.http.internal.session;

import dev.hoop.proto.http.internal.message.FieldLists;
import dev.hoop.proto.http.internal.message.RequestHead;
import dev.hoop.proto.http.internal.message.ResponseHead;
import java.util.List;
import java.util.Set;

/**
 * Which protocols a client may switch to. What passes through a tunnel is not judged, so only protocols are taken that
 * carry no further requests of HTTP: {@code h2c} and the like would walk around every rule.
 */
final class Upgrades {

    /** WebSocket, what kubectl uses to attach and forward, and what container engines use to attach. */
    private static final Set<String> TAKEN = Set.of("websocket", "spdy/3.1", "tcp");

    private Upgrades() {}

    /** Whether the upstream is asked to switch. */
    static boolean takes(RequestHead request) {
        List<String> asked = request.upgradeProtocols();
        return !asked.isEmpty() && TAKEN.containsAll(asked);
    }

    /** Whether the upstream switched to what it was asked for. */
    static boolean answers(ResponseHead answer, RequestHead request) {
        List<String> chosen = FieldLists.lowerCase(answer.fields(), "Upgrade");
        return takes(request)
                && chosen.size() == 1
                && request.upgradeProtocols().containsAll(chosen);
    }
}
