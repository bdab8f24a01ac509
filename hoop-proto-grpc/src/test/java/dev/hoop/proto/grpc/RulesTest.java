package dev.hoop.proto.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testkit.sidecar.TestSidecar;
import io.grpc.CallOptions;
import io.grpc.Metadata;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each type of rule sees of a call, and what it does where rules only observe. */
class RulesTest {

    @TempDir
    private Path directory;

    private EchoServer upstream;

    @BeforeEach
    void start() throws Exception {
        upstream = EchoServer.start();
    }

    @AfterEach
    void stop() throws Exception {
        upstream.close();
    }

    private TestSidecar sidecar(String more, String rules) {
        Path descriptors = Grpc.write(directory.resolve("contract.binpb"), Grpc.file());
        return TestSidecar.start(
                Sidecars.yaml(upstream.hostAndPort(), more.formatted(descriptors) + "guardrails:\n" + rules.indent(2)));
    }

    private static String word(TestSidecar sidecar, String method, byte[] message) throws Exception {
        try (GrpcClient client = GrpcClient.connect(sidecar.address("calls"))) {
            GrpcClient.End end = client.begin(method).send(message).halfClose().end();
            return end.status().getCode()
                    + (end.status().isOk() ? "" : ": " + end.status().getDescription());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "shop.Orders/GetOrder,         OK",
        "shop.Orders/ListOrders,       OK",
        "shop.Orders/DeleteOrder,      PERMISSION_DENIED: read only",
        "shop.Orders/UpdateOrder,      PERMISSION_DENIED: read only",
        "shop.Orders/BatchDeleteOrders,PERMISSION_DENIED: read only",
        "shop.Orders/Getaway,          PERMISSION_DENIED: who knows",
        "shop.Orders/Frobnicate,       PERMISSION_DENIED: who knows",
        // What the descriptors declare says more than a name.
        "contract.Statements/DeleteNothing, OK",
    })
    void operationsGoByWhatIsDeclaredElseByTheName(String method, String expected) throws Exception {
        try (TestSidecar sidecar = sidecar("grpc: {descriptors: ['%s']}\n", """
                rules:
                  - {name: writes, type: operation, operations: [write], message: read only}
                  - {name: unknowns, type: operation, operations: [unknown], message: who knows}
                """)) {
            assertThat(word(sidecar, method.strip(), new byte[0])).isEqualTo(expected.strip());
        }
    }

    @Test
    void anOperationMayBeTheScopeOfAnotherRule() throws Exception {
        try (TestSidecar sidecar = sidecar("grpc: {descriptors: ['%s'], capture_payload: true}\n", """
                rules:
                  - {name: words, type: deny_words_list, words: [secret], operations: [read], message: not this}
                """)) {
            assertThat(word(sidecar, "contract.Statements/DeleteNothing", Grpc.text("a secret")))
                    .isEqualTo("PERMISSION_DENIED: not this");
            assertThat(word(sidecar, "contract.Statements/Run", Grpc.text("a secret")))
                    .isEqualTo("OK");
        }
    }

    @Test
    void aWordInTheMessageIsDenied() throws Exception {
        try (TestSidecar sidecar = sidecar("grpc: {descriptors: ['%s'], capture_payload: true}\n", """
                rules:
                  - {name: words, type: deny_words_list, words: [secret], message: not this}
                """)) {
            assertThat(word(sidecar, "contract.Statements/Run", Grpc.text("the SECRET word")))
                    .isEqualTo("PERMISSION_DENIED: not this");
            assertThat(word(sidecar, "contract.Statements/Run", Grpc.text("the word")))
                    .isEqualTo("OK");
        }
    }

    @Test
    void aMethodIsKnownByItsPathInAnyCaseAndByGlobs() throws Exception {
        try (TestSidecar sidecar = sidecar("", """
                rules:
                  - {name: one, type: grpc_method, methods: ["/shop.*/Purge*", "**/Drop"], message: no}
                """)) {
            assertThat(word(sidecar, "shop.Orders/PurgeAll", new byte[0])).isEqualTo("PERMISSION_DENIED: no");
            assertThat(word(sidecar, "SHOP.orders/purgeall", new byte[0])).isEqualTo("PERMISSION_DENIED: no");
            assertThat(word(sidecar, "any.Thing/Drop", new byte[0])).isEqualTo("PERMISSION_DENIED: no");
            assertThat(word(sidecar, "shop.Orders/Unpurge", new byte[0])).isEqualTo("OK");
        }
    }

    @Test
    void whereRulesObserveNothingIsDeniedAndEverythingIsRecorded() throws Exception {
        try (TestSidecar sidecar = sidecar(
                "grpc: {descriptors: ['%s'], capture_payload: true, max_payload_bytes: 1000}\n"
                        + "review: {approval_rule: approvers}\n",
                """
                mode: observe
                rules:
                  - {name: words, type: deny_words_list, words: [secret]}
                  - {name: ask, type: grpc_method, methods: ["**/DeleteNothing"], action: require_review}
                  - {name: hide, type: grpc_status, statuses: [NOT_FOUND]}
                """)) {
            assertThat(word(sidecar, "contract.Statements/Run", Grpc.text("a secret")))
                    .isEqualTo("OK");
            sidecar.audit().await("statement", line -> line.toString().contains("would_deny"));
            assertThat(word(sidecar, "contract.Statements/DeleteNothing", Grpc.text("x")))
                    .isEqualTo("OK");
            assertThat(word(sidecar, "contract.Statements/Run", "fail:NOT_FOUND".getBytes(StandardCharsets.US_ASCII)))
                    .as("a message that is none, and a status that a rule would withhold")
                    .isEqualTo("NOT_FOUND: as asked");
            assertThat(word(sidecar, "other.Service/Get", new byte[5])).isEqualTo("OK");
            assertThat(word(sidecar, "contract.Statements/Run", Grpc.text("x".repeat(100_000))))
                    .isEqualTo("OK");
            assertThat(sidecar.plane().reviews().all()).isEmpty();
        }
    }

    @Test
    void whereNothingReadsMessagesAnythingPasses() throws Exception {
        try (TestSidecar sidecar =
                sidecar("grpc: {descriptors: ['%s'], capture_payload: true, max_payload_bytes: 1000}\n", """
                rules:
                  - {name: one, type: grpc_method, methods: ["/shop.*/Purge*"]}
                """)) {
            assertThat(word(sidecar, "contract.Statements/Run", Grpc.text("x".repeat(300_000))))
                    .isEqualTo("OK");
            assertThat(word(sidecar, "other.Service/Get", new byte[5])).isEqualTo("OK");
            try (GrpcClient client = GrpcClient.connect(sidecar.address("calls"))) {
                GrpcClient.Running call =
                        client.begin("other.Service/Get", new Metadata(), CallOptions.DEFAULT.withCompression("gzip"));
                assertThat(call.send("a".repeat(5_000))
                                .send("b")
                                .halfClose()
                                .end()
                                .status())
                        .isEqualTo(Status.OK);
                assertThat(call.messages()).containsExactly("a".repeat(5_000), "b");
            }
        }
    }
}
