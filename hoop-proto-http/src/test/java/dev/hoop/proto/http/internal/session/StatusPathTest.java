package dev.hoop.proto.http.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.review.Review;
import dev.hoop.review.ReviewFailure;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewStatus;
import dev.hoop.testkit.http.RawConnection;
import dev.hoop.testkit.http.RawHttpUpstream;
import dev.hoop.testkit.http.RawMessage;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a listener tells of a review, and that it keeps the whole prefix to itself. */
class StatusPathTest {

    private static final String PATH = "/.well-known/hoop/reviews/";
    private static final Instant CREATED = Instant.parse("2026-09-29T14:02:11.987654Z");
    private static final Optional<Instant> NO_TIME = Optional.empty();
    private static final Optional<String> NO_TEXT = Optional.empty();

    private final FakeReviews reviews = new FakeReviews();
    private final ScriptedGate gate = ScriptedGate.open();
    private RawHttpUpstream upstream;
    private SidecarFixture sidecar;

    @BeforeEach
    void start() throws Exception {
        upstream = RawHttpUpstream.start();
        sidecar = SidecarFixture.with(gate).reviews(reviews).start(upstream);
    }

    @AfterEach
    void stop() {
        assertThat(upstream.connections()).as("never forwarded").isZero();
        sidecar.close();
        upstream.close();
    }

    @Test
    void aPendingReview() throws Exception {
        know("PENDING", NO_TIME, Optional.of(CREATED.plusSeconds(1800)), NO_TEXT);
        RawMessage answer = ask("GET " + PATH + "9f97 HTTP/1.1\r\nHost: h\r\n\r\n");
        assertThat(answer.startLine()).isEqualTo("HTTP/1.1 200 OK");
        assertThat(answer.fields())
                .containsExactlyInAnyOrder(
                        "Content-Type: application/json",
                        "Cache-Control: no-store",
                        "Connection: close",
                        "Content-Length: " + answer.body().length());
        assertThat(answer.body().strip())
                .isEqualTo("{\"id\":\"9f97\",\"status\":\"PENDING\",\"listener_name\":\"billing-api\","
                        + "\"approval_rule\":\"billing-approvers\",\"created_at\":\"2026-09-29T14:02:11Z\","
                        + "\"decided_at\":null,\"expires_at\":\"2026-09-29T14:32:11Z\",\"next\":\"wait\"}");
    }

    @Test
    void aRejectedReview() throws Exception {
        know(
                "REJECTED",
                Optional.of(CREATED.plusSeconds(60)),
                NO_TIME,
                Optional.of("not \"now\"\n\u2014 \ud83d\ude00"));
        RawMessage answer = ask("GET " + PATH + "9f97 HTTP/1.1\r\nHost: h\r\n\r\n");
        assertThat(answer.body().getBytes(java.nio.charset.StandardCharsets.ISO_8859_1))
                .asString(java.nio.charset.StandardCharsets.UTF_8)
                .contains("\"decided_at\":\"2026-09-29T14:03:11Z\"")
                .contains("\"rejection_reason\":\"not \\\"now\\\"\\u000a\u2014 \\ud83d\\ude00\"")
                .doesNotContain("expires_at")
                .contains("\"next\":\"stop\"")
                .contains("\"decided_by\":\"Ana\"");
    }

    @ParameterizedTest
    @CsvSource({"APPROVED,resend_identical_statement", "EXECUTED,stop", "EXPIRED,stop", "REVOKED,stop", "ODD,stop"})
    void next(String status, String next) throws Exception {
        know(status, Optional.of(CREATED), NO_TIME, NO_TEXT);
        assertThat(ask("GET " + PATH + "9f97 HTTP/1.1\r\nHost: h\r\n\r\n").body())
                .contains("\"status\":\"" + status + "\"")
                .contains("\"next\":\"" + next + "\"");
    }

    @Test
    void headHasNoBody() throws Exception {
        know("PENDING", NO_TIME, NO_TIME, NO_TEXT);
        try (RawConnection client = sidecar.connect()) {
            client.send("HEAD " + PATH + "9f97 HTTP/1.1\r\nHost: h\r\n\r\n");
            RawMessage head = client.readHead();
            assertThat(head.status()).isEqualTo(200);
            assertThat(head.field("Content-Length").map(Integer::parseInt).orElse(0))
                    .isPositive();
            assertThat(head.field("Connection")).contains("close");
            assertThat(client.readToEnd()).isEmpty();
        }
    }

