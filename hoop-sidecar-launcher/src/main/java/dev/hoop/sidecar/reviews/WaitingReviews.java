package dev.hoop.sidecar.reviews;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.sidecar.Failure;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** The reviews that nobody has decided, each handed out once, the oldest first. Safe for use by many threads. */
final class WaitingReviews {

    private final Set<String> waiting = new LinkedHashSet<>();
    private final Set<String> seen = new HashSet<>();
    private Optional<Failure> failure = Optional.empty();

    synchronized void update(JsonNode review) {
        String id = ReviewLines.field(review, "id");
        if (!ReviewLines.field(review, "status").equals("PENDING")) {
            waiting.remove(id);
        } else if (seen.add(id)) {
            waiting.add(id);
            notifyAll();
        }
    }

    /** There will be no more of them. */
    synchronized void fail(Failure why) {
        failure = Optional.of(why);
        notifyAll();
    }

    /** Waits for the next one. */
    synchronized String next() {
        while (waiting.isEmpty()) {
            if (failure.isPresent()) {
                throw failure.get();
            }
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new Failure("interrupted", e);
            }
        }
        String id = waiting.iterator().next();
        waiting.remove(id);
        return id;
    }
}
