package dev.hoop.proto.http.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hoop.review.Denial;
import dev.hoop.review.ReviewDenials;
import dev.hoop.testkit.http.RawHttpUpstream;
import dev.hoop.testkit.http.RawMessage;
import dev.hoop.testkit.wire.WireJournal;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The clients that people use. */
class RealClientsTest {

    private final HttpClient jdk =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private RawHttpUpstream upstream;

    @BeforeEach
    void start() {
        upstream = RawHttpUpstream.answering(new WireJournal(), RealClientsTest::echo);
    }

    private static byte[] echo(RawMessage request) {
        return RawHttpUpstream.response(200, request.startLine() + " [" + request.body() + "]");
    }

    @AfterEach
    void stop() {
        upstream.close();
    }

    @Test
    void theJdksClient() throws Exception {
        try (SidecarFixture sidecar = SidecarFixture.with(ScriptedGate.open()).start(upstream)) {
            assertThat(send(HttpRequest.newBuilder(sidecar.uri("/a?b=c")).build())
                            .body())
                    .isEqualTo("GET /a?b=c HTTP/1.1 []");
            assertThat(send(HttpRequest.newBuilder(sidecar.uri("/up"))
                                    .POST(BodyPublishers.ofString("body"))
                                    .build())
                            .body())
                    .isEqualTo("POST /up HTTP/1.1 [body]");
            assertThat(send(HttpRequest.newBuilder(sidecar.uri("/chunks"))
                                    .PUT(BodyPublishers.fromPublisher(BodyPublishers.ofString("of unknown length")))
                                    .build())
                            .body())
                    .isEqualTo("PUT /chunks HTTP/1.1 [of unknown length]");
        }
    }

    @Test
    void theJdksClientWithAHeldRequest() throws Exception {
        ScriptedGate gate = ScriptedGate.byHand();
        try (SidecarFixture sidecar = SidecarFixture.with(gate).start(upstream)) {
            CompletableFuture<HttpResponse<String>> answer = jdk.sendAsync(
                    HttpRequest.newBuilder(sidecar.uri("/up"))
                            .expectContinue(true)
                            .POST(BodyPublishers.ofString("body"))
                            .build(),
                    BodyHandlers.ofString());
            ScriptedGate.Asked asked = gate.next().hold();
            assertThat(asked.payload()).isEqualTo("POST /up\n\nbody");
            assertThat(upstream.requests()).isEmpty();
            asked.approve("Ana");
            HttpResponse<String> response = answer.get(30, TimeUnit.SECONDS);
            assertThat(response.body()).isEqualTo("POST /up HTTP/1.1 [body]");
            assertThat(response.headers().firstValue("X-Hoop-Approved-By")).contains("Ana");
            assertThat(gate.completions()).containsExactly("r-1 200");
        }
    }

    @Test
    void curl() throws Exception {
        assumeTrue(onPath("curl"), "curl is not installed");
        Denial pending = new ReviewDenials("statement held", false).pending(ScriptedGate.REVIEW);
        try (SidecarFixture open = SidecarFixture.with(ScriptedGate.open()).start(upstream);
                SidecarFixture closed =
                        SidecarFixture.with(ScriptedGate.denying(pending)).start(upstream)) {
            assertThat(run(
                            "curl",
                            "-sS",
                            "--http1.1",
                            open.uri("/x").toString(),
                            open.uri("/y").toString()))
                    .isEqualTo("GET /x HTTP/1.1 []GET /y HTTP/1.1 []");
            assertThat(run(
                            "curl",
                            "-sS",
                            "-H",
                            "Expect: 100-continue",
                            "-d",
                            "posted",
                            open.uri("/p").toString()))
                    .isEqualTo("POST /p HTTP/1.1 [posted]");
            assertThat(run("curl", "-sSi", "-d", "x", closed.uri("/p").toString()))
                    .startsWith("HTTP/1.1 403 Forbidden\r\n")
                    .contains("X-Hoop-Review-Status: PENDING")
                    .endsWith("(review r-1)");
            assertThat(run("curl", "-sS", "--http2", open.uri("/h2c").toString()))
                    .as("offers h2c, which is not taken")
                    .isEqualTo("GET /h2c HTTP/1.1 []");
        }
    }

    /** It reads the text of a denial that knows nothing of Kubernetes. */
    @Test
    void kubectl(@TempDir Path directory) throws Exception {
        assumeTrue(onPath("kubectl", "version", "--client"), "kubectl is not installed");
        Denial pending = new ReviewDenials("statement held", false).pending(ScriptedGate.REVIEW);
        try (SidecarFixture closed =
                SidecarFixture.with(ScriptedGate.denying(pending)).start(upstream)) {
            for (String verb : List.of("get", "delete")) {
                String told = run(
                        "kubectl",
                        "--kubeconfig",
                        Files.writeString(directory.resolve("config"), "").toString(),
                        "--cache-dir",
                        directory.resolve("cache").toString(),
                        "--server",
                        closed.uri("").toString(),
                        verb,
                        "--raw",
                        "/api/v1/namespaces/default/pods/web");
                assertThat(told)
                        .startsWith("Error from server (Forbidden): ")
                        .contains("statement held: waiting for approval", "(review r-1)");
            }
        }
        assertThat(upstream.requests()).isEmpty();
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return jdk.send(request, BodyHandlers.ofString());
    }

    private static boolean onPath(String program) throws InterruptedException {
        return onPath(program, "--version");
    }

    private static boolean onPath(String... command) throws InterruptedException {
        try {
            return !run(command).isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    private static String run(String... command) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(command));
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        try (var out = process.getInputStream()) {
            return new String(out.readAllBytes(), StandardCharsets.ISO_8859_1);
        } finally {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
    }
}
