package dev.hoop.proto.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testkit.http2.Http2Frames;
import dev.hoop.testkit.plane.ScriptedReview;
import dev.hoop.testkit.sidecar.TestSidecar;
import dev.hoop.testkit.wire.WireJournal;
import dev.hoop.testkit.wire.WireServer;
import io.netty.handler.codec.http2.Http2Error;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What time brings: deadlines, idleness, pings to the silent. It passes when the test says so. */
class ClockTest {

    private static final String GET = "/any.Service/Get";
    private static final String PURGE = "/billing.Invoices/Purge";
    private static final Duration CARE = Duration.ofMinutes(5);

    private final HandClock clock = new HandClock();
    private WireServer upstream;
    private TestSidecar sidecar;
    private Http2Peer client;

    @BeforeEach
    void start() {
        upstream = WireServer.start("upstream", new WireJournal());
        sidecar = TestSidecar.builder()
                .protocols(new GrpcListenerFactory(clock))
                .start(Sidecars.yaml(upstream.hostAndPort(), """
                idle_timeout_sec: 3600
                guardrails:
                  rules:
                    - {name: ask, type: grpc_method, methods: ["billing.Invoices/Purge"], action: require_review}
                review: {approval_rule: approvers, message: held}
                """));
        client = Http2Peer.client(sidecar.address("calls"));
    }

    @AfterEach
    void stop() {
        client.close();
        sidecar.close();
        upstream.close();
    }

    private void call(int stream, String path, String... metadata) {
        client.send(GrpcUnderTest.call(stream, path, Grpc.framed(0, Grpc.text("x")), metadata));
    }

    private String status() {
        client.next(Http2Frames.HEADERS);
        return client.fields().get("grpc-status") + ": " + client.fields().get("grpc-message");
    }

    @Test
    void theCallersDeadlineEndsTheHoldWithAWordAboutTheReview() {
        call(1, PURGE, "grpc-timeout", "10S");
        Http2Peer server = Http2Peer.server(upstream, 0);
        ScriptedReview review = sidecar.plane().reviews().await(0);

        clock.advance(Duration.ofSeconds(9));

        assertThat(status()).startsWith("7: held: still waiting for approval after ");
        assertThat(client.fields())
                .containsEntry("x-hoop-review-id", review.id().value());
    }

    @Test
    void theUpstreamIsToldWhatIsLeftOfTheDeadline() {
        call(1, PURGE, "grpc-timeout", "10S");
        Http2Peer server = Http2Peer.server(upstream, 0);
        ScriptedReview review = sidecar.plane().reviews().await(0);
        clock.advance(Duration.ofSeconds(4));

        sidecar.plane().reviews().approve(review.id(), "Zoe");

        server.call();
        assertThat(server.fields()).containsEntry("grpc-timeout", "6000000u");
    }

    @Test
    void aDeadlineIsPassedOnAsItCameWhereNoTimeWasLost() {
        call(1, GET, "grpc-timeout", "10S");

        Http2Peer server = Http2Peer.server(upstream, 0);
        server.call();
        assertThat(server.fields()).containsEntry("grpc-timeout", "10S");
    }

    @Test
    void theDeadlineEndsACallThatTheUpstreamDoesNotAnswer() {
        call(1, GET, "grpc-timeout", "10S");
        Http2Peer server = Http2Peer.server(upstream, 0);
        int there = server.call();

        clock.advance(Duration.ofSeconds(10));

        assertThat(status()).isEqualTo("4: the call's deadline was reached");
        Http2Peer.Frame reset = server.next(Http2Frames.RST_STREAM);
        assertThat(reset.stream()).isEqualTo(there);
        assertThat(reset.number()).isEqualTo((int) Http2Error.CANCEL.code());
    }

    @Test
    void aDeadlineDoesNotOutliveItsCall() {
        call(1, GET, "grpc-timeout", "10S");
        Http2Peer server = Http2Peer.server(upstream, 0);
        server.answer(server.call(), 0);
        assertThat(status()).isEqualTo("0: null");

        clock.advance(Duration.ofSeconds(10));

        call(3, GET);
        server.answer(server.call(), 0);
        assertThat(client.next(Http2Frames.HEADERS).stream()).isEqualTo(3);
    }

