package dev.hoop.controlplane;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.controlplane.LoadConnection.Answer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Reads what waits, and approves a share of it that no other approver takes. */
final class LoadApprover implements Callable<Void> {

    private static final String APPROVAL = "{\"status\":\"APPROVED\"}";

    private final int number;
    private final int of;
    private final LoadCaller caller;
    private final LoadRecord record;

    LoadApprover(int number, int of, SecretToken token, LoadTargets targets, LoadRecord record) {
        this.number = number;
        this.of = of;
        this.caller = new LoadCaller(targets, record, "authorization: Bearer " + token.value(), number);
        this.record = record;
    }

    @Override
    public Void call() {
        try (caller) {
            while (!record.isStopped()) {
                Optional<Answer> list = caller.attempt("list", "GET", "/api/reviews?status=PENDING&limit=100", "");
                if (list.isPresent()) {
                    for (JsonNode review : list.get().json().path("reviews")) {
                        String id = review.path("id").asText();
                        if (Math.floorMod(id.hashCode(), of) == number) {
                            caller.attempt("decide", "PUT", "/api/reviews/" + id, APPROVAL);
                        }
                    }
                }
                LockSupport.parkNanos(Duration.ofMillis(300).toNanos());
            }
            return null;
        }
    }
}
