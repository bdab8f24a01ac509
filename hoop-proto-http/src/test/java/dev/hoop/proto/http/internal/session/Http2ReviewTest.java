package dev.hoop.proto.http.internal.session;

import static dev.hoop.proto.http.internal.session.Http2Client.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.proto.http.HttpConfig;
import dev.hoop.review.Denial;
import dev.hoop.review.ReviewDenials;
import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.http.RawConnection;
import dev.hoop.testkit.http.RawHttpUpstream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Judging, holding, denying and draining over HTTP/2. */
class Http2ReviewTest {

    private RawHttpUpstream upstream;

    @BeforeEach
    void start() {
        upstream = RawHttpUpstream.start();
    }

    @AfterEach
    void stop() {
        upstream.close();
    }

    @Test
    void aHeldStreamRunsOnceApproved() throws Exception {
        ScriptedGate gate = ScriptedGate.byHand();
        try (SidecarFixture sidecar = SidecarFixture.with(gate).start(upstream);
                Http2Client client = Http2Client.connect(sidecar.address())) {
            Http2Client.Stream stream = client.open()
                    .headers(request("POST", "/pay?token=S3CRET"), false)
                    .data("{\"a\":", false);
            stream.data("1}", true);
            ScriptedGate.Asked asked = gate.next().hold();
            assertThat(asked.payload()).matches("(?s)POST /pay\\?token=\\[redacted:.*]\n\n\\{\"a\":1}");
            assertThat(upstream.connections()).isZero();
            asked.approve("Ana");
            RawConnection server = upstream.next();
            assertThat(server.readRequest().body()).isEqualTo("{\"a\":1}");
            server.send("HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n");
            assertThat(stream.all()).contains("[x-hoop-approved-by=Ana]", "[x-hoop-review-id=r-1]");
        }
    }

    @Test
    void aResetEndsTheWaitAndOtherStreamsGoOn() throws Exception {
        ScriptedGate gate = ScriptedGate.byHand();
        try (SidecarFixture sidecar = SidecarFixture.with(gate).start(upstream);
                Http2Client client = Http2Client.connect(sidecar.address())) {
            Http2Client.Stream one = client.get("/one");
            ScriptedGate.Asked first = gate.next().hold();
            Http2Client.Stream two = client.get("/two");
            ScriptedGate.Asked second = gate.next().hold();
            one.reset();
            Eventually.await(first::cancelled, Eventually.SOON, "the wait ends");
            second.refuse("no");
            assertThat(two.all()).startsWith("403 [x-hoop-denied=policy]").endsWith("no\nEND");
            assertThat(upstream.connections()).isZero();
        }
    }

    @Test
    void aClientThatHangsUpEndsEveryWait() throws Exception {
        ScriptedGate gate = ScriptedGate.byHand();
        try (SidecarFixture sidecar = SidecarFixture.with(gate).start(upstream)) {
            ScriptedGate.Asked first;
            ScriptedGate.Asked second;
            try (Http2Client client = Http2Client.connect(sidecar.address())) {
                client.get("/one");
                first = gate.next().hold();
                client.get("/two");
                second = gate.next().hold();
            }
            Eventually.await(() -> first.cancelled() && second.cancelled(), Eventually.SOON, "the waits end");
            assertThat(upstream.connections()).isZero();
        }
    }

    @Test
    void aDenialCarriesItsFieldsAndTheConnectionLives() throws Exception {
        Denial pending = new ReviewDenials("statement held", false).pending(ScriptedGate.REVIEW);
        try (SidecarFixture sidecar =
                        SidecarFixture.with(ScriptedGate.denying(pending)).start(upstream);
                Http2Client client = Http2Client.connect(sidecar.address())) {
            for (int i = 0; i < 3; i++) {
                assertThat(client.open()
                                .headers(request("POST", "/x"), false)
                                .data("body", true)
                                .all())
                        .startsWith("403 ")
                        .contains(
                                "[x-hoop-denied=review]",
                                "[x-hoop-review-id=r-1]",
                                "[x-hoop-review-status=PENDING]",
                                "[retry-after=5]",
                                "statement held: waiting for approval");
            }
        }
    }

