package dev.hoop.proto.http.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.proto.http.HttpConfig;
import dev.hoop.proto.http.internal.session.ScriptedGate.Asked;
import dev.hoop.review.Denial;
import dev.hoop.review.ReviewDenials;
import dev.hoop.review.ReviewMode;
import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.http.RawConnection;
import dev.hoop.testkit.http.RawHttpUpstream;
import dev.hoop.testkit.http.RawMessage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What happens before the decision, and by it. */
class JudgingTest {

    private static final HttpConfig SMALL = new HttpConfig(8, false, List.of(), List.of(), 600);

    private RawHttpUpstream upstream;

    @BeforeEach
    void start() throws Exception {
        upstream = RawHttpUpstream.start();
    }

    @AfterEach
    void stop() {
        upstream.close();
    }

    @Test
    void case12TheUpstreamSeesNoByteBeforeTheDecision() throws Exception {
        ScriptedGate gate = ScriptedGate.byHand();
        try (SidecarFixture sidecar = SidecarFixture.with(gate).start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send("POST /transfers HTTP/1.1\r\nHost: h\r\nContent-Length: 7\r\n\r\n");
            for (String part : List.of("a", "b", "c", "d", "e", "f", "g")) {
                assertThat(gate.waiting()).isZero();
                client.send(part);
            }
            Asked asked = gate.next();
            assertThat(asked.payload()).isEqualTo("POST /transfers\n\nabcdefg");
            asked.hold();
            assertThat(upstream.connections()).as("not even dialled").isZero();
            assertThat(client.available()).isZero();

            asked.approve("Ana");
            RawConnection server = upstream.next();
            RawMessage request = server.readRequest();
            assertThat(request.startLine()).isEqualTo("POST /transfers HTTP/1.1");
            assertThat(request.body()).isEqualTo("abcdefg");
            server.send("HTTP/1.1 200 OK\r\nX-Hoop-Approved-By: forged\r\nContent-Length: 4\r\n\r\ndone");
            RawMessage response = client.readResponse();
            assertThat(response.body()).isEqualTo("done");
            assertThat(response.fields("X-Hoop-Approved-By")).containsExactly("Ana");
            assertThat(response.fields("X-Hoop-Review-Id")).containsExactly("r-1");
        }
    }

    @Test
    void aReleasedRequestNeverTakesAUsedConnection() throws Exception {
        ScriptedGate gate = ScriptedGate.byHand();
        try (SidecarFixture sidecar = SidecarFixture.with(gate).start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send("GET /1 HTTP/1.1\r\nHost: h\r\n\r\n");
            gate.next().forward();
            RawConnection first = upstream.next();
            first.readRequest();
            first.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
            client.readResponse();
            client.send("GET /2 HTTP/1.1\r\nHost: h\r\n\r\n");
            gate.next().hold().approve("Ana");
            RawConnection second = upstream.next();
            assertThat(second.readRequest().secondWord()).isEqualTo("/2");
            assertThat(first.available()).isZero();
            second.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
            assertThat(client.readResponse().status()).isEqualTo(200);
        }
    }

    @Test
    void aReleasedRequestIsNotRepeatedAndSaysThatTheApprovalIsSpent() throws Exception {
        ScriptedGate gate = ScriptedGate.byHand();
        try (SidecarFixture sidecar = SidecarFixture.with(gate).start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send("GET /2 HTTP/1.1\r\nHost: h\r\n\r\n");
            gate.next().hold().approve("Jos\u00e9 50%\r\nX-Evil: 1");
            RawConnection server = upstream.next();
            server.readRequest();
            server.close();
            RawMessage response = client.readResponse();
            assertThat(response.status()).isEqualTo(502);
            assertThat(response.field("X-Hoop-Denied")).isEmpty();
            assertThat(response.field("X-Hoop-Review-Id")).contains("r-1");
            assertThat(response.field("X-Hoop-Approved-By")).contains("Jos%C3%A9 50%25X-Evil: 1");
            assertThat(response.body()).contains("approval was spent");
            assertThat(upstream.connections()).isEqualTo(1);
        }
    }

