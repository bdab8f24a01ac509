package dev.hoop.sidecar.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hoop.core.relay.Address;
import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.plane.ScriptedControlPlane;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class RunIT {

    @TempDir
    private Path directory;

    private final Http http = new Http();

    @RegisterExtension
    private final CountingUpstream upstream = new CountingUpstream();

    private Path config(String top) throws Exception {
        return Files.writeString(directory.resolve("config.yaml"), top + """

                        admin: {listen: 127.0.0.1:0}
                        listeners:
                          - name: billing-api
                            protocol: http
                            listen: 127.0.0.1:0
                            upstream: 127.0.0.1:%d
                            guardrails:
                              rules: [{name: no-traces, type: operation, operations: [TRACE], message: no traces}]
                        """.formatted(upstream.port()));
    }

    @Test
    void servesWithoutAPlaneAndTellsHowItGoes() throws Exception {
        config("");
        try (HoopProcess hoop = HoopProcess.start(directory, "--config", "config.yaml")) {
            String listener = "http://" + hoop.logged("listener.bound", "address");
            String admin = "http://" + hoop.logged("admin.bound", "address");

            assertThat(http.send("GET", listener + "/a").body()).isEqualTo("done");
            assertThat(http.send("TRACE", listener + "/a").body()).isEqualTo("no traces");

            assertThat(http.send("GET", admin + "/healthz").statusCode()).isEqualTo(200);
            assertThat(http.send("GET", admin + "/readyz").statusCode()).isEqualTo(200);
            JsonNode stats =
                    new JsonMapper().readTree(http.send("GET", admin + "/stats").body());
            JsonNode one = stats.path("listeners").get(0);
            assertThat("http://" + one.path("address").asText()).isEqualTo(listener);
            assertThat(one.path("statements").path("forwarded").asInt()).isEqualTo(1);
            assertThat(one.path("statements")
                            .path("denied_by_rule")
                            .path("no-traces")
                            .asInt())
                    .isEqualTo(1);
            assertThat(http.send("GET", admin + "/metrics").body())
                    .contains("hoop_statements_total{listener=\"billing-api\",outcome=\"forwarded\"} 1.0")
                    .contains("hoop_denied_total{listener=\"billing-api\",rule=\"no-traces\"} 1.0");
            assertThat(http.send("GET", admin + "/config").body()).contains("\"name\":\"billing-api\"");
            JsonNode last = new JsonMapper()
                    .readTree(http.send("GET", admin + "/events?limit=1000").body());
            List<String> audited = new ArrayList<>(hoop.out().lines().toList());
            Collections.reverse(audited);
            assertThat(last.path("events")).map(JsonNode::toString).containsExactlyElementsOf(audited);
            assertThat(last.path("events"))
                    .anyMatch(event -> event.path("rule").asText().equals("no-traces"));
            assertThat(http.send("GET", admin + "/events?limit=0").statusCode()).isEqualTo(400);
            assertThat(statusLine(admin, "pages.example")).contains(" 403 ");
            assertThat(statusLine(admin, "localhost:19000")).contains(" 200 ");

            hoop.terminate();
            assertThat(hoop.awaitExit()).isZero();
            // Standard output is the audit trail's alone, and standard error the log's.
            assertThat(hoop.out().lines()).allMatch(line -> line.startsWith("{\"time\":"));
            assertThat(hoop.err().lines()).allMatch(line -> line.startsWith("time="));
        }
    }

    /** The platform's client names no host but the one that it connects to. */
    private static String statusLine(String url, String host) throws Exception {
        URI at = URI.create(url);
        try (Socket socket = new Socket(at.getHost(), at.getPort())) {
            socket.getOutputStream()
                    .write(("GET /events HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void finishesWhatIsInFlightWhenItIsAskedToEnd() throws Exception {
        config("");
        try (HoopProcess hoop = HoopProcess.start(directory, "run", "--config", "config.yaml")) {
            String listener = "http://" + hoop.logged("listener.bound", "address");
            String admin = "http://" + hoop.logged("admin.bound", "address");
            var slow = http.sendAsync("GET", listener + "/slow");
            Eventually.await(() -> upstream.requests.size() == 1, Eventually.SOON, "the request is at the upstream");

            hoop.terminate();
            Eventually.await(
                    () -> http.send("GET", admin + "/readyz").statusCode() == 503,
                    Eventually.SOON,
                    "it says that it is not ready");
            upstream.letGo.countDown();

            assertThat(slow.get().body()).isEqualTo("done");
            assertThat(hoop.awaitExit()).isZero();
        }
    }

    @Test
    void saysThatAFileWhichWasChangedIsNotWhatItRunsFrom() throws Exception {
        String top = "audit: {file: audit.jsonl}\n";
        try (ScriptedControlPlane plane = ScriptedControlPlane.start()) {
            Map<String, String> environment = Map.of(
                    "HOOP_CONTROL_PLANE_URL", plane.uri().toString(), "HOOP_SIDECAR_TOKEN", ScriptedControlPlane.TOKEN);
            config(top);
            for (int start = 1; start <= 2; start++) {
                try (HoopProcess hoop = HoopProcess.start(directory, environment, "--config", "config.yaml")) {
                    hoop.logged("listener.bound", "address");
                    assertThat(hoop.err())
                            .contains("event=configuration source=control_plane")
                            .doesNotContain("configuration.file_not_used");
                }
            }
            config(top + "log_level: debug\n");
            try (HoopProcess hoop = HoopProcess.start(directory, environment, "--config", "config.yaml")) {
                hoop.logged("listener.bound", "address");
                assertThat(hoop.err()).contains("level=warn").contains("event=configuration.file_not_used");
            }
        }
    }

    @Test
    void runsFromItsFileWhenThePlaneIsAway() throws Exception {
        config("audit: {file: audit.jsonl}");
        int nobody;
        try (ServerSocket once = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            nobody = once.getLocalPort();
        }
        Map<String, String> environment = Map.of(
                "HOOP_SIDECAR_CONFIG", "config.yaml",
                "HOOP_CONTROL_PLANE_URL", "http://127.0.0.1:" + nobody,
                "HOOP_SIDECAR_TOKEN", "0123456789abcdefghijklmnopqrstuvwxyz");
        try (HoopProcess hoop = HoopProcess.start(directory, environment, "run")) {
            String listener = "http://" + hoop.logged("listener.bound", "address");
            assertThat(http.send("GET", listener + "/a").body()).isEqualTo("done");
            String admin = "http://" + hoop.logged("admin.bound", "address");
            assertThat(http.send("GET", admin + "/stats").body()).contains("\"reachable\":false");
            assertThat(hoop.err() + hoop.out()).doesNotContain("0123456789abcdef");
        }
    }

    @Test
    void saysInWordsWhyItCannotStart() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            Files.writeString(directory.resolve("taken.yaml"), """
                    listeners:
                      - {name: billing-api, protocol: http, listen: '127.0.0.1:%d', upstream: '127.0.0.1:1'}
                    """.formatted(taken.getLocalPort()));
            HoopProcess hoop = HoopProcess.run(directory, "run", "--config", "taken.yaml");
            assertThat(hoop.awaitExit()).isEqualTo(1);
            assertThat(hoop.err())
                    .isEqualTo("hoop: listener billing-api: cannot listen on 127.0.0.1:" + taken.getLocalPort()
                            + ": the address is in use; stop what listens there, or choose another port (0 takes a free"
                            + " one)" + System.lineSeparator());
        }
        Files.writeString(directory.resolve("wrong.yaml"), """
                listeners:
                  - {name: billing-api, protocol: htpp, listen: 127.0.0.1, upstream: '127.0.0.1:1'}
                """);
        HoopProcess wrong = HoopProcess.run(directory, "validate", "--config", "wrong.yaml");
        assertThat(wrong.awaitExit()).isEqualTo(1);
        assertThat(wrong.err())
                .contains("2 problems", "wrong.yaml:2:", "did you mean `http`?")
                .doesNotContain("\tat ");
        assertThat(HoopProcess.run(directory, "run", "--config", "wrong.yaml", "-v")
                        .err())
                .contains("\tat ");
        assertThat(HoopProcess.run(directory, "run", "--config", "none.yaml").err())
                .contains("none.yaml")
                .contains("there is no such file");
    }

    @Test
    void pausesAcceptingWhenDescriptorsRunOutAndGoesOn() throws Exception {
        config("");
        try (HoopProcess hoop = HoopProcess.startWithDescriptors(80, directory, "run", "--config", "config.yaml")) {
            Address.Tcp listener = Address.tcp(hoop.logged("listener.bound", "address"));
            List<Socket> clients = new ArrayList<>();
            try {
                for (int i = 0; i < 120; i++) {
                    clients.add(new Socket(listener.host(), listener.port()));
                }
                hoop.awaitErr("event=listener.accept_failed");
            } finally {
                for (Socket client : clients) {
                    client.close();
                }
            }
            assertThat(http.send("GET", "http://" + listener + "/a").body()).isEqualTo("done");
            // Once a second while it lasted, not once for each that waited.
            assertThat(hoop.err().lines().filter(line -> line.contains("accept_failed")))
                    .hasSizeLessThan(60);
        }
    }

    @Test
    void validatesWithoutTouchingAnything() throws Exception {
        config("audit: {file: audit.jsonl}");
        HoopProcess hoop = HoopProcess.run(directory, "validate", "--config", "config.yaml");

        assertThat(hoop.awaitExit()).isZero();
        assertThat(hoop.out()).contains("config.yaml is valid: 1 listener", "billing-api", "1 rule, enforce");
        assertThat(directory.resolve("audit.jsonl")).doesNotExist();
    }

    @Test
    void usageIsExitCodeTwo() {
        assertThat(HoopProcess.run(directory).awaitExit()).isEqualTo(2);
        assertThat(HoopProcess.run(directory, "rnu").awaitExit()).isEqualTo(2);
        assertThat(HoopProcess.run(directory, "validate", "--cofnig", "x").awaitExit())
                .isEqualTo(2);
        HoopProcess help = HoopProcess.run(directory, "--help");
        assertThat(help.awaitExit()).isZero();
        assertThat(help.out()).contains("run", "validate", "control-plane", "dev", "demo", "reviews");
    }

    @Test
    void aPlaneDoesNotStartWithARuleThatNobodyCanSatisfy() throws Exception {
        Files.writeString(directory.resolve("control-plane.yaml"), """
                listen: 127.0.0.1:0
                database: {url: "jdbc:sqlite:plane.db"}
                approval_rules:
                  - {name: billing-approvers, reviewers_groups: [biling]}
                users: [{email: ana@example.com, name: Ana, groups: [billing]}]
                """);
        HoopProcess plane = HoopProcess.run(directory, "control-plane", "--config", "control-plane.yaml");

        assertThat(plane.awaitExit()).as(plane::toString).isEqualTo(1);
        assertThat(plane.err())
                .contains(
                        "hoop: the configuration has a problem:",
                        "control-plane.yaml:4:5: approval rule `billing-approvers`: nobody could satisfy the rule",
                        "in biling there is nobody; add users to the groups")
                .doesNotContain("\tat ");
    }

    @Test
    void planeAndSidecarAsProcessesOfTheirOwn() throws Exception {
        String sidecarToken = "sidecar-0123456789abcdefghijklmnopqrst";
        String anaToken = "ana-0123456789abcdefghijklmnopqrstuvwx";
        secret("payments.token", sidecarToken);
        secret("ana.token", anaToken);
        Files.writeString(directory.resolve("control-plane.yaml"), """
                listen: 127.0.0.1:0
                database: {url: "jdbc:sqlite:plane.db"}
                approval_rules: [{name: billing-approvers, reviewers_groups: [billing]}]
                users: [{email: ana@example.com, name: Ana, groups: [billing], token_file: ana.token}]
                sidecars: [{name: payments, token_file: payments.token}]
                """);
        Files.writeString(directory.resolve("config.yaml"), """
                audit: {file: audit.jsonl}
                listeners:
                  - name: billing-api
                    protocol: http
                    listen: 127.0.0.1:0
                    upstream: 127.0.0.1:%d
                    guardrails:
                      rules: [{name: deletions, type: operation, operations: [DELETE], action: require_review}]
                    review: {approval_rule: billing-approvers}
                """.formatted(upstream.port()));
        try (HoopProcess plane = HoopProcess.start(directory, "control-plane", "--config", "control-plane.yaml")) {
            String url = plane.logged("plane.started", "url");
            try (HoopProcess sidecar = HoopProcess.start(
                    directory,
                    Map.of("HOOP_CONTROL_PLANE_URL", url),
                    "run",
                    "--config",
                    "config.yaml",
                    "--token-file",
                    "payments.token")) {
                String listener = "http://" + sidecar.logged("listener.bound", "address");
                var held = http.sendAsync("DELETE", listener + "/invoices/7");
                String id = Eventually.value(() -> pending(url, anaToken), HoopProcess.STARTED, "it is filed");
                assertThat(held).isNotDone();

                try (HoopProcess approving = HoopProcess.start(
                        directory, Map.of("HOOP_URL", url, "HOOP_TOKEN", anaToken), "reviews", "approve", id)) {
                    assertThat(approving.awaitExit()).isZero();
                }

                assertThat(held.get().statusCode()).isEqualTo(200);
                assertThat(held.get().headers().firstValue("X-Hoop-Approved-By"))
                        .contains("Ana");

                var interrupted = http.sendAsync("DELETE", listener + "/invoices/8");
                Eventually.value(() -> pending(url, anaToken), HoopProcess.STARTED, "it is filed, too");
                sidecar.terminate();
                assertThat(interrupted.get().statusCode()).isEqualTo(403);
                assertThat(interrupted.get().body()).contains("the sidecar is shutting down");
                assertThat(sidecar.awaitExit()).isZero();
            }
            plane.terminate();
            assertThat(plane.awaitExit()).isZero();
        }
        assertThat(upstream.requests).containsExactly("DELETE /invoices/7");
    }

    private Optional<String> pending(String url, String token) {
        String body = http.send("GET", url + "/api/reviews?status=PENDING", "Authorization", "Bearer " + token)
                .body();
        try {
            JsonNode first = new JsonMapper().readTree(body).path("reviews").path(0);
            return first.isMissingNode()
                    ? Optional.empty()
                    : Optional.of(first.path("id").asText());
        } catch (JsonProcessingException e) {
            throw new AssertionError(body, e);
        }
    }

    private void secret(String name, String text) throws Exception {
        Path file = directory.resolve(name);
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, java.nio.file.attribute.PosixFilePermissions.fromString("rw-------"));
    }
}
