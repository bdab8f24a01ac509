package dev.hoop.sidecar.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.testbase.Eventually;
import io.grpc.Status;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The runnable jar between a real client and a real server, and its commands about descriptors. */
class GrpcIT {

    @TempDir
    private Path directory;

    private void config(String upstream, String more) throws Exception {
        Files.writeString(directory.resolve("config.yaml"), """
                listeners:
                  - name: calls
                    protocol: grpc
                    listen: 127.0.0.1:0
                    upstream: %s
                """.formatted(upstream) + more.indent(4));
    }

    @Test
    void discoversWhatAServerTellsAndDescribesIt() throws Exception {
        try (RpcServer server =
                new RpcServer(ProtoReflectionServiceV1.newInstance(), new HealthStatusManager().getHealthService())) {
            config(server.hostAndPort(), "grpc: {descriptors: [set.binpb], capture_payload: true}\n");
            HoopProcess discover = HoopProcess.run(
                    directory, "grpc", "discover", "--upstream", server.hostAndPort(), "--out", "set.binpb");
            assertThat(discover.awaitExit()).as(discover::toString).isZero();
            assertThat(discover.out()).contains("bytes to set.binpb; name it in grpc.descriptors");

            HoopProcess describe = HoopProcess.run(directory, "grpc", "describe", "--config", "config.yaml", "calls");
            assertThat(describe.awaitExit()).as(describe::toString).isZero();
            assertThat(describe.out()).contains("""
                    /grpc.health.v1.Health/Watch
                      operation  read
                      request    grpc.health.v1.HealthCheckRequest
                      response   stream grpc.health.v1.HealthCheckResponse
                    """);
            HoopProcess none = HoopProcess.run(directory, "grpc", "describe", "--config", "config.yaml", "nobody");
            assertThat(none.awaitExit()).isEqualTo(1);
            assertThat(none.err()).contains("there is no listener nobody in config.yaml");
        }
    }

    @Test
    void aCallThatIsHeldHearsWhoDecided() throws Exception {
        try (RpcServer server = new RpcServer()) {
            config(server.hostAndPort(), """
                    guardrails:
                      rules: [{name: ask, type: grpc_method, methods: ["any.Service/Purge"], action: require_review}]
                    review: {approval_rule: billing-approvers}
                    """);
            try (HoopProcess dev = HoopProcess.dev(directory, "config.yaml")) {
                JsonNode summary = dev.awaitSummary(directory.resolve("data"));
                try (RpcClient client = new RpcClient(
                        summary.path("listeners").get(0).path("address").asText())) {
                    RpcClient.Running call =
                            client.begin("any.Service/Purge").send("1").halfClose();
                    decide(summary, "approve");
                    assertThat(call.end()).isEqualTo(Status.OK);
                    assertThat(call.trailer("x-hoop-approved-by")).contains("reviewer");

                    call = client.begin("any.Service/Purge").send("2").halfClose();
                    decide(summary, "reject");
                    assertThat(call.end().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
                    assertThat(call.trailer("x-hoop-review-status")).contains("REJECTED");
                    assertThat(call.trailer("x-hoop-decided-by")).contains("reviewer");
                }
            }
        }
    }

    /** Decides about the one review that waits, once it does. */
    private void decide(JsonNode summary, String decision) {
        String id = Eventually.value(
                () -> reviews(summary, "list", "--status", "PENDING", "--json")
                        .lines()
                        .map(GrpcIT::reviewId)
                        .flatMap(Optional::stream)
                        .findFirst(),
                HoopProcess.STARTED,
                "a review that waits");
        reviews(summary, decision, id, "--reason", "because");
    }

    private static Optional<String> reviewId(String json) {
        Matcher id = Pattern.compile("\"id\"\\s*:\\s*\"([^\"]+)\"").matcher(json);
        return id.find() ? Optional.of(id.group(1)) : Optional.empty();
    }

    private String reviews(JsonNode summary, String... arguments) {
        HoopProcess reviews = HoopProcess.reviews(directory, summary, arguments);
        assertThat(reviews.awaitExit()).as(reviews::toString).isZero();
        return reviews.out();
    }

    @Test
    void saysWhyItCannotDiscover() {
        try (RpcServer server = new RpcServer(new HealthStatusManager().getHealthService())) {
            HoopProcess discover = HoopProcess.run(
                    directory, "grpc", "discover", "--upstream", server.hostAndPort(), "--out", "set.binpb");
            assertThat(discover.awaitExit()).isEqualTo(1);
            assertThat(discover.err()).contains("the server has no reflection service; enable it there");
            assertThat(directory.resolve("set.binpb")).doesNotExist();
        }
    }

    @Test
    void finishesWhatIsInFlightAndRefusesWhatFollowsWhenItIsAskedToEnd() throws Exception {
        try (RpcServer server = new RpcServer()) {
            config(server.hostAndPort(), "");
            try (HoopProcess hoop = HoopProcess.start(directory, "run", "--config", "config.yaml");
                    RpcClient client = new RpcClient(hoop.logged("listener.bound", "address"))) {
                RpcClient.Running call = client.begin("any.Service/Talk").send("1");
                Eventually.await(() -> call.messages().size() == 1, Eventually.SOON, "the first answer");

                hoop.terminate();
                Eventually.await(
                        () -> client.unary("any.Service/Get", "x").getCode() == Status.Code.UNAVAILABLE,
                        Eventually.SOON,
                        "it takes no more calls");

                assertThat(call.send("2").halfClose().end()).isEqualTo(Status.OK);
                assertThat(call.messages()).containsExactly("1", "2");
                assertThat(hoop.awaitExit()).isZero();
            }
        }
    }

    @Test
    void aCallHearsOfTheSidecarsDeathAndTheServerToo() throws Exception {
        try (RpcServer server = new RpcServer()) {
            config(server.hostAndPort(), "");
            try (HoopProcess hoop = HoopProcess.start(directory, "run", "--config", "config.yaml");
                    RpcClient client = new RpcClient(hoop.logged("listener.bound", "address"))) {
                RpcClient.Running call = client.begin("any.Service/Talk").send("1");
                Eventually.await(() -> call.messages().size() == 1, Eventually.SOON, "the first answer");

                hoop.kill();

                assertThat(call.end().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
                Eventually.await(() -> server.cancelled().size() == 1, Eventually.SOON, "the server's end of the call");
            }
        }
    }
}