    @Test
    void aDenialIsToldAndTheConnectionGoesOn() throws Exception {
        ScriptedGate gate = ScriptedGate.byHand();
        try (SidecarFixture sidecar = SidecarFixture.with(gate).start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send("DELETE /x HTTP/1.1\r\nHost: h\r\n\r\n");
            gate.next().refuse("not today");
            RawMessage denial = client.readResponse();
            assertThat(denial.startLine()).isEqualTo("HTTP/1.1 403 Forbidden");
            assertThat(denial.field("X-Hoop-Denied")).contains("policy");
            assertThat(denial.field("Content-Type").orElse("")).startsWith("text/plain");
            assertThat(denial.field("Connection")).isEmpty();
            assertThat(denial.body()).isEqualTo("not today");
            client.send("GET /y HTTP/1.1\r\nHost: h\r\n\r\n");
            gate.next().forward();
            RawConnection server = upstream.next();
            assertThat(server.readRequest().secondWord()).isEqualTo("/y");
        }
    }

    @Test
    void aReviewDenialCarriesItsFields() throws Exception {
        Denial pending = new ReviewDenials("statement held", false).pending(ScriptedGate.REVIEW);
        try (SidecarFixture sidecar =
                        SidecarFixture.with(ScriptedGate.denying(pending)).start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send("GET /x HTTP/1.1\r\nHost: h\r\n\r\n");
            RawMessage denial = client.readResponse();
            assertThat(denial.status()).isEqualTo(403);
            assertThat(denial.field("X-Hoop-Denied")).contains("review");
            assertThat(denial.field("X-Hoop-Review-Id")).contains("r-1");
            assertThat(denial.field("X-Hoop-Review-Status")).contains("PENDING");
            assertThat(denial.field("Retry-After")).contains("5");
            assertThat(denial.body())
                    .isEqualTo("statement held: waiting for approval; resend the identical statement once it is"
                            + " approved (review r-1)");
            client.send("HEAD /x HTTP/1.1\r\nHost: h\r\n\r\nGET /x HTTP/1.1\r\nHost: h\r\n\r\n");
            assertThat(client.readHead().field("X-Hoop-Review-Id")).contains("r-1");
            assertThat(client.readResponse().status()).as("a HEAD has no body").isEqualTo(403);
        }
    }

