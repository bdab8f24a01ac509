package dev.hoop.proto.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testkit.http.RawHttpClient;
import dev.hoop.testkit.http2.Http2Frames;
import dev.hoop.testkit.http2.Http2Wire;
import dev.hoop.testkit.sidecar.TestSidecar;
import dev.hoop.testkit.wire.WireConnection;
import dev.hoop.testkit.wire.WireJournal;
import io.netty.handler.codec.http2.Http2Error;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What no client sends comes to a clear end, and nothing of it to the upstream. */
class HostileClientTest {

    private RawGrpcUpstream upstream;
    private TestSidecar sidecar;
    private WireConnection wire;
    private Http2Wire client;

    @BeforeEach
    void start() throws Exception {
        upstream = new RawGrpcUpstream(new WireJournal());
        sidecar = TestSidecar.start(Sidecars.yaml(upstream.hostAndPort(), """
                grpc: {max_payload_bytes: 1000}
                guardrails:
                  rules:
                    - {name: ask, type: grpc_method, methods: ["/judged.*/*"], action: require_review}
                review: {approval_rule: approvers}
                """));
        wire = RawHttpClient.connect(sidecar.address("calls")).wire();
        client = Http2Wire.begin(wire);
    }

    @AfterEach
    void stop() {
        client.close();
        sidecar.close();
        upstream.close();
    }

    private String status(byte[] call, int stream) {
        Http2Wire.Answer answer = client.send(call).answer(stream);
        return answer.field("grpc-status").orElse(answer.status());
    }

    private void stillServes(int stream) {
        byte[] call = GrpcUnderTest.call(stream, "/any.Service/Get", Grpc.framed(0, Grpc.text("still here")));
        assertThat(status(call, stream)).isEqualTo("0");
    }

    @Test
    void aFlagThatIsNone() {
        assertThat(status(GrpcUnderTest.call(1, "/judged.A/B", Grpc.framed(2, new byte[3])), 1))
                .isEqualTo("13");
        stillServes(3);
        assertThat(upstream.ran()).containsExactly("still here");
    }

    @Test
    void aCompressedMessageWithoutAnEncoding() {
        assertThat(status(GrpcUnderTest.call(1, "/judged.A/B", Grpc.framed(1, new byte[3])), 1))
                .isEqualTo("13");
        stillServes(3);
    }

    @Test
    void aMessageThatIsCutShort() {
        byte[] body = {0, 0, 0, 0, 9, 1, 2};
        assertThat(status(GrpcUnderTest.call(1, "/judged.A/B", body), 1)).isEqualTo("13");
        stillServes(3);
    }

    @Test
    void aLengthBeyondEveryLimitIsRefusedBeforeItsMessageComes() {
        byte[] body = {0, -1, -1, -1, -1};
        byte[] call =
                Http2Frames.join(GrpcUnderTest.head(1, "/judged.A/B"), Http2Frames.frame(Http2Frames.DATA, 0, 1, body));
        assertThat(status(call, 1)).isEqualTo("8");
        stillServes(3);
    }

