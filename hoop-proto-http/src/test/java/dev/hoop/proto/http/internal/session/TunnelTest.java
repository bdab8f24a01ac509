package dev.hoop.proto.http.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.http.RawConnection;
import dev.hoop.testkit.http.RawHttpUpstream;
import dev.hoop.testkit.http.RawMessage;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Upgrades: taken after an allowed request, or not taken at all. */
class TunnelTest {

    private static final String UPGRADE =
            "GET /chat HTTP/1.1\r\nHost: h\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n"
                    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
    private static final String SWITCHED =
            "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";

    private RawHttpUpstream upstream;
    private SidecarFixture sidecar;
    private RawConnection client;

    @BeforeEach
    void start() throws Exception {
        upstream = RawHttpUpstream.start();
        sidecar = SidecarFixture.with(ScriptedGate.open()).start(upstream);
        client = sidecar.connect();
    }

    @AfterEach
    void stop() {
        client.close();
        sidecar.close();
        upstream.close();
    }

    @Test
    void bytesPassBothWaysAndEachDirectionEndsByItself() {
        RawConnection server = switched(client);
        client.send("ping");
        assertThat(server.read(4)).isEqualTo("ping");
        server.send("pong");
        assertThat(client.read(4)).isEqualTo("pong");
        client.send("last words");
        client.shutdownOutput();
        assertThat(server.readToEnd()).isEqualTo("last words");
        server.send("more");
        assertThat(client.read(4)).isEqualTo("more");
        server.shutdownOutput();
        assertThat(client.readToEnd()).isEmpty();
        Eventually.await(() -> sidecar.open() == 0, Eventually.SOON, "both connections are closed");
    }

    @Test
    void whatEachSideSaidEarlyIsPassedOn() {
        client.send(UPGRADE + "early from the client");
        RawConnection server = upstream.next();
        server.readRequest();
        assertThat(server.available()).as("not before the upstream switched").isZero();
        server.send(SWITCHED + "early from the server");
        assertThat(client.readHead().status()).isEqualTo(101);
        assertThat(client.read(21)).isEqualTo("early from the server");
        assertThat(server.read(21)).isEqualTo("early from the client");
    }

    @Test
    void aLostClientIsToldToTheServer() {
        RawConnection server = switched(client);
        client.reset();
        assertThat(server.readToEnd()).isEmpty();
    }

    @Test
    void aRefusedUpgradeIsAnAnswerLikeAnyOther() {
        client.send(UPGRADE);
        RawConnection server = upstream.next();
        server.readRequest();
        server.send("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno");
        assertThat(client.readResponse().body()).isEqualTo("no");
        client.get("/next");
        assertThat(server.readRequest().secondWord()).isEqualTo("/next");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n",
                "Connection: Upgrade\r\n",
                "Upgrade: websocket\r\n",
                "Connection: Upgrade\r\nUpgrade: websocket, h2c\r\n",
                "Connection: Upgrade\r\nUpgrade: websocket\r\nUpgrade: h2c\r\n",
                "Connection: Upgrade\r\nUpgrade: TLS/1.2\r\n"
            })
    void case6NothingElseIsTaken(String fields) {
        client.send("GET /x HTTP/1.1\r\nHost: h\r\n" + fields + "\r\n");
        RawConnection server = upstream.next();
        RawMessage request = server.readRequest();
        assertThat(request.field("Upgrade")).isEmpty();
        assertThat(request.field("Connection")).isEmpty();
        assertThat(request.field("HTTP2-Settings")).isEmpty();
        server.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        assertThat(client.readResponse().body()).isEqualTo("ok");
    }

    @Test
    void theUpstreamSwitchesToWhatItWasAskedForOnly() {
        client.send(UPGRADE);
        RawConnection server = upstream.next();
        server.readRequest();
        server.send("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n");
        assertThat(client.readResponse().status()).isEqualTo(502);
        assertThat(server.readToEnd()).isEmpty();
    }

    @Test
    void aHeldUpgradeIsTakenAfterItsApproval() throws Exception {
        ScriptedGate gate = ScriptedGate.byHand();
        try (SidecarFixture holding = SidecarFixture.with(gate).start(upstream);
                RawConnection caller = holding.connect()) {
            caller.send(UPGRADE);
            gate.next().hold().approve("Ana");
            RawConnection server = upstream.next();
            server.readRequest();
            server.send(SWITCHED);
            assertThat(caller.readHead().field("X-Hoop-Approved-By")).contains("Ana");
            caller.send("x");
            assertThat(server.read(1)).isEqualTo("x");
        }
    }

    @Test
    void aTunnelWithoutTrafficIsClosed() throws Exception {
        try (SidecarFixture idle = SidecarFixture.with(ScriptedGate.open())
                        .idleTimeout(Duration.ofMillis(100))
                        .start(upstream);
                RawConnection caller = idle.connect()) {
            RawConnection server = switched(caller);
            assertThat(server.readToEnd()).isEmpty();
            assertThat(caller.readToEnd()).isEmpty();
        }
    }

    @Test
    void aTunnelReadsNoFasterThanTheOtherSide() {
        RawConnection server = switched(client);
        byte[] block = new byte[1024 * 1024];
        int blocks = 32;
        Thread sender = new Thread(() -> {
            for (int i = 0; i < blocks; i++) {
                client.send(block);
            }
        });
        sender.start();
        server.read(1);
        assertThat(sender.isAlive()).as("32 MB do not fit on the way").isTrue();
        server.read(blocks * block.length - 1);
    }

    private RawConnection switched(RawConnection from) {
        from.send(UPGRADE);
        RawConnection server = upstream.next();
        RawMessage request = server.readRequest();
        assertThat(request.field("Upgrade")).contains("websocket");
        assertThat(request.field("Connection").orElse("")).isEqualToIgnoringCase("upgrade");
        assertThat(request.field("Sec-WebSocket-Version")).contains("13");
        server.send(SWITCHED);
        RawMessage head = from.readHead();
        assertThat(head.status()).isEqualTo(101);
        assertThat(head.field("Upgrade")).contains("websocket");
        assertThat(head.field("Connection").orElse("")).isEqualToIgnoringCase("upgrade");
        return server;
    }
}
