package dev.hoop.proto.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.StringValue;
import com.google.protobuf.UnknownFieldSet;
import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.http2.Http2Frames;
import dev.hoop.testkit.sidecar.TestSidecar;
import io.grpc.CallOptions;
import io.grpc.Status;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With descriptors, every message is judged by itself, as its JSON. */
class MessagesTest {

    private static final String RUN = Grpc.RUN.substring(1);

    @TempDir
    private Path directory;

    private EchoServer upstream;
    private TestSidecar sidecar;
    private GrpcClient client;

    @BeforeEach
    void start() throws Exception {
        upstream = EchoServer.start();
        Path descriptors = Grpc.write(directory.resolve("contract.binpb"), Grpc.file());
        sidecar = TestSidecar.start(Sidecars.yaml(upstream.hostAndPort(), """
                grpc: {descriptors: ['%s'], capture_payload: true, max_payload_bytes: 1000}
                guardrails:
                  rules:
                    - {name: no-drops, type: pattern_match, pattern_regex: 'DROP\\s+TABLE', message: no drops}
                """.formatted(descriptors)));
        client = GrpcClient.connect(sidecar.address("calls"));
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        sidecar.close();
        upstream.close();
    }

    private GrpcClient.End run(byte[] message) throws Exception {
        return client.begin(RUN).send(message).halfClose().end();
    }

    private static String word(GrpcClient.End end) {
        return end.status().getCode() + ": " + end.status().getDescription();
    }

    @Test
    void aMessageThatARuleForbidsDoesNotReachTheUpstream() throws Exception {
        assertThat(word(run(Grpc.text("DROP TABLE t")))).isEqualTo("PERMISSION_DENIED: no drops");
        assertThat(run(Grpc.text("SELECT 1")).status()).isEqualTo(Status.OK);
        assertThat(upstream.calls()).hasSize(1);
    }

    @Test
    void whatJsonEscapesIsSeenAsItIs() throws Exception {
        assertThat(word(run(Grpc.text("DROP\nTABLE t")))).isEqualTo("PERMISSION_DENIED: no drops");
    }

    @Test
    void theTrailHasTheMessageAsJson() throws Exception {
        run(Grpc.text("SELECT \"1\""));

        Eventually.await(
                () -> sidecar.audit().toString().contains("SELECT")
                        || sidecar.audit().lines().stream().anyMatch(line -> line.contains("SELECT")),
                Eventually.SOON,
                "the record");
    }

    @Test
    void aLaterMessageIsJudgedToo() throws Exception {
        GrpcClient.Running call = client.begin(RUN).send(Grpc.text("SELECT 1"));
        Eventually.await(() -> call.messages().size() == 1, Eventually.SOON, "the first answer");

        call.send(Grpc.text("DROP TABLE t"));

        assertThat(word(call.end())).isEqualTo("PERMISSION_DENIED: no drops");
        assertThat(call.end().trailer("x-hoop-denied")).isEqualTo("policy");
        Eventually.await(() -> upstream.cancelled().size() == 1, Eventually.SOON, "the upstream's end");
        assertThat(upstream.messages()).hasSize(1);
    }

    @Test
    void manyMessagesPassInTheirOrder() throws Exception {
        GrpcClient.Running call = client.begin(RUN);
        for (int i = 0; i < 300; i++) {
            call.send(Grpc.text("number " + i));
        }

        assertThat(call.halfClose().end().status()).isEqualTo(Status.OK);
        assertThat(call.messages()).hasSize(300);
        assertThat(call.messages().get(299)).endsWith("number 299");
    }

    @Test
    void gzipIsReadAndPassedOnAsItCame() throws Exception {
        CallOptions gzip = CallOptions.DEFAULT.withCompression("gzip");
        GrpcClient.Running denied = client.begin(RUN, new io.grpc.Metadata(), gzip)
                .send(Grpc.text("DROP TABLE t"))
                .halfClose();
        GrpcClient.Running allowed = client.begin(RUN, new io.grpc.Metadata(), gzip)
                .send(Grpc.text("SELECT 1"))
                .halfClose();

        assertThat(word(denied.end())).isEqualTo("PERMISSION_DENIED: no drops");
        assertThat(allowed.end().status()).isEqualTo(Status.OK);
        assertThat(upstream.heads().get(0).toString()).contains("grpc-encoding=gzip");
    }

