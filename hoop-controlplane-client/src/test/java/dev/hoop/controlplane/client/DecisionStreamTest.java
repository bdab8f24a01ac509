package dev.hoop.controlplane.client;

import static dev.hoop.controlplane.client.Planes.STREAM_ONLY;
import static dev.hoop.controlplane.client.Planes.done;
import static dev.hoop.controlplane.client.Planes.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewService;
import dev.hoop.review.ReviewService.Wait;
import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.http.RawConnection;
import dev.hoop.testkit.http.RawHttpUpstream;
import dev.hoop.testkit.plane.ScriptedControlPlane;
import dev.hoop.testkit.plane.Trouble;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DecisionStreamTest {

    private static final StreamTimings POLLING = new StreamTimings(
            Duration.ofMillis(20),
            Duration.ofMinutes(5),
            Duration.ofMinutes(5),
            Duration.ofMillis(50),
            Duration.ofMillis(50),
            Duration.ofMillis(10),
            Duration.ofMillis(50));

    private final ScriptedControlPlane plane = ScriptedControlPlane.start();
    private final PlaneClient client = Planes.client(plane.uri(), Planes.PATIENT, STREAM_ONLY);
    private final PlaneClient polling = Planes.client(plane.uri(), Planes.PATIENT, POLLING);

    @AfterEach
    void close() {
        client.close();
        polling.close();
        plane.close();
    }

    private ReviewId file(String text) {
        return done(client.reviews().file(request(text))).review().id();
    }

    /** Waits for the stream first: its becoming ready wakes who waits, which is not what the test wants to see. */
    private void openStream() {
        CompletableFuture<Boolean> ready = new CompletableFuture<>();
        client.reviews().awaitDecision(new ReviewId("any"), () -> ready.complete(true));
        done(ready);
        assertThat(client.health().streaming()).isTrue();
    }

    private static CompletableFuture<ReviewId> await(ReviewService reviews, ReviewId id) {
        CompletableFuture<ReviewId> woken = new CompletableFuture<>();
        reviews.awaitDecision(id, () -> woken.complete(id));
        return woken;
    }

    @Test
    void wakesWhoWaitsForTheReviewThatWasDecidedAndNobodyElse() {
        ReviewId one = file("1");
        ReviewId other = file("2");
        openStream();
        CompletableFuture<ReviewId> waiting = await(client.reviews(), one);
        CompletableFuture<ReviewId> same = await(client.reviews(), one);
        CompletableFuture<ReviewId> still = await(client.reviews(), other);

        plane.reviews().approve(one);

        done(waiting);
        done(same);
        assertThat(still).isNotDone();
        plane.reviews().reject(other, "no");
        done(still);
        assertThat(client.health().waiting()).isZero();
    }

    @Test
    void expiryAndExecutionWakeToo() {
        ReviewId one = file("1");
        ReviewId other = file("2");
        openStream();
        CompletableFuture<ReviewId> expired = await(client.reviews(), one);
        plane.reviews().expire(one);
        done(expired);

        plane.reviews().approve(other);
        CompletableFuture<ReviewId> executed = await(client.reviews(), other);
        done(executed);
        CompletableFuture<ReviewId> again = await(client.reviews(), other);
        done(client.reviews().claim(other));
        done(again);
    }

    @Test
    void threeHundredWaitOnOneConnectionAndNoThreadOfTheirOwn() {
        List<ReviewId> ids = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            ids.add(file("statement " + i));
        }
        openStream();
        int before = clientThreads();
        List<CompletableFuture<ReviewId>> waits =
                ids.stream().map(id -> await(client.reviews(), id)).toList();
        assertThat(client.health().waiting()).isEqualTo(300);
        assertThat(plane.listeners()).isOne();
        assertThat(clientThreads()).isLessThanOrEqualTo(Math.max(before, 4));

        ids.forEach(plane.reviews()::approve);

        waits.forEach(Planes::done);
        assertThat(ids)
                .allSatisfy(id ->
                        assertThat(done(client.reviews().claim(id)).forward()).isTrue());
    }

    private static int clientThreads() {
        return (int) Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("hoop-plane"))
                .count();
    }

    @Test
    void aDecisionBetweenTheAnswerAndTheWaitIsNotMissed() {
        ReviewId id = file("1");
        openStream();
        CompletableFuture<ReviewId> marker = await(client.reviews(), id);
        plane.reviews().approve(id);
        done(marker);

        done(await(client.reviews(), id));
    }

    @Test
    void aFewAreWokenWhenTheStreamComesBack() {
        ReviewId id = file("1");
        openStream();
        CompletableFuture<ReviewId> waiting = await(client.reviews(), id);

        plane.breakStreams();

        done(waiting);
    }

    @Test
    void aPlaneThatComesBackIsNotAskedByEverybodyAtTheSameMoment() {
        ReviewId id = file("1");
        openStream();
        List<CompletableFuture<ReviewId>> others = Stream.generate(
                        () -> await(client.reviews(), new ReviewId("of-another")))
                .limit(100)
                .toList();
        CompletableFuture<ReviewId> waiting = await(client.reviews(), id);
        plane.goAway();
        Eventually.await(() -> !client.health().streaming(), Eventually.SOON, "the stream's end");
        plane.comeBack();
        Eventually.await(() -> client.health().streaming(), Eventually.SOON, "the new stream");

        plane.reviews().approve(id);

        // Were all woken by the stream, they would have been before this one. Here timers would, in minutes.
        done(waiting);
        assertThat(others).noneMatch(CompletableFuture::isDone);
    }

    @Test
    void aPlaneThatIsRestartedIsListenedToAgain() {
        ReviewId id = file("1");
        openStream();
        CompletableFuture<ReviewId> reconnected = await(client.reviews(), id);
        plane.goAway();
        Eventually.await(() -> !client.health().streaming(), Eventually.SOON, "the stream's end");
        plane.comeBack();
        done(reconnected);

        CompletableFuture<ReviewId> waiting = await(client.reviews(), id);
        plane.reviews().approve(id);
        done(waiting);
    }

    @Test
    void pollsWhereThereIsNoStreamAndListensOnceThereIs() {
        plane.hasStream(false);
        ReviewId id = file("1");
        for (int i = 0; i < 5; i++) {
            done(await(polling.reviews(), id));
            assertThat(polling.health().streaming()).isFalse();
        }
        plane.hasStream(true);
        Eventually.await(
                () -> {
                    done(await(polling.reviews(), id));
                    return polling.health().streaming();
                },
                Eventually.SOON,
                "the new stream");
    }

    @Test
    void pollsWhileThePlaneIsAway() {
        ReviewId id = file("1");
        plane.goAway();
        done(await(polling.reviews(), id));
        done(await(polling.reviews(), id));
    }

    @Test
    void aClosedWaitIsNotCalledBack() {
        ReviewId id = file("1");
        openStream();
        AtomicInteger calls = new AtomicInteger();
        Wait closed = client.reviews().awaitDecision(id, calls::incrementAndGet);
        CompletableFuture<ReviewId> open = await(client.reviews(), id);

        closed.close();
        closed.close();
        plane.reviews().approve(id);

        done(open);
        assertThat(calls).hasValue(0);
        assertThat(client.health().waiting()).isZero();
    }

    @Test
    void theStreamEndsSomeTimeAfterTheLastWait() {
        ReviewId id = file("1");
        for (int i = 0; i < 2; i++) {
            done(await(polling.reviews(), id));
            Eventually.await(() -> plane.listeners() == 1, Eventually.SOON, "the stream");
            Eventually.await(() -> plane.listeners() == 0, Eventually.SOON, "the stream's end");
            assertThat(polling.health().streaming()).isFalse();
        }
    }

    @Test
    void withoutAValidTokenThereIsNoStreamAndNoHurry() {
        plane.trouble(Trouble.UNAUTHORIZED);
        ReviewId id = new ReviewId("r1");

        done(await(polling.reviews(), id));
        assertThat(polling.health().waiting()).isZero();
    }

    @Test
    void whatCannotBeUnderstoodEndsTheStreamAndAnotherIsOpened() throws Exception {
        for (String nonsense : new String[] {
            "event: decided\ndata: {\"id\":7}\n\n", "event: decided\ndata: nonsense\n\n", ":" + "x".repeat(70_000)
        }) {
            try (RawHttpUpstream raw = RawHttpUpstream.start();
                    PlaneClient rawClient = Planes.client(raw.uri(), Planes.PATIENT, STREAM_ONLY)) {
                CompletableFuture<ReviewId> waiting = await(rawClient.reviews(), new ReviewId("r1"));
                RawConnection first = raw.next();
                first.readRequest();
                first.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" + nonsense);
                first.wire().awaitEnd();

                RawConnection second = raw.next();
                assertThat(second.readRequest().secondWord()).isEqualTo("/api/sidecars/reviews/stream");
                second.send(
                        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n\r\nevent: ready\n\n");
                done(waiting);
            }
        }
    }

    @Test
    void aSilentStreamIsGivenUp() {
        StreamTimings impatient = new StreamTimings(
                STREAM_ONLY.poll(),
                STREAM_ONLY.safetyNet(),
                Duration.ofMillis(100),
                STREAM_ONLY.linger(),
                STREAM_ONLY.probe(),
                STREAM_ONLY.retryFirst(),
                STREAM_ONLY.retryMost());
        try (RawHttpUpstream raw = RawHttpUpstream.start();
                PlaneClient rawClient = Planes.client(raw.uri(), Planes.PATIENT, impatient)) {
            CompletableFuture<ReviewId> waiting = await(rawClient.reviews(), new ReviewId("r1"));
            raw.next().wire().awaitEnd();
            RawConnection second = raw.next();
            second.readRequest();
            second.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: alive\n");
            second.wire().awaitEnd();
            RawConnection third = raw.next();
            third.readRequest();
            third.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nevent: ready\n\n");
            done(waiting);
        }
    }

    @Test
    void eventsOfTheFutureAreIgnored() {
        ReviewId id = file("1");
        openStream();
        CompletableFuture<ReviewId> waiting = await(client.reviews(), id);

        plane.sendOnStreams("event: escalated\ndata: whatever\n\n");
        plane.reviews().approve(id);

        done(waiting);
        assertThat(client.health().streaming()).isTrue();
    }
}