    @Test
    void anIdleClientIsSaidGoodbyeTo() {
        call(1, GET);
        Http2Peer server = Http2Peer.server(upstream, 0);
        int there = server.call();
        clock.advance(Duration.ofMinutes(1));
        server.answer(there, 0);
        assertThat(status()).isEqualTo("0: null");

        clock.advance(Duration.ofMinutes(59));
        clock.advance(Duration.ofMinutes(2));

        assertThat(client.next(Http2Frames.GOAWAY).number()).isEqualTo(Integer.MAX_VALUE);
        assertThat(client.next(Http2Frames.GOAWAY).number()).isEqualTo(1);
        client.wire().awaitEnd();
    }

    @Test
    void aClientThatDoesNotAnswerTheGoodbyeIsLeft() {
        client.roundTrip();
        client.beSilent();

        clock.advance(Duration.ofHours(1));
        assertThat(client.next(Http2Frames.GOAWAY).number()).isEqualTo(Integer.MAX_VALUE);
        clock.advance(Duration.ofSeconds(1));

        assertThat(client.next(Http2Frames.GOAWAY).number()).isZero();
        client.wire().awaitEnd();
    }

    @Test
    void aClientWithAnOpenCallIsNotIdle() {
        call(1, GET);
        Http2Peer server = Http2Peer.server(upstream, 0);
        int there = server.call();

        // An hour and more, in which both sides answer pings.
        for (int i = 0; i < 20; i++) {
            clock.advance(CARE);
            client.roundTrip();
            server.roundTrip();
        }

        server.answer(there, 0);
        assertThat(status()).isEqualTo("0: null");
    }

    @Test
    void aClientThatIsSilentWithAnOpenCallIsAskedAndLeft() {
        call(1, GET);
        Http2Peer server = Http2Peer.server(upstream, 0);
        int there = server.call();
        client.beSilent();

        clock.advance(CARE);
        clock.advance(CARE);
        assertThat(client.next(Http2Frames.PING).acknowledges()).isFalse();
        server.roundTrip();
        clock.advance(CARE);

        client.wire().awaitEnd();
        assertThat(server.next(Http2Frames.RST_STREAM).stream()).isEqualTo(there);
    }

    @Test
    void anUpstreamThatIsSilentWithAnOpenCallIsAskedAndLeft() {
        call(1, GET);
        Http2Peer server = Http2Peer.server(upstream, 0);
        server.call();
        server.beSilent();

        clock.advance(CARE);
        clock.advance(CARE);
        assertThat(server.next(Http2Frames.PING).acknowledges()).isFalse();
        client.roundTrip();
        clock.advance(CARE);

        assertThat(status())
                .isEqualTo("14: the connection to the upstream was lost; nobody can tell whether the call ran");
    }

    @Test
    void anUpstreamThatNobodyUsesIsLeft() {
        call(1, GET);
        Http2Peer server = Http2Peer.server(upstream, 0);
        server.answer(server.call(), 0);
        assertThat(status()).isEqualTo("0: null");

        clock.advance(CARE);
        clock.advance(CARE);

        server.wire().awaitEnd();
    }

    @Test
    void anUpstreamThatTakesNoCallsIsNotWaitedForForEver() {
        call(1, GET);
        Http2Peer server = Http2Peer.server(upstream, 0, Http2Peer.setting(3, 0));
        server.next(Http2Frames.SETTINGS);

        clock.advance(Duration.ofSeconds(31));

        assertThat(status()).isEqualTo("14: the upstream takes no more calls now; nothing ran. Try again later");
        assertThat(upstream.connections()).hasSize(1);
    }

    @Test
    void anUpstreamThatSaysNothingIsNotWaitedForForEver() {
        call(1, GET);
        upstream.awaitConnection(0).take(Http2Frames.PREFACE.length);
        clock.awaitTaskWithin(Duration.ofSeconds(11));

        clock.advance(Duration.ofSeconds(11));

        assertThat(status()).startsWith("14: the upstream does not speak HTTP/2 on this port; nothing ran.");
    }
}
