package dev.hoop.proto.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testkit.http2.Http2Frames;
import dev.hoop.testkit.sidecar.TestSidecar;
import io.grpc.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How an answer ends: with trailers only, with large ones, with those that a sidecar writes. */
class TrailersTest {

    private EchoServer upstream;
    private TestSidecar sidecar;

    @BeforeEach
    void start() throws Exception {
        upstream = EchoServer.start(server -> server.maxInboundMetadataSize(256 * 1024));
        sidecar = TestSidecar.start(Sidecars.yaml(upstream.hostAndPort(), """
                guardrails:
                  rules:
                    - {name: never, type: grpc_method, methods: ["any.Service/Never"], message: " 100 % nö\\n"}
                    - {name: shy, type: grpc_status, statuses: [DATA_LOSS, 5], message: no details}
                    - {name: gone, type: grpc_status, statuses: [UNAVAILABLE], message: nothing}
                """));
    }

    @AfterEach
    void stop() throws Exception {
        sidecar.close();
        upstream.close();
    }

    private Http2Peer raw() {
        return Http2Peer.client(sidecar.address("calls"));
    }

    @Test
    void trailersOnlyPassAsTrailersOnlyWithTheirMetadata() {
        try (Http2Peer client = raw()) {
            byte[] body = Grpc.framed(0, "fail:ABORTED".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            client.send(GrpcUnderTest.call(1, "/any.Service/Get", body, "x-team", "blue", "x-raw-bin", "AAH/"));

            assertThat(client.next(Http2Frames.HEADERS).ends()).isTrue();
            assertThat(client.fields())
                    .containsEntry(":status", "200")
                    .containsEntry("grpc-status", "10")
                    .containsEntry("grpc-message", "as asked")
                    .containsEntry("trailing-x-team", "blue")
                    .containsEntry("trailing-x-raw-bin", "AAH/");
        }
    }

    @Test
    void largeTrailersPass() throws Exception {
        try (GrpcClient client = GrpcClient.connect(
                sidecar.address("calls"), builder -> builder.usePlaintext().maxInboundMetadataSize(256 * 1024))) {
            String large = "y".repeat(60_000);

            GrpcClient.Running call = client.unary("any.Service/Get", "1", GrpcClient.metadata("x-large", large));

            assertThat(call.end().status()).isEqualTo(Status.OK);
            assertThat(call.end().trailer("trailing-x-large")).isEqualTo(large);
        }
    }

    @Test
    void moreThanTheClientTakesEndsThatCallOnly() {
        try (Http2Peer client = Http2Peer.client(sidecar.address("calls"), Http2Peer.setting(6, 8192))) {
            byte[] body = Grpc.framed(0, Grpc.text("x"));
            client.send(GrpcUnderTest.head(1, "/any.Service/Talk"));
            client.send(GrpcUnderTest.call(3, "/any.Service/Get", body, "x-large", "y".repeat(9_000)));

            client.next(Http2Frames.HEADERS);
            assertThat(client.fields()).containsEntry("grpc-status", "8");
            assertThat(client.fields().get("grpc-message")).startsWith("the answer of the upstream has more metadata");
            client.send(Http2Frames.frame(Http2Frames.DATA, Http2Frames.END_STREAM, 1, body));
            assertThat(client.next(Http2Frames.HEADERS).stream()).isEqualTo(1);
        }
    }

    @Test
    void largeTrailersThatTheClientDoesNotTakeLeaveTheStatusThatTheyHad() {
        try (Http2Peer client = Http2Peer.client(sidecar.address("calls"), Http2Peer.setting(6, 8192))) {
            byte[] body = Grpc.framed(0, "fail:ABORTED".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            client.send(GrpcUnderTest.call(1, "/any.Service/Get", body, "x-large", "y".repeat(9_000)));

            client.next(Http2Frames.HEADERS);
            assertThat(client.fields()).containsEntry("grpc-status", "8");
            assertThat(client.fields().get("grpc-message")).endsWith("; the call ended with ABORTED");
        }
    }

    @Test
    void aDenialIsPercentEncodedAndEndsTheStream() {
        try (Http2Peer client = raw()) {
            client.send(GrpcUnderTest.call(1, "/any.Service/Never", Grpc.framed(0, Grpc.text("x"))));

            assertThat(client.next(Http2Frames.HEADERS).ends()).isTrue();
            assertThat(client.fields())
                    .containsEntry("grpc-status", "7")
                    .containsEntry("grpc-message", "%20100 %25 n%C3%B6%0A")
                    .containsEntry("x-hoop-denied", "policy");
        }
    }

    @Test
    void aStatusThatARuleWithholdsIsReplacedWithItsText() throws Exception {
        try (GrpcClient client = GrpcClient.connect(sidecar.address("calls"))) {
            for (String status : new String[] {"DATA_LOSS", "NOT_FOUND"}) {
                GrpcClient.End end =
                        client.unary("any.Service/Get", "fail:" + status).end();

                assertThat(end.status().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
                assertThat(end.status().getDescription()).isEqualTo("no details");
                assertThat(end.trailer("x-hoop-denied")).isEqualTo("policy");
            }
            assertThat(client.unary("any.Service/Get", "fail:ABORTED")
                            .end()
                            .status()
                            .getDescription())
                    .isEqualTo("as asked");
        }
    }

    @Test
    void messagesBeforeAStatusThatARuleWithholdsHavePassed() throws Exception {
        try (GrpcClient client = GrpcClient.connect(sidecar.address("calls"))) {
            GrpcClient.Running call = client.begin("any.Service/Talk").send("1").send("fail:NOT_FOUND");

            assertThat(call.end().status().getDescription()).isEqualTo("no details");
            assertThat(call.messages()).containsExactly("1");
        }
    }

    @Test
    void manyDeniedCallsEndNothingElse() {
        try (Http2Peer client = raw()) {
            for (int stream = 1; stream < 2 * 1500; stream += 2) {
                // A denial ends a stream whose request is not complete, which takes a reset each.
                client.send(GrpcUnderTest.head(stream, "/any.Service/Never"));
                client.next(Http2Frames.HEADERS);
                assertThat(client.fields()).containsEntry("grpc-status", "7");
            }
            client.send(GrpcUnderTest.call(3001, "/any.Service/Get", Grpc.framed(0, Grpc.text("x"))));
            client.next(Http2Frames.HEADERS);
            assertThat(client.fields()).containsEntry(":status", "200");
        }
    }
}
