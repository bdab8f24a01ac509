package dev.hoop.controlplane;

import dev.hoop.web.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Files at a steady pace and claims what its stream of decisions says was decided, as the real client does. Its agents read
 * how their reviews stand, soon after filing and then once a second, which is five times as often as they are told to.
 * Confined to the loop.
 */
final class LoadSidecar {

    private static final int READ_FIRST_MILLIS = 100;
    private static final int READ_EVERY_MILLIS = Integer.getInteger("load.read", 1000);

    /** How many times less often it files while the load warms up. */
    private static final int WARMING = Integer.getInteger("load.warming", 4);

    /** One in so many claims is made once more, to see that it is not told yes again. */
    private static final int AGAIN = 10;

    /** How a review stands that is on its way. */
    private enum Stage {
        WAITS,
        IS_CLAIMED
    }

    private final int number;
    private final LoadLoop loop;
    private final LoadCaller caller;
    private final LoadRecord record;
    private final LoadStream stream;
    private final long pace;
    private final long end;
    private final Map<String, Stage> reviews = new HashMap<>();
    private long next;
    private int statements;
    private int filings;
    private int filed;
    private int claims;
    private int calls;

    LoadSidecar(
            int number,
            SecretToken token,
            LoadLoop loop,
            LoadTargets targets,
            LoadRecord record,
            Duration pace,
            long endNanos)
            throws IOException {
        this.number = number;
        this.loop = loop;
        this.record = record;
        this.caller = new LoadCaller(loop, targets, record, "hoop-sidecar-token: " + token.value(), number);
        this.stream = new LoadStream(loop, number, token, targets, this::heard, this::claimAll);
        this.pace = pace.toNanos();
        this.end = endNanos;
    }

    /** Begins; sidecars do not all file at the same moment. */
    void start(int of) {
        stream.open();
        stream.watch();
        next = System.nanoTime() + pace * number / of;
        loop.at(next, this::file);
    }

    /** Whether it files no more, and nothing of what it filed is open. */
    boolean isDone() {
        return System.nanoTime() - end >= 0 && filed == filings && reviews.isEmpty() && calls == 0;
    }

    private void file() {
        if (System.nanoTime() - end >= 0) {
            return;
        }
        String statement = "UPDATE invoices SET paid = true WHERE id = " + number + "." + statements++;
        filings++;
        call(
                "file",
                "POST",
                "",
                Json.write(PlaneClient.filing("billing-api", "billing-approvers", statement)),
                answer -> {
                    if (answer.status() == 429) {
                        // So it is meant: what is asked faster than people decide is refused, and not filed.
                        filings--;
                        record.refused();
                        return;
                    }
                    if (answer.status() / 100 != 2) {
                        throw new AssertionError("a filing is answered " + answer.status() + ": " + answer.json());
                    }
                    filed++;
                    record.filed(answer.id(), number);
                    if (answer.forward()) {
                        // Its first answer was lost, and it was approved before it was filed again.
                        record.forwarded(answer.id());
                        return;
                    }
                    reviews.put(answer.id(), Stage.WAITS);
                    loop.in(READ_FIRST_MILLIS, () -> read(answer.id()));
                });
        // While the load warms up, compilers need processors too.
        next += record.isMeasured() ? pace : WARMING * pace;
        loop.at(next, this::file);
    }

    private boolean waits(String id) {
        return reviews.get(id) == Stage.WAITS;
    }

    private void read(String id) {
        if (!waits(id)) {
            return;
        }
        call("status", "GET", "/" + id, "", answer -> {
            if (answer.status() != 200) {
                throw new AssertionError("a review is lost: " + id + " is answered " + answer.status());
            }
            String status = answer.json().path("status").asText();
            if (!waits(id)) {
                return;
            }
            if (status.equals("APPROVED")) {
                claim(id);
            } else if (status.equals("EXECUTED")) {
                reviews.remove(id);
                record.usedUnheard(id);
            } else {
                loop.in(READ_EVERY_MILLIS, () -> read(id));
            }
        });
    }

    private void heard(String id) {
        if (waits(id)) {
            claim(id);
        }
    }

    private void claimAll() {
        List.copyOf(reviews.keySet()).forEach(this::heard);
    }

    /** An answer that was lost is asked for again; then the approval may be used already. */
    private void claim(String id) {
        reviews.put(id, Stage.IS_CLAIMED);
        call("claim", "POST", "/" + id + "/claim", "", claimed -> {
            if (claimed.json().at("/review/status").asText().equals("PENDING")) {
                reviews.put(id, Stage.WAITS);
                loop.in(READ_EVERY_MILLIS, () -> read(id));
                return;
            }
            reviews.remove(id);
            if (claimed.forward()) {
                record.forwarded(id);
            } else {
                record.usedUnheard(id);
            }
            if (claims++ % AGAIN == 0) {
                claimAgain(id);
            }
        });
    }

    /** Whoever asks once more is not told yes. */
    private void claimAgain(String id) {
        call("again", "POST", "/" + id + "/claim", "", again -> {
            if (again.forward()) {
                record.forwarded(id);
            }
        });
    }

    private void call(String what, String method, String path, String body, Consumer<LoadAnswer> then) {
        calls++;
        caller.call(what, method, "/api/sidecars/reviews" + path, body, answer -> {
            calls--;
            then.accept(answer);
        });
    }
}
