package dev.hoop.core.gate;

import dev.hoop.core.audit.Ruling;
import dev.hoop.core.statement.Origin;
import dev.hoop.review.Review;
import dev.hoop.review.ReviewAnswer;
import dev.hoop.review.ReviewFailure;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewMode;
import dev.hoop.review.ReviewRequest;
import dev.hoop.review.ReviewStatus;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The question to a person about one statement. Confined to the session's event loop.
 *
 * <pre>
 *  FILING --pending, return--> OVER          WAITING --told, or recheck--> CLAIMING
 *  FILING --pending, hold----> WAITING       CLAIMING --pending---------> WAITING
 *  FILING --forward----------> OVER          CLAIMING --failed----------> RETRYING --> CLAIMING
 *  FILING --failed, ended----> OVER          CLAIMING --forward, ended--> OVER
 *                                            WAITING, RETRYING --cancel, interrupt, limit--> OVER
 * </pre>
 *
 * <p>FILING and CLAIMING begin with the trail and the session making ready, since either may spend an approval. Where the
 * session cannot, nothing is filed, and a claim becomes a reading of the review: approved ends the wait, pending goes on with
 * it. Where the trail cannot, nothing is filed, and a claim is tried again later.
 *
 * <p>What ends a wait while a claim is under way waits for the claim's answer: the approval may be spent by it, and then
 * the trail must say so. The wait for the next decision starts before each claim, so that none made during it is missed.
 */
final class ReviewStep implements ReviewCalls.Replies, HoldClock.Alarms {

    private static final Logger LOG = LoggerFactory.getLogger(ReviewStep.class);

    private enum State {
        FILING,
        WAITING,
        CLAIMING,
        RETRYING,
        OVER
    }

    private final DefaultGate gate;
    private final ReviewTerms terms;
    private final ReviewQuestion question;
    private final Origin origin;
    private final EventExecutor loop;
    private final ReviewOutcome outcome;
    private final ReviewRecords records;
    private final ReviewCalls calls;
    private final HoldClock clock;

    private State state = State.FILING;
    private Optional<ReviewId> id = Optional.empty();
    private boolean cancelled;
    private Departure departure = Departure.CLIENT_GONE;
    private boolean interrupted;
    private boolean timeUp;
    private int payloadBytes;

    /** How long the statement was held when its time is up. */
    private Duration waited;

    private final long began = System.nanoTime();

    /** Whether the call under way only reads the review, since the session could not run the statement. */
    private boolean reading;

    ReviewStep(
            DefaultGate gate,
            ReviewTerms terms,
            ReviewQuestion question,
            Origin origin,
            EventExecutor loop,
            ReviewOutcome outcome) {
        this.gate = gate;
        this.terms = terms;
        this.question = question;
        this.origin = origin;
        this.loop = loop;
        this.outcome = outcome;
        this.records = new ReviewRecords(gate, origin, loop);
        this.calls = new ReviewCalls(gate, loop, this);
        this.clock = new HoldClock(new ClaimPace(gate.config().limits()), calls, loop, this);
        this.waited = terms.holdTimeout();
    }

    /** @param draining whether the session is being ended already: the statement is then not held */
    void start(boolean draining) {
        interrupted = draining;
        guarded(this::file);
    }

    /** Nobody waits for the statement any more. */
    void cancel(Departure why) {
        if (state == State.OVER || cancelled) {
            return;
        }
        cancelled = true;
        departure = why;
        if (state == State.WAITING || state == State.RETRYING) {
            abandon();
        }
    }

    /** The client's own limit is reached. */
    void expire() {
        waited = Duration.ofMillis(
                Math.max(1, Duration.ofNanos(System.nanoTime() - began).toMillis()));
        endOfTime();
    }

    /** The sidecar drains. */
    void interrupt() {
        interrupted = true;
        if (state == State.WAITING || state == State.RETRYING) {
            undecided();
        }
    }

