package dev.hoop.controlplane;

import dev.hoop.controlplane.LoadConnection.Answer;
import dev.hoop.controlplane.LoadStream.Heard;
import dev.hoop.web.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/**
 * Files at a steady pace and claims what its stream of decisions says was decided, as the real client does. Its agents read
 * how their reviews stand, soon after filing and then once a second, which is five times as often as they are told to.
 */
final class LoadSidecar implements Callable<Void> {

    private static final long READ_FIRST = Duration.ofMillis(100).toNanos();
    private static final long READ_EVERY =
            Duration.ofMillis(Integer.getInteger("load.read", 1000)).toNanos();

    /** How many times less often it files while the load warms up. */
    private static final int WARMING = Integer.getInteger("load.warming", 4);

    /** One in so many claims is made once more, to see that it is not told yes again. */
    private static final int AGAIN = 10;

    private final int number;
    private final LoadCaller caller;
    private final LoadRecord record;
    private final LoadStream stream;
    private final long pace;
    private final long end;
    private final Map<String, Long> waiting = new LinkedHashMap<>();
    private int claims;

    /** @param caller goes in by the sidecar's token */
    LoadSidecar(int number, LoadCaller caller, LoadStream stream, LoadRecord record, Duration pace, long endNanos) {
        this.number = number;
        this.caller = caller;
        this.stream = stream;
        this.record = record;
        this.pace = pace.toNanos();
        this.end = endNanos;
    }

    @Override
    public Void call() {
        try (caller) {
            work();
            return null;
        }
    }

    private void work() {
        long next = System.nanoTime() + pace * number / 50;
        int count = 0;
        while (System.nanoTime() < end || !waiting.isEmpty()) {
            long now = System.nanoTime();
            if (now >= next && now < end) {
                String statement = "UPDATE invoices SET paid = true WHERE id = " + number + "." + count++;
                Answer filed = answered(
                        "file",
                        "POST",
                        "",
                        Json.write(PlaneClient.filing("billing-api", "billing-approvers", statement)));
                if (filed.status() / 100 != 2) {
                    throw new AssertionError("a filing is answered " + filed.status() + ": " + filed.json());
                }
                record.filed(filed.id(), number);
                waiting.put(filed.id(), System.nanoTime() + READ_FIRST);
                // While the load warms up, compilers need processors too.
                next += record.isMeasured() ? pace : WARMING * pace;
            }
            readDue();
            pauseUntil(next);
        }
    }

    /** Until something is due, or is heard. */
    private void pauseUntil(long nextFiling) {
        long now = System.nanoTime();
        long pause = nextFiling < end ? nextFiling - now : READ_EVERY;
        for (long due : waiting.values()) {
            pause = Math.min(pause, due - now);
        }
        Heard heard = stream.hear(Math.max(0, Math.min(pause, READ_EVERY)));
        if (heard instanceof Heard.Decided decided && waiting.containsKey(decided.id())) {
            claim(decided.id());
        } else if (heard instanceof Heard.Ready) {
            List.copyOf(waiting.keySet()).forEach(this::claim);
        }
    }

    private void readDue() {
        List<String> due = new ArrayList<>();
        waiting.forEach((id, at) -> {
            if (System.nanoTime() >= at) {
                due.add(id);
            }
        });
        for (String id : due) {
            Answer read = answered("status", "GET", "/" + id, "");
            if (read.status() != 200) {
                throw new AssertionError("a review is lost: " + id + " is answered " + read.status());
            }
            String status = read.json().path("status").asText();
            if (status.equals("APPROVED")) {
                claim(id);
            } else if (status.equals("EXECUTED")) {
                record.usedUnheard(id);
                waiting.remove(id);
            } else {
                waiting.put(id, System.nanoTime() + READ_EVERY);
            }
        }
    }

    /** An answer that was lost is asked for again; then the approval may be used already. */
    private void claim(String id) {
        Answer claimed = answered("claim", "POST", "/" + id + "/claim", "");
        if (claimed.json().at("/review/status").asText().equals("PENDING")) {
            return;
        }
        waiting.remove(id);
        if (claimed.forward()) {
            record.forwarded(id);
        } else {
            record.usedUnheard(id);
        }
        // Whoever asks once more is not told yes.
        if (claims++ % AGAIN == 0
                && answered("again", "POST", "/" + id + "/claim", "").forward()) {
            record.forwarded(id);
        }
    }

    private Answer answered(String what, String method, String path, String body) {
        while (true) {
            Optional<Answer> answer = caller.attempt(what, method, "/api/sidecars/reviews" + path, body);
            if (answer.isPresent()) {
                return answer.get();
            }
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }
}
