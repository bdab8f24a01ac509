package dev.hoop.proto.http.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.proto.http.HttpConfig;
import dev.hoop.testkit.http.RawConnection;
import dev.hoop.testkit.http.RawHttpUpstream;
import dev.hoop.testkit.http.RawMessage;
import dev.hoop.testkit.wire.WireConnection.End;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which connection a request takes, and what happens when that fails. */
class UpstreamPoolTest {

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
    void aGetOnAConnectionThatWasJustClosedIsSentOnceMore() {
        RawConnection first = used();
        client.get("/2");
        first.readRequest();
        first.close();
        RawConnection second = upstream.next();
        assertThat(second.readRequest().secondWord()).isEqualTo("/2");
        second.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\ntwo");
        assertThat(client.readResponse().body()).isEqualTo("two");
    }

    @Test
    void onceMoreMeansOnce() {
        RawConnection first = used();
        client.get("/2");
        first.readRequest();
        first.close();
        RawConnection second = upstream.next();
        second.readRequest();
        second.close();
        RawMessage response = client.readResponse();
        assertThat(response.status()).isEqualTo(502);
        assertThat(response.field("X-Hoop-Denied")).isEmpty();
        assertThat(response.body()).contains("upstream");
        assertThat(upstream.connections()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /2 HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\na",
                "DELETE /2 HTTP/1.1\r\nHost: h\r\n\r\n",
                "GET /2 HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\na"
            })
    void whatMayHaveRunIsNotRepeated(String request) {
        RawConnection first = used();
        client.send(request);
        first.readRequest();
        first.close();
        assertThat(client.readResponse().status()).isEqualTo(502);
        assertThat(upstream.connections()).isEqualTo(1);
    }

    @Test
    void anAnswerThatHasBegunIsNotRepeated() {
        RawConnection first = used();
        client.get("/2");
        first.readRequest();
        first.send("HTTP/1.1 200 OK\r\nContent-Le");
        first.close();
        assertThat(client.readResponse().status()).isEqualTo(502);
        assertThat(upstream.connections()).isEqualTo(1);
    }

    @Test
    void aCutAnswerNeverLooksWhole() {
        client.get("/1");
        RawConnection server = upstream.next();
        server.readRequest();
        server.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
        server.close();
        RawMessage response = client.readResponse();
        assertThat(response.body()).isEqualTo("abc");
        assertThat(response.complete()).isFalse();
    }

    @Test
    void aCutAnswerToAnOldClientEndsWithAReset() {
        client.send("GET /1 HTTP/1.0\r\nHost: h\r\n\r\n");
        RawConnection server = upstream.next();
        server.readRequest();
        server.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
        assertThat(client.readHead().status()).isEqualTo(200);
        assertThat(client.read(3)).isEqualTo("abc");
        server.close();
        assertThat(client.wire().awaitEnd()).isEqualTo(End.BROKEN);
    }

    @Test
    void bytesBehindAnAnswerSpoilTheConnection() {
        client.get("/1");
        RawConnection first = upstream.next();
        first.readRequest();
        first.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\noneHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nforge");
        assertThat(client.readResponse().body()).isEqualTo("one");
        client.get("/2");
        RawConnection second = upstream.next();
        second.readRequest();
        second.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\ntwo");
        assertThat(client.readResponse().body()).isEqualTo("two");
    }

    @Test
    void bytesThatNobodyAskedForSpoilAnUnusedConnection() {
        RawConnection first = used();
        first.send("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n");
        assertThat(first.readToEnd()).isEmpty();
        client.get("/2");
        RawConnection second = upstream.next();
        second.readRequest();
        second.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\ntwo");
        assertThat(client.readResponse().body()).isEqualTo("two");
    }

    @Test
    void aConnectionThatTheUpstreamClosesIsNotUsedAgain() {
        client.get("/1");
        RawConnection first = upstream.next();
        first.readRequest();
        first.send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 3\r\n\r\none");
        client.readResponse();
        assertThat(first.readToEnd()).as("closed from this side too").isEmpty();
        client.get("/2");
        assertThat(upstream.next().readRequest().secondWord()).isEqualTo("/2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH_9\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\nab",
                "HTTP/1.1 200 OK\r\nX: a\r\n b\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
            })
    void aMalformedAnswerIsABadGateway(String answer) {
        client.get("/1");
        RawConnection server = upstream.next();
        server.readRequest();
        server.send(answer);
        RawMessage response = client.readResponse();
        assertThat(response.status()).isEqualTo(502);
        assertThat(response.field("Content-Type").orElse("")).startsWith("text/plain");
        assertThat(response.body()).contains("Look at the upstream".substring(1));
        assertThat(server.readToEnd()).isEmpty();
        client.get("/2");
        assertThat(upstream.next().readRequest().secondWord()).isEqualTo("/2");
    }

    @Test
    void anUpstreamThatIsNotThereIsABadGateway() throws Exception {
        InetSocketAddress nobody;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = (InetSocketAddress) taken.getLocalSocketAddress();
        }
        try (SidecarFixture alone = SidecarFixture.with(ScriptedGate.open()).start(nobody);
                RawConnection caller = alone.connect()) {
            caller.send("POST /1 HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc");
            RawMessage response = caller.readResponse();
            assertThat(response.status()).isEqualTo(502);
            assertThat(response.body()).contains("nothing ran");
            caller.get("/2");
            assertThat(caller.readResponse().status())
                    .as("the connection goes on")
                    .isEqualTo(502);
        }
    }

    @Test
    void anUpstreamThatDoesNotAnswerInTimeIsAGatewayTimeout() throws Exception {
        HttpConfig hasty = new HttpConfig(65_536, false, List.of(), List.of(), 1);
        try (SidecarFixture impatient =
                        SidecarFixture.with(ScriptedGate.open()).config(hasty).start(upstream);
                RawConnection caller = impatient.connect()) {
            caller.get("/1");
            RawConnection server = upstream.next();
            server.readRequest();
            RawMessage response = caller.readResponse();
            assertThat(response.status()).isEqualTo(504);
            assertThat(server.readToEnd()).isEmpty();
        }
    }

    @Test
    void anUnusedConnectionIsClosedAfterAWhile() throws Exception {
        SessionLimits hasty = Limits.idle(Duration.ofMillis(50));
        try (SidecarFixture tidy =
                        SidecarFixture.with(ScriptedGate.open()).limits(hasty).start(upstream);
                RawConnection caller = tidy.connect()) {
            caller.get("/1");
            RawConnection server = upstream.next();
            server.readRequest();
            server.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
            caller.readResponse();
            assertThat(server.readToEnd()).isEmpty();
        }
    }

    @Test
    void closingTheListenerClosesWhatIsUnused() {
        RawConnection server = used();
        sidecar.closeListener();
        assertThat(server.readToEnd()).isEmpty();
    }

    /** A connection that has carried one request. */
    private RawConnection used() {
        client.get("/1");
        RawConnection server = upstream.next();
        server.readRequest();
        server.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none");
        assertThat(client.readResponse().body()).isEqualTo("one");
        return server;
    }
}