    private void file() {
        byte[] payload = question.payload();
        payloadBytes = payload.length;
        if (payloadBytes > ReviewRequest.MAX_PAYLOAD_BYTES) {
            over();
            outcome.refused(terms.denials().tooLarge(payloadBytes), Ruling.Reason.REVIEW_TOO_LARGE);
            return;
        }
        ReviewRequest request = new ReviewRequest(
                gate.listenerName(), terms.approvalRule(), payload, origin.requester(), question.context());
        whenReady(() -> calls.ask(() -> gate.reviews().file(request)), () -> notReady(Optional.empty()));
    }

    /** Before whatever may spend an approval: the trail must take records, and the session be able to run the statement. */
    private void whenReady(Runnable go, Runnable otherwise) {
        Runnable prepare =
                () -> outcome.prepare().whenComplete((ready, error) -> goOn(error == null && ready ? go : otherwise));
        gate.trail().writable(loop).thenAccept(writable -> goOn(writable ? prepare : this::unrecordable));
    }

    private void goOn(Runnable step) {
        guarded(() -> {
            if (cancelled && state != State.OVER) {
                abandon();
            } else if (state != State.OVER) {
                step.run();
            }
        });
    }

    private void unrecordable() {
        if (state == State.CLAIMING) {
            retry();
        } else {
            over();
            records.failed(id, Ruling.Reason.AUDIT_FAILED.word());
            outcome.refused(GateDenials.notRecorded(), Ruling.Reason.AUDIT_FAILED);
        }
    }

    private void notReady(Optional<ReviewId> approved) {
        over();
        records.notReady(approved);
        outcome.notReady(approved);
    }

    private void claim() {
        ReviewId known = id.orElseThrow();
        state = State.CLAIMING;
        reading = false;
        clock.claiming(known);
        whenReady(() -> calls.ask(() -> gate.reviews().claim(known)), () -> askWhetherToWait(known));
    }

    /** A statement that could not run now: it goes on waiting while nobody has decided, and is told when somebody has. */
    private void askWhetherToWait(ReviewId known) {
        reading = true;
        calls.ask(() -> gate.reviews().status(known).thenApply(review -> new ReviewAnswer(false, review)));
    }

    @Override
    public void answered(int call, ReviewAnswer answer) {
        guarded(() -> take(call, answer));
    }

    @Override
    public void failed(int call, ReviewFailure.Kind kind) {
        guarded(() -> {
            if (calls.isOpen(call)) {
                calls.close();
                failed(kind);
            }
        });
    }

    @Override
    public void spentAfterTheEnd(ReviewId known) {
        records.spentAfterTheEnd(known);
    }

    private void take(int call, ReviewAnswer answer) {
        Review review = answer.review();
        boolean ours = isOurs(review);
        if (ours && releases(answer)) {
            // Late or not: the approval is spent, so the statement runs if it still waits.
            if (state == State.OVER || cancelled) {
                spentInVain(review.id());
            } else {
                release(review);
            }
            return;
        }
        if (!calls.isOpen(call)) {
            return;
        }
        calls.close();
        if (!ours || answer.forward()) {
            LOG.warn(
                    "event=review.garbled listener={} forward={} status={} ours={}",
                    gate.listenerName(),
                    answer.forward(),
                    review.status(),
                    ours);
            failed(ReviewFailure.Kind.GARBLED);
            return;
        }
        clock.answered();
        boolean filing = state == State.FILING;
        id = Optional.of(review.id());
        if (filing) {
            records.filed(review.id(), terms.approvalRule(), mode(), payloadBytes);
        }
        if (cancelled) {
            abandon();
        } else if (review.status().isLive()) {
            live(review, filing);
        } else {
            ended(review);
        }
    }

    private void live(Review review, boolean filing) {
        if (reading && review.status().equals(ReviewStatus.APPROVED)) {
            notReady(Optional.of(review.id()));
        } else if (!filing) {
            undecided();
        } else if (mode() == ReviewMode.HOLD) {
            hold(review.id());
        } else if (review.status().equals(ReviewStatus.PENDING)) {
            over();
            outcome.refused(terms.denials().pending(review.id()), Ruling.Reason.REVIEW_PENDING);
        } else {
            // Filing spends an approval, so "approved" without a release contradicts itself.
            failed(ReviewFailure.Kind.GARBLED);
        }
    }