    @Test
    void aPathThatIsNone() {
        for (String path : List.of("/", "/a", "//b", "/a/../b", "/a/%62", "/a/b?c", "*", "/a/b;c")) {
            int stream = 1 + 2 * (path.hashCode() & 0xfff);
            try (Http2Wire fresh = Http2Wire.begin(
                    RawHttpClient.connect(sidecar.address("calls")).wire())) {
                byte[] call = GrpcUnderTest.call(stream, path, Grpc.framed(0, Grpc.text("x")));
                assertThat(fresh.send(call).answer(stream).field("grpc-status"))
                        .as(path)
                        .contains("12");
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
        assertThat(upstream.ran()).isEmpty();
    }

    @Test
    void whatIsNotGrpc() {
        byte[] get = Http2Frames.headers(1, true, Http2Frames.request("GET", "/"));
        byte[] json = Http2Frames.headers(3, true, Http2Frames.request("POST", "/a.B/C", "content-type", "text/json"));

        assertThat(client.send(get).answer(1).status()).isEqualTo("405");
        assertThat(client.send(json).answer(3).status()).isEqualTo("415");
        stillServes(5);
    }

    @Test
    void headersThatAreTooLargeEndTheirStreamOnly() {
        String large = "x".repeat(12_000);
        byte[] fields = Http2Frames.join(
                Http2Frames.request("POST", "/any.Service/Get", "content-type", "application/grpc"),
                Http2Frames.fields("x-a", large));
        byte[] call = Http2Frames.join(
                Http2Frames.frame(Http2Frames.HEADERS, 0, 1, fields),
                Http2Frames.frame(Http2Frames.CONTINUATION, 0, 1, Http2Frames.fields("x-b", large)),
                Http2Frames.frame(Http2Frames.CONTINUATION, 0, 1, Http2Frames.fields("x-c", large)),
                Http2Frames.frame(Http2Frames.CONTINUATION, 0, 1, Http2Frames.fields("x-d", large)),
                Http2Frames.frame(Http2Frames.CONTINUATION, 0, 1, Http2Frames.fields("x-e", large)),
                Http2Frames.frame(
                        Http2Frames.CONTINUATION, Http2Frames.END_HEADERS, 1, Http2Frames.fields("x-f", large)));

        assertThat(client.send(call).answer(1).status()).isEqualTo("431");
        stillServes(3);
    }

    @Test
    void aValueThatWouldBeSeveralLinesElsewhere() {
        for (String value : List.of("a\r\nx-admin: yes", "a\nb", "a\rb", "a\0b")) {
            int stream = 1 + 2 * (value.hashCode() & 0xfff);
            try (Http2Wire fresh = Http2Wire.begin(
                    RawHttpClient.connect(sidecar.address("calls")).wire())) {
                byte[] call =
                        GrpcUnderTest.call(stream, "/any.Service/Get", Grpc.framed(0, Grpc.text("x")), "x-a", value);
                Http2Wire.Answer answer = fresh.send(call).answer(stream);
                assertThat(answer.reset().isPresent()
                                || !answer.field("grpc-status").orElse("0").equals("0"))
                        .as(value)
                        .isTrue();
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
        assertThat(upstream.ran()).isEmpty();
    }

    @Test
    void rapidResetsEndTheConnection() {
        List<byte[]> frames = new ArrayList<>();
        for (int stream = 1; stream < 4_000; stream += 2) {
            frames.add(GrpcUnderTest.head(stream, "/judged.A/B"));
            frames.add(Http2Frames.number(Http2Frames.RST_STREAM, stream, (int) Http2Error.CANCEL.code()));
        }
        client.send(frames.toArray(byte[][]::new));

        wire.awaitEnd();
        assertThat(upstream.bytesReceived()).isZero();
    }

    @Test
    void aWindowThatOverflowsEndsTheConnection() {
        client.send(Http2Frames.number(Http2Frames.WINDOW_UPDATE, 0, Integer.MAX_VALUE));

        wire.awaitEnd();
    }

    @Test
    void moreThanAStreamsWindowEndsThatStream() {
        byte[] much = new byte[16_384];
        List<byte[]> frames = new ArrayList<>();
        frames.add(GrpcUnderTest.head(1, "/judged.A/B"));
        frames.add(Http2Frames.frame(Http2Frames.DATA, 0, 1, Grpc.framed(0, Grpc.text("held"))));
        for (int i = 0; i < 5; i++) {
            frames.add(Http2Frames.frame(Http2Frames.DATA, 0, 1, much));
        }
        client.send(frames.toArray(byte[][]::new));

        assertThat(client.answer(1).reset()).contains(Http2Error.FLOW_CONTROL_ERROR);
        stillServes(3);
    }
}
