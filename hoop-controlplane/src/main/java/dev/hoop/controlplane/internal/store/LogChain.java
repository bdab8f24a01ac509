package dev.hoop.controlplane.internal.store;

import dev.hoop.controlplane.DecisionLogCheck.Result;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jdbi.v3.core.Handle;

/** Computes the chain of the decision log again, from its first entry to its last. The plane may go on writing meanwhile. */
public final class LogChain {

    private static final int PAGE = 1000;

    private long count;
    private String hash = LogHash.NONE;
    private boolean notedSeen;

    private LogChain() {}

    /**
     * What there is.
     *
     * @param noted a hash that was noted earlier, which has to be there
     */
    public static Result check(Handle handle, Optional<String> noted) {
        LogChain chain = new LogChain();
        DecisionLog.Noted before = DecisionLog.head(handle);
        Optional<Result> broken = chain.follow(handle, before, noted.orElse(""));
        if (broken.isPresent()) {
            return broken.get();
        }
        DecisionLog.Noted after = DecisionLog.head(handle);
        if (chain.count < before.seq()) {
            return new Result.Broken(chain.count + 1, "is missing, and every one behind it");
        }
        if (chain.count > after.seq()) {
            return new Result.Broken(after.seq() + 1, "is behind what the plane wrote last");
        }
        if (noted.isPresent() && !chain.notedSeen) {
            return new Result.Broken(
                    0, "the noted hash is that of no entry: the log was written anew, or cut off before it");
        }
        return new Result.Sound(chain.count, chain.hash);
    }

    /** Those of these entries that do not fit the entry before them, by their numbers; few entries, in any order. */
    public static Set<Long> misfits(Handle handle, List<DecisionLog.Kept> entries) {
        Map<Long, String> before = DecisionLog.hashes(
                handle, entries.stream().map(kept -> kept.seq() - 1).toList());
        before.put(0L, LogHash.NONE);
        Set<Long> misfits = new TreeSet<>();
        for (DecisionLog.Kept kept : entries) {
            String previous = before.get(kept.seq() - 1);
            if (previous == null
                    || !LogHash.next(previous, kept.seq(), kept.entry()).equals(kept.hash())) {
                misfits.add(kept.seq());
            }
        }
        return misfits;
    }

    private Optional<Result> follow(Handle handle, DecisionLog.Noted head, String noted) {
        while (true) {
            List<DecisionLog.Kept> page = DecisionLog.after(handle, count, PAGE);
            if (page.isEmpty()) {
                return Optional.empty();
            }
            for (DecisionLog.Kept kept : page) {
                if (kept.seq() != count + 1) {
                    return broken("is missing");
                }
                String expected = LogHash.next(hash, kept.seq(), kept.entry());
                if (!expected.equals(kept.hash())) {
                    return broken("does not fit: it, or its hash, was changed");
                }
                count = kept.seq();
                hash = expected;
                notedSeen |= hash.equals(noted);
                if (count == head.seq() && !hash.equals(head.hash())) {
                    return Optional.of(new Result.Broken(
                            count,
                            "is not the one that the plane wrote last: the log was written anew from some entry on"));
                }
            }
        }
    }

    private Optional<Result> broken(String problem) {
        return Optional.of(new Result.Broken(count + 1, problem));
    }
}
