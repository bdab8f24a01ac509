package dev.hoop.proto.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.sidecar.TestSidecar;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls of every kind pass, and those that a rule forbids by their method never begin at the upstream. */
class CallKindsTest {

    private EchoServer upstream;
    private TestSidecar sidecar;
    private GrpcClient client;

    @BeforeEach
    void start() throws Exception {
        upstream = EchoServer.start();
        sidecar = TestSidecar.start(Sidecars.yaml(upstream.hostAndPort(), """
                guardrails:
                  rules:
                    - {name: no-deletes, type: grpc_method, methods: ["/billing.Invoices/Delete*"], message: "l\u00f6schen nie"}
                """));
        client = GrpcClient.connect(sidecar.address("calls"));
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        sidecar.close();
        upstream.close();
    }

    private static void awaitMessages(GrpcClient.Running call, String... messages) {
        Eventually.await(() -> call.messages().equals(List.of(messages)), Eventually.SOON, "the messages");
    }

    @Test
    void unary() throws Exception {
        GrpcClient.Running call = client.unary("billing.Invoices/Get", "42");

        assertThat(call.end().status()).isEqualTo(Status.OK);
        assertThat(call.messages()).containsExactly("42");
    }

    @Test
    void aDeniedMethodNeverReachesTheUpstreamAndItsSiblingsGoOn() throws Exception {
        GrpcClient.Running sibling = client.begin("billing.Invoices/Watch").send("a");
        GrpcClient.Running denied = client.unary("billing.Invoices/DeleteAll", "42");

        assertThat(denied.end().status().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
        assertThat(denied.end().status().getDescription()).isEqualTo("l\u00f6schen nie");
        assertThat(denied.end().trailer("x-hoop-denied")).isEqualTo("policy");
        sibling.send("b").halfClose();
        assertThat(sibling.end().status()).isEqualTo(Status.OK);
        assertThat(sibling.messages()).containsExactly("a", "b");
        assertThat(upstream.calls()).containsExactly("billing.Invoices/Watch");
    }

    @Test
    void aConversationGoesBackAndForth() throws Exception {
        GrpcClient.Running call = client.begin("any.Service/Talk").send("one");
        awaitMessages(call, "one");
        call.send("two");
        awaitMessages(call, "one", "two");

        assertThat(call.halfClose().end().status()).isEqualTo(Status.OK);
    }

    @Test
    void aCallWithoutMessages() throws Exception {
        assertThat(client.begin("any.Service/Nothing").halfClose().end().status())
                .isEqualTo(Status.OK);
    }

    @Test
    void largeMessagesPassBothWays() throws Exception {
        byte[] large = new byte[3_000_000];
        Arrays.fill(large, (byte) 'x');

        GrpcClient.Running call = client.begin("any.Service/Large").send(large).halfClose();

        assertThat(call.end().status()).isEqualTo(Status.OK);
        assertThat(call.messages().get(0)).hasSize(large.length);
    }

    @Test
    void metadataPassesBothWaysBinaryToo() throws Exception {
        byte[] bytes = {0, 1, (byte) 0xff};
        Metadata metadata = GrpcClient.metadata("x-team", "blue");
        metadata.put(Metadata.Key.of("x-team", Metadata.ASCII_STRING_MARSHALLER), "green");
        metadata.put(Metadata.Key.of("x-raw-bin", Metadata.BINARY_BYTE_MARSHALLER), bytes);

        GrpcClient.Running call = client.unary("any.Service/Method", "1", metadata);

        assertThat(call.end().status()).isEqualTo(Status.OK);
        assertThat(call.head().getAll(Metadata.Key.of("x-team", Metadata.ASCII_STRING_MARSHALLER)))
                .containsExactly("blue", "green");
        assertThat(call.end().trailers().get(Metadata.Key.of("trailing-x-raw-bin", Metadata.BINARY_BYTE_MARSHALLER)))
                .isEqualTo(bytes);
    }

    @Test
    void anErrorIsTheUpstreamsOwnWithItsText() throws Exception {
        GrpcClient.Running call = client.unary("any.Service/Method", "fail:NOT_FOUND");

        assertThat(call.end().status().getCode()).isEqualTo(Status.Code.NOT_FOUND);
        assertThat(call.end().status().getDescription()).isEqualTo("as asked");
        assertThat(call.end().trailer("x-hoop-denied")).isEmpty();
    }

    @Test
    void aCancelledCallIsCancelledAtTheUpstream() throws Exception {
        GrpcClient.Running call = client.begin("any.Service/Long").send("1");
        awaitMessages(call, "1");

        call.cancel();

        Eventually.await(
                () -> upstream.cancelled().equals(List.of("any.Service/Long")), Eventually.SOON, "the cancellation");
    }

    @Test
    void manyCallsAtATime() throws Exception {
        GrpcClient.Running[] calls = new GrpcClient.Running[600];
        for (int i = 0; i < calls.length; i++) {
            calls[i] = client.unary("any.Service/Method", "message " + i);
        }
        for (int i = 0; i < calls.length; i++) {
            assertThat(calls[i].end().status()).isEqualTo(Status.OK);
            assertThat(calls[i].messages()).containsExactly("message " + i);
        }
    }
}
