package dev.hoop.proto.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.http2.Http2Frames;
import dev.hoop.testkit.sidecar.TestSidecar;
import dev.hoop.testkit.wire.WireJournal;
import dev.hoop.testkit.wire.WireServer;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A sidecar that ends: what its clients hear, frame by frame. */
class DrainTest {

    private static final String GET = "/any.Service/Get";

    private WireServer upstream;
    private TestSidecar sidecar;
    private Http2Peer client;
    private Http2Peer server;

    @BeforeEach
    void start() {
        upstream = WireServer.start("upstream", new WireJournal());
        sidecar = TestSidecar.start(Sidecars.yaml(upstream.hostAndPort(), ""));
        client = Http2Peer.client(sidecar.address("calls"));
        client.send(GrpcUnderTest.head(1, GET));
        server = Http2Peer.server(upstream, 0);
    }

    @AfterEach
    void stop() {
        client.close();
        sidecar.close();
        upstream.close();
    }

    @Test
    void theGoAwayNamesTheLastCallThatIsServedAndThatOneIsFinished() {
        int there = server.call();

        CompletionStage<Integer> drained = sidecar.drain(Eventually.SOON);

        assertThat(client.next(Http2Frames.GOAWAY).number()).isEqualTo(Integer.MAX_VALUE);
        assertThat(client.next(Http2Frames.GOAWAY).number()).isEqualTo(1);
        server.answer(there, 0);
        client.next(Http2Frames.HEADERS);
        assertThat(client.fields()).containsEntry("grpc-status", "0");
        client.wire().awaitEnd();
        assertThat(Eventually.get(drained, Eventually.SOON, "the drain")).isZero();
    }

    @Test
    void aCallThatCrossesTheGoAwayIsServed() {
        int there = server.call();
        client.beSilent();
        sidecar.drain(Eventually.SOON);
        client.next(Http2Frames.GOAWAY);
        client.next(Http2Frames.PING);

        client.send(GrpcUnderTest.call(3, GET, Grpc.framed(0, Grpc.text("x"))));
        int crossing = server.call();
        client.send(Http2Frames.frame(Http2Frames.PING, Http2Frames.ACK, 0, new byte[] {0, 0, 0, 0, 0, 0, 0, 1}));

        assertThat(client.next(Http2Frames.GOAWAY).number()).isEqualTo(3);
        server.answer(there, 0);
        assertThat(client.next(Http2Frames.HEADERS).stream()).isEqualTo(1);
        server.answer(crossing, 0);
        assertThat(client.next(Http2Frames.HEADERS).stream()).isEqualTo(3);
        client.wire().awaitEnd();
    }

    @Test
    void whatDoesNotEndInTimeIsCutOff() {
        server.call();

        CompletionStage<Integer> drained = sidecar.drain(Duration.ofMillis(10));

        assertThat(Eventually.get(drained, Eventually.SOON, "the drain")).isOne();
        client.wire().awaitEnd();
        server.next(Http2Frames.RST_STREAM);
    }
}
