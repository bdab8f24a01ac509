package dev.hoop.controlplane.client;

import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewService.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wakes statements that wait for a decision. While any waits, one connection to the plane tells of decisions for all of
 * them; where the plane has no such stream, or it is broken, each is woken about every second instead.
 *
 * <p>A wake says only that a claim is worth trying, so waking too often costs a request and waking too seldom costs time;
 * neither costs correctness. When a stream becomes ready, which does not tell what came before, a few who wait are woken at
 * once; many are left to the timers that they have had since the last one ended, so that a plane which has just come back is
 * not asked by everybody at the same moment.
 */
final class DecisionStream implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DecisionStream.class);

    /** A decision may arrive between the answer "pending" and the wait that follows it: so long ones are remembered. */
    private static final Duration RECENT = Duration.ofSeconds(10);

    /** How soon a wait for a review that was decided just now is woken. Not at once, so that no loop turns freely. */
    private static final Duration RECENT_PAUSE = Duration.ofMillis(50);

    /** Where all poll, they poll at most so often in sum: one per this much. */
    private static final Duration POLL_SPACING = Duration.ofMillis(10);

    /** More are not woken at the same moment. */
    private static final int AT_ONCE = 50;

    private enum State {
        /** Nobody waits. */
        IDLE,
        CONNECTING,
        LIVE,
        /** Without a connection until the next try. */
        PAUSED,
        CLOSED
    }

    private final PlaneHttp http;
    private final PlaneThreads threads;
    private final StreamTimings timings;

    private final Map<ReviewId, Set<Waiter>> waiters = new HashMap<>();
    private final RecentIds recent = new RecentIds(RECENT);
    private State state = State.IDLE;
    private Optional<StreamConnection> connection = Optional.empty();
    private Optional<ScheduledFuture<?>> next = Optional.empty();
    private int waiting;
    private int failures;
    private int generation;
    private long liveSince;
    private boolean toldTrouble;

    DecisionStream(PlaneHttp http, PlaneThreads threads, StreamTimings timings) {
        this.http = http;
        this.threads = threads;
        this.timings = timings;
    }

    /** See {@link dev.hoop.review.ReviewService#awaitDecision}. */
    Wait await(ReviewId id, Runnable worthClaiming) {
        Waiter waiter = new Waiter(id, worthClaiming);
        synchronized (this) {
            if (state == State.CLOSED) {
                return waiter::close;
            }
            waiters.computeIfAbsent(id, any -> new LinkedHashSet<>()).add(waiter);
            waiting++;
            arm(waiter);
            if (state == State.IDLE) {
                connect();
            }
        }
        return () -> {
            waiter.close();
            remove(waiter);
        };
    }

    synchronized boolean isLive() {
        return state == State.LIVE;
    }

    synchronized int waiting() {
        return waiting;
    }

    private void arm(Waiter waiter) {
        try {
            waiter.timer(threads.after(pause(waiter.id()), () -> wake(List.of(waiter))));
        } catch (RejectedExecutionException e) {
            waiter.close();
        }
    }

    private Duration pause(ReviewId id) {
        if (state == State.LIVE && recent.contains(id)) {
            return RECENT_PAUSE;
        }
        boolean settled = state == State.LIVE && System.nanoTime() - liveSince > RECENT.toNanos();
        if (settled) {
            return Jitter.around(timings.safetyNet());
        }
        Duration spaced = POLL_SPACING.multipliedBy(waiting);
        return Jitter.around(spaced.compareTo(timings.poll()) > 0 ? spaced : timings.poll());
    }

    private synchronized void remove(Waiter waiter) {
        waiter.cancelTimer();
        Set<Waiter> same = waiters.getOrDefault(waiter.id(), Set.of());
        if (same.contains(waiter)) {
            same.remove(waiter);
            waiting--;
            if (same.isEmpty()) {
                waiters.remove(waiter.id());
            }
        }
        if (waiting == 0 && (state == State.LIVE || state == State.CONNECTING)) {
            schedule(timings.linger(), this::stopIfIdle);
        }
    }

    private void wake(List<Waiter> woken) {
        for (Waiter waiter : woken) {
            remove(waiter);
            threads.workers().execute(waiter::wake);
        }
    }

    private synchronized List<Waiter> all() {
        List<Waiter> all = new ArrayList<>();
        waiters.values().forEach(all::addAll);
        return all;
    }

    private void connect() {
        state = State.CONNECTING;
        StreamConnection opened = new StreamConnection(http, threads, timings.silence(), new Ear(++generation));
        connection = Optional.of(opened);
        threads.workers().execute(opened::open);
    }

    /** One deferred step at a time: what was deferred before has no meaning any more. */
    private void schedule(Duration pause, Runnable step) {
        next.ifPresent(task -> task.cancel(false));
        try {
            next = Optional.of(threads.after(pause, step));
        } catch (RejectedExecutionException e) {
            state = State.CLOSED;
        }
    }

    private synchronized void stopIfIdle() {
        if (waiting == 0 && (state == State.LIVE || state == State.CONNECTING)) {
            connection.ifPresent(StreamConnection::close);
            connection = Optional.empty();
            state = State.IDLE;
        }
    }

    private synchronized void tryAgain() {
        if (state != State.PAUSED) {
            return;
        }
        if (waiting == 0) {
            state = State.IDLE;
        } else {
            connect();
        }
    }

    @Override
    public synchronized void close() {
        state = State.CLOSED;
        connection.ifPresent(StreamConnection::close);
        all().forEach(waiter -> {
            waiter.close();
            waiter.cancelTimer();
        });
        waiters.clear();
        waiting = 0;
    }

    /** Hears one connection; what an older one still says is not heard. */
    private final class Ear implements StreamConnection.Listener {

        private final int mine;

        Ear(int mine) {
            this.mine = mine;
        }

        private boolean isCurrent() {
            return mine == generation && (state == State.CONNECTING || state == State.LIVE);
        }

        @Override
        public void ready() {
            List<Waiter> few;
            synchronized (DecisionStream.this) {
                if (!isCurrent() || state == State.LIVE) {
                    return;
                }
                state = State.LIVE;
                liveSince = System.nanoTime();
                toldTrouble = false;
                few = waiting > AT_ONCE ? List.of() : all();
            }
            LOG.info("event=decision_stream state=live");
            wake(few);
        }

        @Override
        public void decided(ReviewId id) {
            List<Waiter> same;
            synchronized (DecisionStream.this) {
                recent.add(id);
                same = List.copyOf(waiters.getOrDefault(id, Set.of()));
            }
            wake(same);
        }

        @Override
        public void ended(StreamConnection.End how, String why) {
            boolean tell;
            synchronized (DecisionStream.this) {
                if (!isCurrent()) {
                    return;
                }
                boolean lasted = state == State.LIVE
                        && System.nanoTime() - liveSince > timings.retryMost().toNanos();
                failures = lasted ? 0 : Math.min(failures + 1, 30);
                tell = state == State.LIVE || !toldTrouble;
                toldTrouble = true;
                state = State.PAUSED;
                connection = Optional.empty();
                schedule(
                        how == StreamConnection.End.BROKEN ? retryPause() : Jitter.around(timings.probe()),
                        DecisionStream.this::tryAgain);
                all().forEach(DecisionStream.this::arm);
            }
            if (tell) {
                LOG.info("event=decision_stream state={} fallback=poll why=\"{}\"", how, why);
            }
        }
    }

    private Duration retryPause() {
        Duration pause = timings.retryFirst().multipliedBy(1L << Math.max(0, Math.min(failures - 1, 20)));
        return Jitter.upTo(pause.compareTo(timings.retryMost()) > 0 ? timings.retryMost() : pause);
    }
}
