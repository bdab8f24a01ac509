package dev.hoop.proto.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.sidecar.TestSidecar;
import io.grpc.Status;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client and the server of Node, which the profile {@code peers} fetches; skipped without it. */
class NodeGrpcTest {

    private static final String PEERS = System.getProperty("peers", "");

    @TempDir
    private Path folder;

    @BeforeEach
    void onlyWithThePeers() {
        assumeTrue(!PEERS.isEmpty(), "the profile peers is not on");
    }

    private Process node(Path printed, String name, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of("node", "--no-deprecation", Path.of(PEERS, name).toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
    }

    /** What the client's program prints. */
    private List<String> run(String hostAndPort) throws IOException, InterruptedException {
        Path printed = Files.createTempFile(folder, "printed", ".txt");
        Process process = node(printed, "grpc-js.js", hostAndPort);
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("node ends").isTrue();
        } finally {
            process.destroyForcibly();
        }
        List<String> lines = Files.readAllLines(printed);
        assertThat(process.exitValue()).as("%s", lines).isZero();
        return lines;
    }

    private static TestSidecar sidecar(String upstream) {
        return TestSidecar.start(Sidecars.yaml(upstream, """
                guardrails:
                  rules:
                    - {name: no, type: grpc_method, methods: ["billing.Invoices/Delete*"], message: never}
                """));
    }

    private void hearsTheSame(String upstream, String through) throws Exception {
        List<String> direct = run(upstream);
        List<String> proxied = run(through);

        assertThat(direct).contains("remove ok all", "large ok").hasSize(9);
        assertThat(proxied.get(1)).isEqualTo("remove 7 never policy");
        assertThat(proxied)
                .hasSameSizeAs(direct)
                .filteredOn(line -> !line.startsWith("remove"))
                .containsExactlyElementsOf(direct.stream()
                        .filter(line -> !line.startsWith("remove"))
                        .toList());
    }

    @Test
    void aProgramHearsTheSameFromAServerInJavaButForWhatIsDenied() throws Exception {
        try (EchoServer upstream = EchoServer.start();
                TestSidecar sidecar = sidecar(upstream.hostAndPort())) {
            hearsTheSame(upstream.hostAndPort(), sidecar.hostAndPort("calls"));
        }
    }

    @Test
    void aProgramHearsTheSameFromAServerInNodeButForWhatIsDenied() throws Exception {
        Path printed = Files.createTempFile(folder, "server", ".txt");
        Process server = node(printed, "grpc-js-server.js");
        try {
            String upstream = Eventually.value(() -> port(printed), Eventually.SOON, "the server's port");
            try (TestSidecar sidecar = sidecar(upstream);
                    GrpcClient java = GrpcClient.connect(sidecar.address("calls"))) {
                hearsTheSame(upstream, sidecar.hostAndPort("calls"));

                GrpcClient.End end = java.unary(
                                "billing.Invoices/Get", "fail:ABORTED", GrpcClient.metadata("x-team", "blue"))
                        .end();
                assertThat(end.status().getCode()).isEqualTo(Status.Code.ABORTED);
                assertThat(end.status().getDescription()).isEqualTo("as asked");
                assertThat(end.trailer("trailing-x-team")).isEqualTo("blue");
            }
        } finally {
            server.destroyForcibly();
        }
    }

    private static Optional<String> port(Path printed) {
        try {
            return Files.readAllLines(printed).stream()
                    .filter(line -> line.startsWith("port "))
                    .map(line -> "127.0.0.1:" + line.substring(5))
                    .findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
