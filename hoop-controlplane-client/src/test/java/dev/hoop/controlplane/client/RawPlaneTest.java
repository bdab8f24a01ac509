package dev.hoop.controlplane.client;

import static dev.hoop.controlplane.client.Planes.done;
import static dev.hoop.controlplane.client.Planes.failure;
import static dev.hoop.controlplane.client.Planes.request;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.review.ReviewAnswer;
import dev.hoop.review.ReviewFailure;
import dev.hoop.review.ReviewFailure.Kind;
import dev.hoop.review.ReviewId;
import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.http.RawConnection;
import dev.hoop.testkit.http.RawHttpUpstream;
import dev.hoop.testkit.http.RawMessage;
import dev.hoop.testkit.plane.ScriptedControlPlane;
import dev.hoop.testkit.wire.WireJournal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What only a plane that decides about every byte can show. */
class RawPlaneTest {

    private static final String PENDING =
            "{\"forward\":false,\"review\":{\"id\":\"r1\",\"status\":\"PENDING\",\"listener_name\":\"billing\"}}";
    private static final ReviewId ID = new ReviewId("r1");

    private final RawHttpUpstream plane = RawHttpUpstream.start();
    private final PlaneClient client = Planes.client(plane.uri(), Planes.PATIENT, Planes.STREAM_ONLY);
    private final PlaneClient hasty = Planes.client(plane.uri(), Planes.HASTY, Planes.STREAM_ONLY);

    @AfterEach
    void close() {
        client.close();
        hasty.close();
        plane.close();
    }

    private ReviewFailure failureOf(String answer) {
        CompletionStage<ReviewAnswer> claim = client.reviews().claim(ID);
        RawConnection connection = plane.next();
        connection.readRequest();
        connection.send(answer).close();
        return failure(claim);
    }

    @Test
    void sendsWhatTheWireSays() {
        CompletionStage<ReviewAnswer> filing = client.reviews().file(request("DELETE /x"));
        RawConnection connection = plane.next();
        RawMessage filed = connection.readRequest();
        connection.send(RawHttpUpstream.response(201, PENDING, "Connection: close"));
        done(filing);

        assertThat(filed.startLine()).isEqualTo("POST /api/sidecars/reviews HTTP/1.1");
        assertThat(filed.field("hoop-sidecar-token")).contains(ScriptedControlPlane.TOKEN);
        assertThat(filed.field("content-type")).contains("application/json");
        assertThat(filed.field("user-agent")).contains("hoop-sidecar/1.2.3");
        assertThat(filed.field("upgrade")).isEmpty();
        assertThat(filed.body()).contains("\"payload\":\"REVMRVRFIC94\"");

        CompletionStage<ReviewAnswer> claiming = client.reviews().claim(ID);
        RawConnection next = plane.next();
        RawMessage claimed = next.readRequest();
        next.send(RawHttpUpstream.response(200, PENDING));
        done(claiming);
        assertThat(claimed.startLine()).isEqualTo("POST /api/sidecars/reviews/r1/claim HTTP/1.1");
        assertThat(claimed.body()).isEmpty();
    }

    @Test
    void worksBehindAPathPrefix() {
        try (PlaneClient prefixed = Planes.client(plane.uri().resolve("/hoop/"), Planes.PATIENT, Planes.STREAM_ONLY)) {
            prefixed.reviews().status(ID);

            assertThat(plane.next().readRequest().secondWord()).isEqualTo("/hoop/api/sidecars/reviews/r1");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "404 | 404 page not found | TOO_OLD",
                "404 | {} | TOO_OLD",
                "404 | [\"message\"] | TOO_OLD",
                "404 | {\"message\":\"review not found\"} | NOT_FOUND",
                "405 | {\"message\":\"x\"} | TOO_OLD",
                "401 | x | UNAUTHORIZED",
                "403 | x | UNAUTHORIZED",
                "403 | {\"message\":\"x\",\"kind\":\"frozen\"} | FROZEN",
                "400 | {\"message\":\"x\"} | REFUSED",
                "413 | x | REFUSED",
                "422 | x | REFUSED",
                "409 | x | REFUSED",
                "408 | x | UNREACHABLE",
                "429 | x | TOO_MANY",
                "500 | x | UNREACHABLE",
                "502 | {\"message\":\"x\"} | UNREACHABLE",
                "599 | x | UNREACHABLE",
                "204 | '' | GARBLED",
                "206 | x | GARBLED",
                "302 | x | GARBLED",
                "200 | '' | GARBLED",
                "200 | <html>welcome</html> | GARBLED"
            })
    void tellsStatusesApart(int status, String body, Kind kind) {
        assertThat(failureOf(new String(RawHttpUpstream.response(status, body), ISO_8859_1))
                        .kind())
                .isEqualTo(kind);
    }