    @Test
    void aMessageThatInflatesBeyondTheLimitIsRefused() throws Exception {
        CallOptions gzip = CallOptions.DEFAULT.withCompression("gzip");
        GrpcClient.Running call = client.begin(RUN, new io.grpc.Metadata(), gzip)
                .send(Grpc.text("x".repeat(100_000)))
                .halfClose();

        assertThat(call.end().status().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    }

    /** A message that its second part makes another, as gzip lets it be written. */
    @Test
    void aMessageInTwoPartsOfGzipIsReadWhole() throws Exception {
        byte[] message = Grpc.text("SELECT 1; DROP TABLE t");
        byte[] compressed =
                Http2Frames.join(gzip(Arrays.copyOf(message, 5)), gzip(Arrays.copyOfRange(message, 5, message.length)));

        assertThat(raw(compressed, "gzip")).isEqualTo("7: no drops");
        assertThat(upstream.calls()).isEmpty();
    }

    @Test
    void anEncodingThatIsNotReadIsRefused() throws Exception {
        assertThat(raw(gzip(Grpc.text("SELECT 1")), "zstd"))
                .startsWith("12: a rule or a person must read the message and cannot in its encoding");
        assertThat(raw(Grpc.text("SELECT 1"), "gzip")).startsWith("13: a message is not compressed as the call says");
        assertThat(raw(new byte[0], "gzip")).startsWith("13: a message is not compressed as the call says");
        assertThat(upstream.calls()).isEmpty();
    }

    @Test
    void aBombIsNotInflated() throws Exception {
        // Twice over: a thousandth of a thousandth of what it would be.
        byte[] bomb = gzip(gzip(new byte[100_000_000]));
        assertThat(bomb).hasSizeLessThan(1000);

        assertThat(raw(bomb, "gzip")).startsWith("8: the message is larger than 1000 bytes");
    }

    private static byte[] gzip(byte[] message) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(message);
        }
        return bytes.toByteArray();
    }

    private String raw(byte[] compressed, String encoding) {
        try (Http2Peer peer = Http2Peer.client(sidecar.address("calls"))) {
            peer.send(GrpcUnderTest.call(1, Grpc.RUN, Grpc.framed(1, compressed), "grpc-encoding", encoding));
            peer.next(Http2Frames.HEADERS);
            return peer.fields().get("grpc-status") + ": " + peer.fields().get("grpc-message");
        }
    }

    @Test
    void aMessageThatIsTooLargeToBeReadIsRefused() throws Exception {
        GrpcClient.End end = run(Grpc.text("x".repeat(100_000)));

        assertThat(word(end)).startsWith("RESOURCE_EXHAUSTED: the message is larger than 1000 bytes");
        assertThat(upstream.calls()).isEmpty();
    }

    @Test
    void aFieldThatTheDescriptorsDoNotKnowIsRefused() throws Exception {
        byte[] message = StringValue.of("SELECT 1").toBuilder()
                .setUnknownFields(UnknownFieldSet.newBuilder()
                        .addField(
                                7,
                                UnknownFieldSet.Field.newBuilder()
                                        .addLengthDelimited(ByteString.copyFromUtf8("DROP TABLE t"))
                                        .build())
                        .build())
                .build()
                .toByteArray();

        assertThat(word(run(message))).startsWith("FAILED_PRECONDITION: the message has fields that");
        assertThat(upstream.calls()).isEmpty();
    }

    @Test
    void whatIsPackedIsReadToo() throws Exception {
        GrpcClient.Running packed = client.begin("contract.Statements/Pack")
                .send(Any.pack(Any.pack(StringValue.of("DROP TABLE t"))).toByteArray())
                .halfClose();

        // Not even that the inner type is known without a file of its own: wrappers are imported, so they are.
        assertThat(packed.end().status().getCode())
                .isIn(Status.Code.PERMISSION_DENIED, Status.Code.FAILED_PRECONDITION);
        assertThat(upstream.calls()).isEmpty();
    }

    @Test
    void aMethodThatIsNotDescribedIsRefusedWhereARuleMustReadIt() throws Exception {
        assertThat(word(client.unary("other.Service/Get", "x").end()))
                .startsWith("FAILED_PRECONDITION: the descriptors of this listener do not describe the method");
        assertThat(List.copyOf(upstream.calls())).isEmpty();
    }
}