    @Test
    void anotherListenersReviewIsUnknown() throws Exception {
        reviews.with(new Review(
                new ReviewId("9f97"),
                ReviewStatus.PENDING,
                "other",
                NO_TEXT,
                NO_TIME,
                NO_TIME,
                NO_TEXT,
                NO_TIME,
                NO_TEXT));
        RawMessage other = ask("GET " + PATH + "9f97 HTTP/1.1\r\nHost: h\r\n\r\n");
        RawMessage unknown = ask("GET " + PATH + "none HTTP/1.1\r\nHost: h\r\n\r\n");
        assertThat(other.status()).isEqualTo(404);
        assertThat(unknown.status()).isEqualTo(404);
        assertThat(other.body()).as("reads the same").isEqualTo(unknown.body()).startsWith("{\"message\":\"");
        assertThat(other.field("Cache-Control")).contains("no-store");
    }

    @ParameterizedTest
    @CsvSource({
        "NOT_FOUND,404",
        "NO_PLANE,503",
        "TOO_OLD,502",
        "UNREACHABLE,502",
        "UNAUTHORIZED,502",
        "GARBLED,502",
        "REFUSED,502"
    })
    void failures(ReviewFailure.Kind kind, int status) throws Exception {
        reviews.failing(kind);
        RawMessage answer = ask("GET " + PATH + "9f97 HTTP/1.1\r\nHost: h\r\n\r\n");
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.body()).startsWith("{\"message\":\"");
        assertThat(answer.field("Content-Type")).contains("application/json");
        assertThat(answer.field("Cache-Control")).contains("no-store");
        assertThat(answer.field("Connection")).contains("close");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
    void otherMethods(String method) throws Exception {
        RawMessage answer = ask(method + " " + PATH + "9f97 HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nab");
        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.field("Allow")).contains("GET, HEAD");
        assertThat(answer.body()).startsWith("{\"message\":\"");
        assertThat(answer.field("Cache-Control")).contains("no-store");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/.well-known/../.well-known/hoop/x",
                "/.well-known/%68oop/x",
                "//.well-known/hoop/x",
                "/.well-known/hoop",
                "/.well-known/hoop/",
                "/.well-known//hoop/reviews/9f97",
                "/./.well-known/hoop/reviews/9f97",
                "/%2ewell-known/hoop/reviews/9f97",
                "/.well-known%2fhoop/reviews/9f97",
                "/.well-known%2Fhoop%2Freviews%2F9f97",
                "/.well-known\\hoop\\x",
                "/.well-known%5choop/x",
                "/.well-known/hoop;a=b/reviews/9f97",
                "/a/../.well-known/hoop/x",
                "/a/%2e%2e/.well-known/hoop/x",
                "/a/..%2f.well-known/hoop/x",
                "http://h/.well-known/hoop/x",
                "/.well-known/hoop/x?y=z"
            })
    void case11NoSpellingReachesTheUpstream(String target) throws Exception {
        know("PENDING", NO_TIME, NO_TIME, NO_TEXT);
        RawMessage answer = ask("GET " + target + " HTTP/1.1\r\nHost: h\r\n\r\n");
        assertThat(answer.status()).isIn(200, 400, 404);
    }

    @Test
    void case10SecondOnAConnectionItClosesUnanswered() throws Exception {
        sidecar.close();
        try (RawHttpUpstream other = RawHttpUpstream.start();
                SidecarFixture second =
                        SidecarFixture.with(gate).reviews(reviews).start(other);
                RawConnection client = second.connect()) {
            client.get("/first");
            RawConnection server = other.next();
            client.get(PATH + "9f97");
            server.readRequest();
            server.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfirst");
            assertThat(client.readResponse().body()).isEqualTo("first");
            assertThat(client.readToEnd()).isEmpty();
            assertThat(server.available()).isZero();
        }
    }

    private void know(String status, Optional<Instant> decided, Optional<Instant> expires, Optional<String> reason) {
        reviews.with(new Review(
                new ReviewId("9f97"),
                new ReviewStatus(status),
                "billing-api",
                Optional.of("billing-approvers"),
                Optional.of(CREATED),
                decided,
                decided.map(at -> "Ana"),
                expires,
                reason));
    }

    /** Asks on a connection of its own, which must then end. */
    private RawMessage ask(String request) throws Exception {
        try (RawConnection client = sidecar.connect()) {
            client.send(request);
            RawMessage answer = client.readResponse();
            assertThat(answer.field("Connection")).contains("close");
            assertThat(client.readToEnd()).isEmpty();
            return answer;
        }
    }
}