    @Test
    void aBodyThatMustBeReadWholeHasALimit() throws Exception {
        ScriptedGate gate = ScriptedGate.byHand();
        HttpConfig config = new HttpConfig(10, false, List.of(), List.of(), 600);
        try (SidecarFixture sidecar = SidecarFixture.with(gate).config(config).start(upstream);
                Http2Client client = Http2Client.connect(sidecar.address())) {
            assertThat(client.open()
                            .headers(request("POST", "/x").add("content-length", "11"), false)
                            .all())
                    .startsWith("413 ");
            assertThat(client.open()
                            .headers(request("POST", "/x"), false)
                            .data("12345678901", false)
                            .all())
                    .startsWith("413 ");
            assertThat(gate.waiting()).isZero();
        }
    }

    @Test
    void theStatusPathIsAnsweredOnEveryStream() throws Exception {
        try (SidecarFixture sidecar = SidecarFixture.with(ScriptedGate.open()).start(upstream);
                Http2Client client = Http2Client.connect(sidecar.address())) {
            for (String path : List.of(
                    "/.well-known/hoop/reviews/x", "//.well-known/hoop/reviews/x", "/.well-known/%68oop/reviews/x")) {
                assertThat(client.get(path).all()).startsWith("404 ").contains("[cache-control=no-store]");
            }
            assertThat(upstream.connections()).isZero();
        }
    }

    @Test
    void knowsARequestThatComesBack() throws Exception {
        try (SidecarFixture sidecar = SidecarFixture.with(ScriptedGate.open()).start(upstream);
                Http2Client client = Http2Client.connect(sidecar.address())) {
            assertThat(client.open()
                            .headers(
                                    request("GET", "/x")
                                            .add("via", "1.1 " + sidecar.via().pseudonym()),
                                    true)
                            .all())
                    .startsWith("403 ")
                    .contains("request loop:");
        }
    }

    @Test
    void drainsByGoAway() throws Exception {
        ScriptedGate gate = ScriptedGate.byHand();
        try (SidecarFixture sidecar = SidecarFixture.with(gate).start(upstream);
                Http2Client client = Http2Client.connect(sidecar.address())) {
            Http2Client.Stream running = client.get("/running");
            gate.next().forward();
            RawConnection server = upstream.next();
            server.readRequest();
            client.get("/held");
            ScriptedGate.Asked held = gate.next().hold();
            CompletionStage<Integer> drained = sidecar.drain(Duration.ofSeconds(30));
            assertThat(client.next()).isEqualTo("GOAWAY NO_ERROR");
            Eventually.await(held::interrupted, Eventually.SOON, "the wait is interrupted");
            held.refuse("the sidecar is shutting down");
            server.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            assertThat(running.all()).endsWith("ok\nEND");
            Eventually.get(drained, Eventually.SOON, "the drain ends");
            Eventually.await(() -> !client.isOpen(), Eventually.SOON, "the connection closes");
        }
    }

    @Test
    void anIdleConnectionIsClosedAndABusyOneIsNot() throws Exception {
        ScriptedGate gate = ScriptedGate.byHand();
        try (SidecarFixture sidecar = SidecarFixture.with(gate)
                        .idleTimeout(Duration.ofMillis(300))
                        .start(upstream);
                Http2Client idle = Http2Client.connect(sidecar.address());
                Http2Client busy = Http2Client.connect(sidecar.address())) {
            Http2Client.Stream stream = busy.get("/x");
            ScriptedGate.Asked asked = gate.next().hold();
            Eventually.await(() -> !idle.isOpen(), Eventually.SOON, "the idle one closes");
            assertThat(busy.isOpen()).isTrue();
            asked.refuse("no");
            assertThat(stream.all()).startsWith("403 ");
            Eventually.await(() -> !busy.isOpen(), Eventually.SOON, "the other one closes once it is idle");
        }
    }

    @Test
    void aStreamWhoseBodyStallsIsGivenUp() throws Exception {
        SessionLimits limits = Limits.patience(Duration.ofSeconds(60), Duration.ofMillis(200), Duration.ofSeconds(5));
        try (SidecarFixture sidecar = SidecarFixture.with(ScriptedGate.byHand())
                        .limits(limits)
                        .start(upstream);
                Http2Client client = Http2Client.connect(sidecar.address())) {
            assertThat(client.open()
                            .headers(request("POST", "/x"), false)
                            .data("half", false)
                            .all())
                    .startsWith("408 ");
            assertThat(client.isOpen()).isTrue();
        }
    }
}