    @Test
    void boundsWhatItRepeatsOfThePlanesWords() {
        ReviewFailure failure =
                failureOf("HTTP/1.1 422 No\r\nContent-Length: 5014\r\n\r\n{\"message\":\"" + "y".repeat(5000) + "\"}");

        assertThat(failure.getMessage()).contains("yyy").hasSizeLessThan(400);
    }

    @Test
    void followsNoRedirect() {
        ReviewFailure failure =
                failureOf("HTTP/1.1 307 Go\r\nLocation: " + plane.uri() + "/elsewhere\r\nContent-Length: 0\r\n\r\n");

        assertThat(failure).hasMessageContaining("redirect");
        assertThat(plane.connections()).isOne();
    }

    @Test
    void whatIsNotHttpIsGarbled() {
        assertThat(failureOf("SSH-2.0-OpenSSH_9.2\r\n\r\n").kind()).isEqualTo(Kind.GARBLED);
    }

    @Test
    void aHeadThatIsCutOffIsALostAnswer() {
        assertThat(failureOf("HTTP/1.1 200 OK\r\nContent-").kind()).isEqualTo(Kind.UNREACHABLE);
    }

    @Test
    void halfAnAnswerIsALostAnswer() {
        assertThat(failureOf("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n" + PENDING.substring(0, 30))
                        .kind())
                .isEqualTo(Kind.UNREACHABLE);
        assertThat(failureOf("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\n{\"forward\"")
                        .kind())
                .isEqualTo(Kind.UNREACHABLE);
    }

    @Test
    void anAnswerWithoutAnEndIsCutAtTheBound() {
        CompletionStage<ReviewAnswer> claim = client.reviews().claim(ID);
        RawConnection connection = plane.next();
        connection.readRequest();
        connection.send("HTTP/1.1 200 OK\r\n\r\n" + " ".repeat(Planes.PATIENT.answerBytes() + 1));

        ReviewFailure failure = failure(claim);
        assertThat(failure.kind()).isEqualTo(Kind.GARBLED);
        assertThat(failure).hasMessageContaining("larger than");
        connection.wire().awaitEnd();
    }

    @Test
    void anAnswerThatDripsEndsInTimeAndClosesItsConnection() {
        CompletionStage<ReviewAnswer> claim = hasty.reviews().claim(ID);
        RawConnection connection = plane.next();
        connection.readRequest();
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"forw");

        assertThat(failure(claim).kind()).isEqualTo(Kind.UNREACHABLE);
        connection.wire().awaitEnd();
    }

    @Test
    void theApproversNameIsNotWaitedForLong() {
        CompletionStage<ReviewAnswer> claim = hasty.reviews().claim(ID);
        RawConnection connection = plane.next();
        connection.readRequest();
        String released = PENDING.replace("false", "true").replace("PENDING", "EXECUTED");
        connection.send(RawHttpUpstream.response(200, released, "Connection: close"));

        ReviewAnswer answer = done(claim);
        assertThat(answer.forward()).isTrue();
        assertThat(answer.review().decidedBy()).isEmpty();
        assertThat(plane.next().readRequest().startLine()).isEqualTo("GET /api/sidecars/reviews/r1 HTTP/1.1");
    }

    @Test
    void asksABoundedNumberOfQuestionsAtOnceAndQueuesTheRest() {
        PlaneLimits narrow = new PlaneLimits(
                Duration.ofSeconds(10), Duration.ofSeconds(20), Duration.ofSeconds(20), 64_000, 64_000, 2, 3);
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Semaphore pace = new Semaphore(0);
        try (RawHttpUpstream busy = RawHttpUpstream.answering(new WireJournal(), request -> {
                    most.accumulateAndGet(now.incrementAndGet(), Math::max);
                    pace.acquireUninterruptibly();
                    now.decrementAndGet();
                    return RawHttpUpstream.response(200, PENDING);
                });
                PlaneClient bounded = Planes.client(busy.uri(), narrow, Planes.STREAM_ONLY)) {
            List<CompletionStage<ReviewAnswer>> claims = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                claims.add(bounded.reviews().claim(ID));
            }
            assertThat(failure(bounded.reviews().claim(ID))).hasMessageContaining("too many");
            Eventually.await(() -> now.get() == 2, Eventually.SOON, "two questions");

            pace.release(5);
            claims.forEach(Planes::done);
            assertThat(most).hasValue(2);
        }
    }
}
