package dev.hoop.proto.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testkit.http.RawConnection;
import dev.hoop.testkit.http.RawHttpClient;
import dev.hoop.testkit.http.RawHttpUpstream;
import dev.hoop.testkit.http.RawMessage;
import dev.hoop.testkit.plane.ScriptedControlPlane;
import dev.hoop.testkit.tls.TestAuthority;
import dev.hoop.testkit.tls.TestIdentity;
import dev.hoop.testkit.wire.WireJournal;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HTTP/1.1 over TLS on both sides. */
class TlsTest {

    private static final String KEYS = """
            upstream_tls: {ca_file: '%s'}
            downstream_tls: {cert_file: '%s', key_file: '%s'}
            guardrails:
              rules:
                - {name: no-admin, type: http_resource, resources: [/admin/**], message: admin is closed}
            """;

    @TempDir
    private Path directory;

    private final TestAuthority authority = TestAuthority.create();
    private final ScriptedControlPlane plane = ScriptedControlPlane.start();
    private RawHttpUpstream upstream;
    private ConfiguredSidecar sidecar;
    private RawConnection client;

    @BeforeEach
    void start() throws Exception {
        TestIdentity server = authority.issueForLoopback();
        Path root = authority.root().writeCertificate(directory.resolve("ca.pem"));
        Path certificate = server.writeCertificate(directory.resolve("cert.pem"));
        Path key = server.writeKey(directory.resolve("key.pem"));
        upstream = RawHttpUpstream.startTls(new WireJournal(), authority.showing(server));
        sidecar = ConfiguredSidecar.start(directory, upstream, plane.service(), KEYS.formatted(root, certificate, key));
        client = RawHttpClient.connectTls(sidecar.address(), authority.trusting(), "127.0.0.1", "http/1.1");
    }

    @AfterEach
    void stop() {
        client.close();
        sidecar.close();
        upstream.close();
        plane.close();
    }

    @Test
    void requestsPassAndBothConnectionsAreKept() {
        RawConnection server = null;
        for (int i = 0; i < 3; i++) {
            client.send("POST /" + i + " HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc");
            server = server == null ? upstream.next() : server;
            RawMessage request = server.readRequest();
            assertThat(request.secondWord()).isEqualTo("/" + i);
            assertThat(request.body()).isEqualTo("abc");
            server.send("HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n" + "x".repeat(200_000));
            assertThat(client.readResponse().body()).hasSize(200_000);
        }
        assertThat(upstream.connections()).isEqualTo(1);
    }

    @Test
    void aDenialComesBeforeAnyConnection() {
        assertThat(client.get("/admin/x").readResponse().body()).isEqualTo("admin is closed");
        assertThat(client.get("/admin/y").readResponse().status()).isEqualTo(403);
        assertThat(upstream.connections()).isZero();
    }

    @Test
    void aRefusedClientReadsTheAnswerAndTheEnd() {
        client.send("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n" + "x".repeat(50_000));
        assertThat(client.readResponse().status()).isEqualTo(400);
        assertThat(client.readToEnd()).isEmpty();
    }

    @Test
    void anUpgradeIsTunnelled() {
        client.send("GET /chat HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
        RawConnection server = upstream.next();
        server.readRequest();
        server.send("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhi");
        assertThat(client.readHead().status()).isEqualTo(101);
        assertThat(client.read(2)).isEqualTo("hi");
        client.send("yo");
        assertThat(server.read(2)).isEqualTo("yo");
        server.close();
        assertThat(client.readToEnd()).isEmpty();
    }

    @Test
    void anUpstreamOfAnotherAuthorityIsABadGateway() throws Exception {
        TestIdentity stranger = TestAuthority.create().issueForLoopback();
        TestIdentity own = authority.issueForLoopback();
        Path root = authority.root().writeCertificate(directory.resolve("ca2.pem"));
        Path certificate = own.writeCertificate(directory.resolve("cert2.pem"));
        Path key = own.writeKey(directory.resolve("key2.pem"));
        try (RawHttpUpstream impostor = RawHttpUpstream.startTls(new WireJournal(), authority.showing(stranger));
                ConfiguredSidecar other = ConfiguredSidecar.start(
                        directory, impostor, plane.service(), KEYS.formatted(root, certificate, key));
                RawConnection caller =
                        RawHttpClient.connectTls(other.address(), authority.trusting(), "127.0.0.1", "http/1.1")) {
            RawMessage answer = caller.get("/x").readResponse();
            assertThat(answer.status()).isEqualTo(502);
            assertThat(answer.body()).contains("nothing ran");
        }
    }
}