    private void hold(ReviewId known) {
        if (interrupted || timeUp) {
            undecided();
            return;
        }
        state = State.WAITING;
        records.held(known, terms.holdTimeout());
        clock.limit(terms.holdTimeout());
        clock.listen(known);
        outcome.held(new Decision.Hold(known, terms.holdTimeout()));
        if (state == State.WAITING) {
            outcome.standDown();
            clock.start();
        }
    }

    /** Goes on waiting, unless the wait is to end. */
    private void undecided() {
        ReviewId known = id.orElseThrow();
        if (interrupted) {
            over();
            records.interrupted(known);
            outcome.refused(terms.denials().interrupted(known), Ruling.Reason.INTERRUPTED);
        } else if (timeUp) {
            over();
            records.timedOut(known);
            outcome.refused(terms.denials().timedOut(known, waited), Ruling.Reason.REVIEW_TIMED_OUT);
        } else {
            state = State.WAITING;
            outcome.standDown();
            clock.claimNext();
        }
    }

    @Override
    public void told() {
        guarded(() -> {
            if (state == State.WAITING) {
                clock.claimNext();
            }
        });
    }

    @Override
    public void claimDue() {
        guarded(() -> {
            if (state == State.WAITING || state == State.RETRYING) {
                claim();
            }
        });
    }

    @Override
    public void timeUp() {
        guarded(this::endOfTime);
    }

    private void endOfTime() {
        timeUp = true;
        if (state == State.WAITING || state == State.RETRYING) {
            undecided();
        }
    }

    private void failed(ReviewFailure.Kind kind) {
        if (cancelled) {
            abandon();
        } else if (state == State.CLAIMING && kind.mayPass()) {
            retry();
        } else {
            over();
            records.failed(id, kind);
            outcome.refused(terms.denials().failed(kind, id), Ruling.Reason.REVIEW_FAILED);
        }
    }

    private void retry() {
        if (interrupted || timeUp) {
            undecided();
        } else {
            state = State.RETRYING;
            outcome.standDown();
            clock.claimAfterFailure();
        }
    }

    private void ended(Review review) {
        over();
        records.ended(review);
        Review told = terms.showApprover() ? review : review.withoutDecider();
        outcome.refused(terms.denials().ended(told), Ruling.Reason.REVIEW_ENDED);
    }

    private void release(Review review) {
        over();
        records.released(review);
        outcome.released(review.id(), review.decidedBy(), terms.showApprover());
    }

    private void abandon() {
        over();
        records.left(id, departure);
        outcome.abandoned(id);
    }

    /** An approval was spent for a statement that is not to run any more. */
    private void spentInVain(ReviewId known) {
        boolean toldAlready = state == State.OVER;
        over();
        records.spentInVain(known);
        if (!toldAlready) {
            outcome.abandoned(Optional.of(known));
        }
    }

    private void over() {
        if (state == State.OVER) {
            return;
        }
        state = State.OVER;
        records.holdEnded();
        calls.close();
        clock.end();
    }

    private boolean isOurs(Review review) {
        return review.listenerName().equals(gate.listenerName())
                && (id.isEmpty() || id.get().equals(review.id()));
    }

    private static boolean releases(ReviewAnswer answer) {
        ReviewStatus status = answer.review().status();
        return answer.forward() && (status.equals(ReviewStatus.APPROVED) || status.equals(ReviewStatus.EXECUTED));
    }

    private ReviewMode mode() {
        return origin.reviewMode().orElse(terms.mode());
    }

    /** Runs a step; a defect in it refuses the statement. */
    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | StackOverflowError e) {
            gate.defect("review", e);
            if (state == State.OVER) {
                return;
            }
            over();
            records.failed(id, Ruling.Reason.INTERNAL_ERROR.word());
            outcome.refused(GateDenials.notJudged(), Ruling.Reason.INTERNAL_ERROR);
        }
    }
}
