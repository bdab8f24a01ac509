package dev.hoop.proto.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testkit.http2.Http2Frames;
import dev.hoop.testkit.sidecar.TestSidecar;
import dev.hoop.testkit.wire.WireJournal;
import io.netty.handler.codec.http2.Http2Error;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client's pings are answered, and a flood of them is not borne. */
class KeepAliveTest {

    private static final byte[] PING = Http2Frames.frame(Http2Frames.PING, 0, 0, new byte[] {1, 2, 3, 4, 5, 6, 7, 8});

    private RawGrpcUpstream upstream;
    private TestSidecar sidecar;
    private Http2Peer client;

    @BeforeEach
    void start() {
        upstream = new RawGrpcUpstream(new WireJournal());
        sidecar = TestSidecar.start(Sidecars.yaml(upstream.hostAndPort(), ""));
        client = Http2Peer.client(sidecar.address("calls"));
    }

    @AfterEach
    void stop() {
        client.close();
        sidecar.close();
        upstream.close();
    }

    private void call(int stream) {
        client.send(GrpcUnderTest.call(stream, "/any.Service/Get", Grpc.framed(0, Grpc.text("x"))));
        while (!client.next(Http2Frames.HEADERS).ends()) {
            // The head comes before the trailers.
        }
    }

    @Test
    void aPingIsAnsweredWithItsContent() {
        Http2Peer.Frame answer = client.send(PING).next(Http2Frames.PING);

        assertThat(answer.acknowledges()).isTrue();
        assertThat(answer.payload()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
    }

    @Test
    void manyPingsEndTheConnection() {
        // With the settings that a client begins with, one more than is borne.
        byte[][] frames = new byte[100][];
        Arrays.fill(frames, PING);
        client.send(frames);

        Http2Peer.Frame goodbye = client.next(Http2Frames.GOAWAY);
        byte[] said = goodbye.payload();
        assertThat(ByteBuffer.wrap(said).getInt(4)).isEqualTo((int) Http2Error.ENHANCE_YOUR_CALM.code());
        assertThat(new String(said, 8, said.length - 8, StandardCharsets.US_ASCII))
                .isEqualTo("too_many_pings");
        client.wire().awaitEnd();
    }

    @Test
    void manySettingsEndTheConnection() {
        byte[][] frames = new byte[100][];
        Arrays.fill(frames, Http2Frames.frame(Http2Frames.SETTINGS, 0, 0));
        client.send(frames);

        client.next(Http2Frames.GOAWAY);
        client.wire().awaitEnd();
    }

    @Test
    void pingsAmongCallsAreFine() {
        for (int i = 0; i < 60; i++) {
            client.send(PING, PING, PING);
            call(2 * i + 1);
        }
        assertThat(upstream.ran()).hasSize(60);
    }
}
