package dev.hoop.core.gate;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts of one listener's gate, for {@code /stats} and {@code /metrics}. Safe for use by many threads. */
public final class GateStats {

    final LongAdder statements = new LongAdder();
    final LongAdder forwarded = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder abandoned = new LongAdder();
    final LongAdder wouldDeny = new LongAdder();
    final LongAdder responsesDenied = new LongAdder();
    final LongAdder requestsRefused = new LongAdder();
    final LongAdder heldNow = new LongAdder();
    final LongAdder reviewsFiled = new LongAdder();
    final LongAdder reviewsReleased = new LongAdder();
    final LongAdder reviewsRejected = new LongAdder();
    final LongAdder reviewsExpired = new LongAdder();
    final LongAdder reviewsOtherwiseEnded = new LongAdder();
    final LongAdder reviewsFailed = new LongAdder();
    final LongAdder holdsTimedOut = new LongAdder();
    final LongAdder approvalsSpentInVain = new LongAdder();
    final LongAdder auditFailures = new LongAdder();
    private final LongAdder holdNanos = new LongAdder();
    private final Map<String, LongAdder> deniedByRule = new ConcurrentHashMap<>();

    GateStats() {}

    /** Rule names come from the configuration, so there are few. */
    void deniedBy(String rule) {
        deniedByRule.computeIfAbsent(rule, unused -> new LongAdder()).increment();
    }

    void holdEnded(long nanos) {
        heldNow.decrement();
        holdNanos.add(nanos);
    }

    /** The counts now; each is exact, together they may straddle a statement. */
    public Snapshot snapshot() {
        Map<String, Long> byRule = new TreeMap<>();
        deniedByRule.forEach((rule, count) -> byRule.put(rule, count.sum()));
        return new Snapshot(
                statements.sum(),
                forwarded.sum(),
                refused.sum(),
                abandoned.sum(),
                Collections.unmodifiableMap(byRule),
                wouldDeny.sum(),
                responsesDenied.sum(),
                requestsRefused.sum(),
                heldNow.sum(),
                reviewsFiled.sum(),
                reviewsReleased.sum(),
                reviewsRejected.sum(),
                reviewsExpired.sum(),
                reviewsOtherwiseEnded.sum(),
                reviewsFailed.sum(),
                holdsTimedOut.sum(),
                approvalsSpentInVain.sum(),
                Duration.ofNanos(holdNanos.sum()),
                auditFailures.sum());
    }

    /**
     * Counts since the start, but for {@code heldNow}.
     *
     * @param statements judged
     * @param forwarded let through
     * @param refused refused, for whatever reason
     * @param abandoned given up, since their client went away before the decision
     * @param deniedByRule refused by rules, by rule
     * @param wouldDeny that observed guardrails would have refused
     * @param responsesDenied answers that a response rule stopped
     * @param requestsRefused refused by the protocol before they were statements
     * @param heldNow waiting on their connection now
     * @param reviewsFiled filed, or found as the live review of the same statement
     * @param reviewsReleased approvals spent on statements
     * @param reviewsRejected waits that a rejection or revocation ended
     * @param reviewsExpired waits that the review's own time limit ended
     * @param reviewsOtherwiseEnded waits that ended since the approval was used up, or in a state that is not known
     * @param reviewsFailed waits or filings to which the plane gave no usable answer
     * @param holdsTimedOut holds that ended undecided
     * @param approvalsSpentInVain approvals spent for statements that then did not run
     * @param holdTime the sum of all ended holds
     * @param auditFailures statements refused since their record could not be written
     */
    public record Snapshot(
            long statements,
            long forwarded,
            long refused,
            long abandoned,
            Map<String, Long> deniedByRule,
            long wouldDeny,
            long responsesDenied,
            long requestsRefused,
            long heldNow,
            long reviewsFiled,
            long reviewsReleased,
            long reviewsRejected,
            long reviewsExpired,
            long reviewsOtherwiseEnded,
            long reviewsFailed,
            long holdsTimedOut,
            long approvalsSpentInVain,
            Duration holdTime,
            long auditFailures) {}
}