    @Test
    void theRestOfADeniedUploadIsDroppedAndTheConnectionGoesOn() throws Exception {
        try (SidecarFixture sidecar = SidecarFixture.with(ScriptedGate.denying(Denial.policy("no")))
                        .start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send("POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 6\r\n\r\nabc");
            assertThat(client.readResponse().body()).isEqualTo("no");
            client.send("defPOST /y HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
            assertThat(client.readResponse().body()).isEqualTo("no");
            client.send("0\r\n\r\nGET /z HTTP/1.1\r\nHost: h\r\n\r\n");
            assertThat(client.readResponse().body()).isEqualTo("no");
        }
    }

    @Test
    void aDeniedUploadThatIsTooLargeToDropEndsTheConnection() throws Exception {
        try (SidecarFixture sidecar = SidecarFixture.with(ScriptedGate.denying(Denial.policy("no")))
                        .start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send("POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 100000000\r\n\r\nabc");
            RawMessage denial = client.readResponse();
            assertThat(denial.body()).isEqualTo("no");
            assertThat(denial.field("Connection")).contains("close");
            assertThat(client.readToEnd()).isEmpty();
        }
    }

    @Test
    void aBodyThatMustBeSeenAndIsTooLargeIsRefusedAtOnce() throws Exception {
        ScriptedGate gate = ScriptedGate.byHand();
        try (SidecarFixture sidecar = SidecarFixture.with(gate).config(SMALL).start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send("POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n");
            RawMessage refusal = client.readResponse();
            assertThat(refusal.status()).isEqualTo(413);
            assertThat(refusal.body()).contains("8 bytes").contains("http.max_body_bytes");
            assertThat(client.readToEnd()).isEmpty();
            assertThat(gate.waiting()).isZero();
            assertThat(gate.refusals()).hasSize(1);
        }
    }

    @Test
    void aBodyOfUnknownLengthIsRefusedWhenItGetsTooLarge() throws Exception {
        ScriptedGate gate = ScriptedGate.byHand();
        try (SidecarFixture sidecar = SidecarFixture.with(gate).config(SMALL).start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send("POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n12345678\r\n");
            client.send("1\r\n9\r\n0\r\n\r\n");
            assertThat(client.readResponse().status()).isEqualTo(413);
            assertThat(client.readToEnd()).isEmpty();
            assertThat(gate.waiting()).isZero();
            assertThat(upstream.connections()).isZero();
        }
    }

    @Test
    void aWholeBodyInChunksGoesUpByItsLengthOrWithItsTrailers() throws Exception {
        ScriptedGate gate = ScriptedGate.byHand();
        try (SidecarFixture sidecar = SidecarFixture.with(gate).config(SMALL).start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send(
                    "POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
            gate.next().forward();
            RawConnection server = upstream.next();
            RawMessage counted = server.readRequest();
            assertThat(counted.field("Content-Length")).contains("5");
            assertThat(counted.field("Transfer-Encoding")).isEmpty();
            assertThat(counted.body()).isEqualTo("abcde");
            server.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
            client.readResponse();

            client.send(
                    "POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX-T: 1\r\n\r\n");
            gate.next().forward();
            RawMessage chunked = server.readRequest();
            assertThat(chunked.field("Content-Length")).isEmpty();
            assertThat(chunked.body()).isEqualTo("abc");
            assertThat(chunked.trailers()).containsExactly("X-T: 1");
        }
    }

    @Test
    void aClientThatHangsUpEndsItsWait() throws Exception {
        ScriptedGate gate = ScriptedGate.byHand();
        try (SidecarFixture sidecar = SidecarFixture.with(gate).start(upstream)) {
            for (boolean orderly : List.of(true, false)) {
                RawConnection client = sidecar.connect();
                client.send("POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc");
                Asked asked = gate.next().hold();
                if (orderly) {
                    client.shutdownOutput();
                } else {
                    client.reset();
                }
                Eventually.await(asked::cancelled, Eventually.SOON, "the wait ended");
                client.close();
            }
            Eventually.await(() -> sidecar.open() == 0, Eventually.SOON, "the connections are closed");
            assertThat(upstream.connections()).isZero();
        }
    }

    @Test
    void aClientThatEndedItsDirectionBeforeIsNotHeld() throws Exception {
        ScriptedGate gate = ScriptedGate.byHand();
        try (SidecarFixture sidecar = SidecarFixture.with(gate).start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send("POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc");
            client.shutdownOutput();
            Asked asked = gate.next();
            assertThat(asked.cancelled()).isFalse();
            asked.hold();
            Eventually.await(asked::cancelled, Eventually.SOON, "the wait ended");
            assertThat(client.readToEnd()).isEmpty();
        }
    }

    @Test
    void aHeldClientThatSendsMoreThanIsKeptIsLetGo() throws Exception {
        ScriptedGate gate = ScriptedGate.byHand();
        try (SidecarFixture sidecar = SidecarFixture.with(gate).start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send("GET /x HTTP/1.1\r\nHost: h\r\n\r\n");
            Asked asked = gate.next().hold();
            client.send("GET /more HTTP/1.1\r\nHost: h\r\n\r\n".repeat(6000));
            Eventually.await(asked::cancelled, Eventually.SOON, "the wait ended");
        }
    }

    @Test
    void aDrainEndsTheWaitWithAnAnswer() throws Exception {
        ScriptedGate gate = ScriptedGate.byHand();
        try (SidecarFixture sidecar = SidecarFixture.with(gate).start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send("GET /x HTTP/1.1\r\nHost: h\r\n\r\n");
            Asked asked = gate.next().hold();
            var drained = sidecar.drain(Duration.ofSeconds(20));
            Eventually.await(asked::interrupted, Eventually.SOON, "the gate was told");
            asked.refuse("shutting down");
            RawMessage denial = client.readResponse();
            assertThat(denial.body()).isEqualTo("shutting down");
            assertThat(denial.field("Connection")).contains("close");
            assertThat(client.readToEnd()).isEmpty();
            client.close();
            assertThat(Eventually.get(drained, Eventually.SOON, "drained")).isZero();
        }
    }

    @Test
    void modeAndIdentityOfEveryRequestReachTheGate() throws Exception {
        ScriptedGate gate = ScriptedGate.byHand();
        try (SidecarFixture sidecar =
                        SidecarFixture.with(gate).identityHeader("x-user").start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send("GET /1 HTTP/1.1\r\nHost: h\r\nX-User: ana@example.com\r\nX-Hoop-Review-Mode: return\r\n\r\n");
            Asked first = gate.next();
            assertThat(first.origin.requester().subject()).contains("ana@example.com");
            assertThat(first.origin.requester().email()).contains("ana@example.com");
            assertThat(first.origin.requester().method()).isEqualTo("identity_header");
            assertThat(first.origin.reviewMode()).contains(ReviewMode.RETURN);
            first.refuse("no");
            client.readResponse();
            client.send("GET /2 HTTP/1.1\r\nHost: h\r\nX-Hoop-Review-Mode: RETURN\r\n\r\n");
            Asked second = gate.next();
            assertThat(second.origin.requester().subject()).isEmpty();
            assertThat(second.origin.requester().method()).isEqualTo("peer");
            assertThat(second.origin.reviewMode()).as("no such word").isEmpty();
            second.refuse("no");
            client.readResponse();
            client.send("GET /3 HTTP/1.1\r\nHost: h\r\nX-User: a\r\nX-User: b\r\n\r\n");
            assertThat(client.readResponse().status()).as("which of the two?").isEqualTo(400);
        }
    }

    @Test
    void aRequestThatComesBackIsALoop() throws Exception {
        ScriptedGate gate = ScriptedGate.open();
        try (SidecarFixture sidecar = SidecarFixture.with(gate).start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send("GET /1 HTTP/1.1\r\nHost: h\r\nVia: 1.1 other, 1.1 "
                    + sidecar.via().pseudonym() + "\r\n\r\n");
            RawMessage denial = client.readResponse();
            assertThat(denial.status()).isEqualTo(403);
            assertThat(denial.field("X-Hoop-Denied")).contains("policy");
            assertThat(denial.body()).startsWith("request loop:");
            assertThat(gate.refusals()).containsExactly("request loop");
            assertThat(upstream.connections()).isZero();
        }
    }

    @Test
    void anAnswerThatDoesNotPassIsReplaced() throws Exception {
        ScriptedGate gate = ScriptedGate.byHand().denyStatus("500");
        try (SidecarFixture sidecar = SidecarFixture.with(gate).start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send("GET /1 HTTP/1.1\r\nHost: h\r\n\r\n");
            gate.next().approve("Ana");
            RawConnection server = upstream.next();
            server.readRequest();
            server.send("HTTP/1.1 500 Oops\r\nContent-Length: 6\r\n\r\nsecret");
            RawMessage denial = client.readResponse();
            assertThat(denial.status()).isEqualTo(403);
            assertThat(denial.body()).isEqualTo("answers of status 500 do not pass");
            assertThat(denial.field("X-Hoop-Denied")).contains("policy");
            assertThat(denial.field("X-Hoop-Approved-By")).contains("Ana");
            assertThat(server.readToEnd()).isEmpty();
        }
    }
}
