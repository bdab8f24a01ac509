package dev.hoop.proto.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hoop.testkit.sidecar.TestSidecar;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client of Node, which the profile {@code grpc-js} fetches; skipped without it. */
class NodeGrpcTest {

    @TempDir
    private Path folder;

    private List<String> run(String hostAndPort) throws IOException, InterruptedException {
        Path script = folder.resolve("grpc-js.js");
        try (InputStream source =
                Objects.requireNonNull(NodeGrpcTest.class.getResourceAsStream("grpc-js.js"), "the script")) {
            Files.write(script, source.readAllBytes());
        }
        Path printed = Files.createTempFile(folder, "printed", ".txt");
        ProcessBuilder builder = new ProcessBuilder("node", "--no-deprecation", script.toString(), hostAndPort)
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile());
        builder.environment()
                .put(
                        "NODE_PATH",
                        Path.of(System.getProperty("grpc.peers", ""), "node_modules")
                                .toString());
        Process process = builder.start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("node ends").isTrue();
        } finally {
            process.destroyForcibly();
        }
        List<String> lines = Files.readAllLines(printed);
        assertThat(process.exitValue()).as("%s", lines).isZero();
        return lines;
    }

    @Test
    void aProgramHearsTheSameButForWhatIsDenied() throws Exception {
        assumeTrue(!System.getProperty("grpc.peers", "").isEmpty(), "the profile grpc-js is not on");
        try (EchoServer upstream = EchoServer.start();
                TestSidecar sidecar = TestSidecar.start(Sidecars.yaml(upstream.hostAndPort(), """
                        guardrails:
                          rules:
                            - {name: no, type: grpc_method, methods: ["billing.Invoices/Delete*"], message: never}
                        """))) {
            List<String> direct = run(upstream.hostAndPort());
            List<String> through = run(sidecar.hostAndPort("calls"));

            assertThat(direct).contains("remove ok all").hasSize(7);
            assertThat(through.get(1)).isEqualTo("remove 7 never policy");
            assertThat(through)
                    .hasSameSizeAs(direct)
                    .filteredOn(line -> !line.startsWith("remove"))
                    .containsExactlyElementsOf(direct.stream()
                            .filter(line -> !line.startsWith("remove"))
                            .toList());
        }
    }
}
