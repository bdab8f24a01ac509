package dev.hoop.proto.grpc.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testkit.sidecar.TestSidecar;
import io.grpc.Server;
import io.grpc.ServerInterceptors;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.testing.integration.TestServiceImpl;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each case as a process of the suite's own client, first straight at the suite's service, then through a sidecar. */
class InteropTest {

    private static final ScheduledExecutorService TIMERS = Executors.newSingleThreadScheduledExecutor();
    private static Server server;
    private static TestSidecar sidecar;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws Exception {
        server = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                .addService(ServerInterceptors.intercept(new TestServiceImpl(TIMERS), TestServiceImpl.interceptors()))
                .build()
                .start();
        sidecar = TestSidecar.start("""
                listeners:
                  - name: calls
                    protocol: grpc
                    listen: 127.0.0.1:0
                    upstream: 127.0.0.1:%d
                    guardrails:
                      rules:
                        - {name: never, type: grpc_method, methods: ["/never.Called/*"]}
                """.formatted(server.getPort()));
    }

    @AfterAll
    static void stop() throws Exception {
        sidecar.close();
        server.shutdownNow();
        server.awaitTermination(5, TimeUnit.SECONDS);
        TIMERS.shutdownNow();
    }

    private String run(String name, int port) throws Exception {
        Path printed = Files.createTempFile(folder, "printed", ".txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.grpc.testing.integration.TestServiceClient",
                        "--server_host=127.0.0.1",
                        "--server_port=" + port,
                        "--use_tls=false",
                        "--test_case=" + name)
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        try {
            boolean ended = process.waitFor(90, TimeUnit.SECONDS);
            return ended && process.exitValue() == 0 ? "passes" : "fails: " + Files.readString(printed);
        } finally {
            process.destroyForcibly();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "empty_unary",
                "large_unary",
                "client_streaming",
                "server_streaming",
                "ping_pong",
                "empty_stream",
                "server_compressed_unary",
                "server_compressed_streaming",
                "custom_metadata",
                "status_code_and_message",
                "special_status_message",
                "unimplemented_method",
                "unimplemented_service",
                "cancel_after_begin",
                "cancel_after_first_response",
                "timeout_on_sleeping_server"
            })
    void aCasePassesThroughASidecarToo(String name) throws Exception {
        assertThat(run(name, server.getPort())).as("straight").isEqualTo("passes");
        assertThat(run(name, sidecar.address("calls").getPort())).as("through").isEqualTo("passes");
    }
}
