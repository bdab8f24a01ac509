package dev.hoop.controlplane;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.Deque;

/** Reads what waits, and approves a share of it that no other approver takes, one after the other. Confined to the loop. */
final class LoadApprover {

    private static final String APPROVAL = "{\"status\":\"APPROVED\"}";
    private static final int LIST_EVERY_MILLIS = 300;

    private final int number;
    private final int of;
    private final LoadLoop loop;
    private final LoadCaller caller;

    LoadApprover(int number, int of, SecretToken token, LoadLoop loop, LoadTargets targets, LoadRecord record) {
        this.number = number;
        this.of = of;
        this.loop = loop;
        this.caller = new LoadCaller(loop, targets, record, "authorization: Bearer " + token.value(), number);
    }

    /** Begins; they do not all look at the same moment. */
    void start() {
        loop.in((long) LIST_EVERY_MILLIS * number / of, this::list);
    }

    private void list() {
        caller.call("list", "GET", "/api/reviews?status=PENDING&limit=100", "", list -> {
            Deque<String> mine = new ArrayDeque<>();
            for (JsonNode review : list.json().path("reviews")) {
                String id = review.path("id").asText();
                if (Math.floorMod(id.hashCode(), of) == number) {
                    mine.add(id);
                }
            }
            decide(mine);
        });
    }

    private void decide(Deque<String> ids) {
        if (ids.isEmpty()) {
            loop.in(LIST_EVERY_MILLIS, this::list);
        } else {
            caller.call("decide", "PUT", "/api/reviews/" + ids.remove(), APPROVAL, decided -> decide(ids));
        }
    }
}
