package dev.hoop.controlplane;

import dev.hoop.controlplane.PlaneClient.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Files at a steady pace, reads how its reviews stand five times a second, and claims what was approved. */
final class LoadSidecar implements Callable<Void> {

    private static final long READ_EVERY = Duration.ofMillis(200).toNanos();

    private final int number;
    private final SecretToken token;
    private final LoadTargets targets;
    private final LoadRecord record;
    private final long pace;
    private final long end;
    private final Map<String, Long> waiting = new LinkedHashMap<>();
    private int replica;

    LoadSidecar(int number, SecretToken token, LoadTargets targets, LoadRecord record, Duration pace, long endNanos) {
        this.number = number;
        this.token = token;
        this.targets = targets;
        this.record = record;
        this.pace = pace.toNanos();
        this.end = endNanos;
        this.replica = number;
    }

    @Override
    public Void call() throws InterruptedException {
        long next = System.nanoTime() + pace * number / 50;
        int count = 0;
        while (System.nanoTime() < end || !waiting.isEmpty()) {
            long now = System.nanoTime();
            if (now >= next && now < end) {
                String statement = "UPDATE invoices SET paid = true WHERE id = " + number + "." + count++;
                Answer filed = answered("file", plane -> plane.file(token, statement));
                if (filed.status() / 100 != 2) {
                    throw new AssertionError("a filing is answered " + filed.status() + ": " + filed.message());
                }
                record.filed(filed.id(), number);
                waiting.put(filed.id(), now + READ_EVERY);
                next += pace;
            }
            readDue();
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
        return null;
    }

    private void readDue() throws InterruptedException {
        List<String> due = new ArrayList<>();
        waiting.forEach((id, at) -> {
            if (System.nanoTime() >= at) {
                due.add(id);
            }
        });
        for (String id : due) {
            Answer read = answered("status", plane -> plane.asSidecar(token, "GET", "/api/sidecars/reviews/" + id, ""));
            if (read.status() != 200) {
                throw new AssertionError("a review is lost: " + id + " is answered " + read.status());
            }
            String status = read.json().path("status").asText();
            if (status.equals("APPROVED")) {
                claim(id);
                waiting.remove(id);
            } else if (status.equals("EXECUTED")) {
                record.usedUnheard(id);
                waiting.remove(id);
            } else {
                waiting.put(id, System.nanoTime() + READ_EVERY);
            }
        }
    }

    /** An answer that was lost is asked for again; then the approval may be used already. */
    private void claim(String id) throws InterruptedException {
        Answer claimed = answered("claim", plane -> plane.claim(token, id));
        if (claimed.forward()) {
            record.forwarded(id);
        } else {
            record.usedUnheard(id);
        }
        // Whoever asks once more is not told yes.
        if (answered("claim", plane -> plane.claim(token, id)).forward()) {
            record.forwarded(id);
        }
    }

    private Answer answered(String what, LoadTargets.Call call) throws InterruptedException {
        while (true) {
            long start = System.nanoTime();
            Optional<Answer> answer = targets.attempt(replica, call);
            if (answer.isPresent()) {
                record.took(what, System.nanoTime() - start);
                return answer.get();
            }
            record.unanswered();
            replica++;
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }
}
