package dev.hoop.proto.http.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hoop.core.relay.KeyFiles;
import dev.hoop.review.Denial;
import dev.hoop.review.ReviewDenials;
import dev.hoop.testkit.http.RawHttpUpstream;
import dev.hoop.testkit.http.RawMessage;
import dev.hoop.testkit.tls.TestAuthority;
import dev.hoop.testkit.tls.TestIdentity;
import dev.hoop.testkit.wire.WireJournal;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The clients that people use, over HTTP/2. */
class Http2RealClientsTest {

    @TempDir
    private Path directory;

    private final TestAuthority authority = TestAuthority.create();
    private RawHttpUpstream upstream;

    @BeforeEach
    void start() {
        upstream = RawHttpUpstream.answering(new WireJournal(), Http2RealClientsTest::echo);
    }

    private static byte[] echo(RawMessage request) {
        return RawHttpUpstream.response(200, request.startLine() + " [" + request.body() + "]");
    }

    @AfterEach
    void stop() {
        upstream.close();
    }

    @Test
    void theJdksClientOverTls() throws Exception {
        try (SidecarFixture sidecar =
                SidecarFixture.with(ScriptedGate.open()).tls(identity()).start(upstream)) {
            HttpClient h2 = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_2)
                    .sslContext(authority.trusting())
                    .build();
            List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                HttpRequest request = HttpRequest.newBuilder(https(sidecar, "/r" + i))
                        .POST(BodyPublishers.ofString("body " + i))
                        .build();
                answers.add(h2.sendAsync(request, BodyHandlers.ofString()));
            }
            for (int i = 0; i < 50; i++) {
                HttpResponse<String> answer = answers.get(i).get(30, TimeUnit.SECONDS);
                assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
                assertThat(answer.body()).isEqualTo("POST /r" + i + " HTTP/1.1 [body " + i + "]");
            }
            HttpClient http1 = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .sslContext(authority.trusting())
                    .build();
            HttpResponse<String> answer =
                    http1.send(HttpRequest.newBuilder(https(sidecar, "/1")).build(), BodyHandlers.ofString());
            assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
            assertThat(answer.body()).isEqualTo("GET /1 HTTP/1.1 []");
        }
    }

    @Test
    void curl() throws Exception {
        assumeTrue(run("curl", "--version").contains("HTTP2"), "curl with HTTP/2 is not installed");
        Denial pending = new ReviewDenials("statement held", false).pending(ScriptedGate.REVIEW);
        try (SidecarFixture open = SidecarFixture.with(ScriptedGate.open()).start(upstream);
                SidecarFixture closed =
                        SidecarFixture.with(ScriptedGate.denying(pending)).start(upstream);
                SidecarFixture tls =
                        SidecarFixture.with(ScriptedGate.open()).tls(identity()).start(upstream)) {
            assertThat(run("curl", "-sS", "--http2-prior-knowledge", "-d", "b", "" + open.uri("/x")))
                    .isEqualTo("POST /x HTTP/1.1 [b]");
            assertThat(run("curl", "-sSi", "--http2-prior-knowledge", "-d", "x", "" + closed.uri("/p")))
                    .startsWith("HTTP/2 403 ")
                    .contains("x-hoop-review-status: PENDING")
                    .endsWith("(review r-1)");
            assertThat(run(
                            "curl",
                            "-sS",
                            "--cacert",
                            "" + directory.resolve("ca.pem"),
                            "-w",
                            " over %{http_version}",
                            "" + https(tls, "/z")))
                    .isEqualTo("GET /z HTTP/1.1 [] over 2");
        }
    }

    @Test
    void h2load() throws Exception {
        assumeTrue(run("h2load", "--version").contains("nghttp2"), "h2load is not installed");
        try (SidecarFixture sidecar = SidecarFixture.with(ScriptedGate.open()).start(upstream)) {
            assertThat(run("h2load", "-n", "2000", "-c", "4", "-m", "50", "" + sidecar.uri("/load")))
                    .contains("2000 succeeded, 0 failed, 0 errored, 0 timeout");
        }
    }

    private KeyFiles identity() {
        TestIdentity identity = authority.issueForLoopback();
        authority.root().writeCertificate(directory.resolve("ca.pem"));
        return new KeyFiles(
                identity.writeCertificate(directory.resolve("cert.pem")),
                identity.writeKey(directory.resolve("key.pem")));
    }

    private static URI https(SidecarFixture sidecar, String path) {
        return URI.create("https://127.0.0.1:" + sidecar.address().getPort() + path);
    }

    /** What a program prints; nothing where it is not installed. */
    private static String run(String... command) throws InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            try (var out = process.getInputStream()) {
                return new String(out.readAllBytes(), StandardCharsets.ISO_8859_1);
            } finally {
                if (!process.waitFor(30, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            }
        } catch (IOException e) {
            return "";
        }
    }
}
