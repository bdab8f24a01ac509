package dev.hoop.controlplane;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** What was told during a load run, and how long each answer took. One thread at a time notes, others may ask. */
final class LoadRecord {

    private final Map<String, Integer> filedBy = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> forwards = new ConcurrentHashMap<>();
    private final Map<String, Boolean> used = new ConcurrentHashMap<>();
    private final Map<String, Times> times = new TreeMap<>();
    private final AtomicInteger unanswered = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger lostUses = new AtomicInteger();
    private volatile boolean measured;
    private volatile String part = "";
    private volatile int filedBefore;
    private volatile int filedUntil;

    void filed(String id, int sidecar) {
        filedBy.put(id, sidecar);
    }

    void forwarded(String id) {
        forwards.computeIfAbsent(id, absent -> new AtomicInteger()).incrementAndGet();
        used.put(id, true);
    }

    /** Used by a claim whose answer did not arrive: the statement did not run, and will not. */
    void usedUnheard(String id) {
        lostUses.incrementAndGet();
        used.put(id, true);
    }

    /** Not filed: too many wait. */
    void refused() {
        refused.incrementAndGet();
    }

    void unanswered() {
        unanswered.incrementAndGet();
    }

    /** The warming up is over: from here on times count. */
    void measure() {
        filedBefore = filed();
        measured = true;
    }

    boolean isMeasured() {
        return measured;
    }

    /** Filing is over. */
    void measureNoMoreFilings() {
        filedUntil = filed();
    }

    /** From here on status reads are counted for this part of the run, too. */
    void begin(String name) {
        part = name;
    }

    void took(String what, long nanos) {
        if (!measured) {
            return;
        }
        times.computeIfAbsent(what, absent -> new Times()).add(nanos);
        if (what.equals("status")) {
            times.computeIfAbsent("status " + part, absent -> new Times()).add(nanos);
        }
    }

    int filed() {
        return filedBy.size();
    }

    int sidecarOf(String id) {
        return filedBy.getOrDefault(id, 0);
    }

    List<String> settled() {
        return List.copyOf(used.keySet());
    }

    List<String> unsettled() {
        return filedBy.keySet().stream().filter(id -> !used.containsKey(id)).toList();
    }

    List<String> spentTwice() {
        return forwards.entrySet().stream()
                .filter(each -> each.getValue().get() > 1)
                .map(Map.Entry::getKey)
                .toList();
    }

    void print(int seconds) {
        System.out.printf(
                Locale.ROOT,
                "reviews filed %d (%.0f a second when measured), approvals used %d, of which unheard %d,"
                        + " calls unanswered %d, filings refused as too many %d%n",
                filed(),
                (double) (filedUntil - filedBefore) / seconds,
                used.size(),
                lostUses.get(),
                unanswered.get(),
                refused.get());
        times.forEach((what, all) -> {
            long[] sorted = all.sorted();
            System.out.printf(
                    Locale.ROOT,
                    "%-24s %7d calls   p50 %6.1f ms   p99 %6.1f ms   p99.9 %6.1f ms   max %6.1f ms%n",
                    what,
                    sorted.length,
                    millis(sorted, 0.5),
                    millis(sorted, 0.99),
                    millis(sorted, 0.999),
                    millis(sorted, 1));
        });
    }

    private static double millis(long[] sorted, double part) {
        return sorted[Math.max(0, (int) Math.ceil(sorted.length * part) - 1)] / 1e6;
    }

    /** Numbers, many. */
    private static final class Times {

        private long[] nanos = new long[1024];
        private int count;

        void add(long one) {
            if (count == nanos.length) {
                nanos = Arrays.copyOf(nanos, 2 * count);
            }
            nanos[count++] = one;
        }

        long[] sorted() {
            long[] sorted = Arrays.copyOf(nanos, count);
            Arrays.sort(sorted);
            return sorted;
        }
    }
}
