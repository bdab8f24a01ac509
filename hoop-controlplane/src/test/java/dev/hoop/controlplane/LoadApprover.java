package dev.hoop.controlplane;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.controlplane.PlaneClient.Answer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Reads what waits, and approves a share of it that no other approver takes. */
final class LoadApprover implements Callable<Void> {

    private final int number;
    private final int of;
    private final SecretToken token;
    private final LoadTargets targets;
    private final LoadRecord record;
    private int replica;

    LoadApprover(int number, int of, SecretToken token, LoadTargets targets, LoadRecord record) {
        this.number = number;
        this.of = of;
        this.token = token;
        this.targets = targets;
        this.record = record;
        this.replica = number;
    }

    @Override
    public Void call() throws InterruptedException {
        while (!record.isStopped()) {
            Optional<Answer> list =
                    timed("list", plane -> plane.asPerson(token, "GET", "/api/reviews?status=PENDING&limit=100", ""));
            if (list.isPresent()) {
                for (JsonNode review : list.get().json().path("reviews")) {
                    String id = review.path("id").asText();
                    if (Math.floorMod(id.hashCode(), of) == number) {
                        timed("decide", plane -> plane.approve(token, id));
                    }
                }
            }
            LockSupport.parkNanos(Duration.ofMillis(300).toNanos());
        }
        return null;
    }

    private Optional<Answer> timed(String what, LoadTargets.Call call) throws InterruptedException {
        long start = System.nanoTime();
        Optional<Answer> answer = targets.attempt(replica, call);
        if (answer.isPresent()) {
            record.took(what, System.nanoTime() - start);
        } else {
            record.unanswered();
            replica++;
        }
        return answer;
    }
}
