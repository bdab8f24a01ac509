package dev.hoop.proto.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.http.RawConnection;
import dev.hoop.testkit.http.RawHttpUpstream;
import dev.hoop.testkit.http.RawMessage;
import dev.hoop.testkit.plane.ScriptedControlPlane;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The JDK's WebSocket client through the sidecar, to a server that knows just enough of RFC 6455. */
class WebSocketTest {

    private static final String RULES = """
            guardrails:
              rules:
                - {name: no-admin, type: http_resource, resources: [/admin/**], message: admin is closed}
                - {name: live, type: http_resource, resources: [/live], action: require_review}
            review: {approval_rule: billing-approvers}
            """;

    /** RFC 6455 section 1.3. */
    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    @TempDir
    private Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private final ScriptedControlPlane plane = ScriptedControlPlane.start();
    private RawHttpUpstream upstream;
    private ConfiguredSidecar sidecar;

    @BeforeEach
    void start() throws Exception {
        upstream = RawHttpUpstream.start();
        sidecar = ConfiguredSidecar.start(directory, upstream, plane.service(), RULES);
    }

    @AfterEach
    void stop() {
        sidecar.close();
        upstream.close();
        plane.close();
    }

    @Test
    void framesPassBothWays() throws Exception {
        CompletableFuture<WebSocket> opening = open("/chat");
        RawConnection server = accept();
        WebSocket socket = opening.get(30, TimeUnit.SECONDS);
        socket.sendText("hello", true).get(30, TimeUnit.SECONDS);
        assertThat(readFrame(server)).isEqualTo("hello");
        server.send("\u0081\u0005world");
        assertThat(heard.poll(30, TimeUnit.SECONDS)).isEqualTo("world");
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "bye").get(30, TimeUnit.SECONDS);
        assertThat(readFrame(server)).endsWith("bye");
        server.send("\u0088\u0002\u0003\u00e8");
        server.close();
        assertThat(heard.poll(30, TimeUnit.SECONDS)).isEqualTo("closed 1000");
    }

    @Test
    void anUpgradeIsJudgedLikeAnyRequest() {
        Throwable failure = Eventually.failure(open("/admin/x"), Eventually.SOON, "the handshake");
        assertThat(failure).isInstanceOf(WebSocketHandshakeException.class);
        assertThat(((WebSocketHandshakeException) failure).getResponse().statusCode())
                .isEqualTo(403);
        assertThat(upstream.connections()).isZero();
    }

    @Test
    void aHeldUpgradeOpensAfterItsApproval() throws Exception {
        CompletableFuture<WebSocket> opening = open("/live");
        var id = plane.awaitReview(0);
        assertThat(upstream.bytesReceived()).isZero();
        // Made before the filing, and not needed by it.
        upstream.next();
        plane.reviews().approve(id);
        RawConnection server = accept();
        opening.get(30, TimeUnit.SECONDS).sendText("ran", true).get(30, TimeUnit.SECONDS);
        assertThat(readFrame(server)).isEqualTo("ran");
    }

    private CompletableFuture<WebSocket> open(String target) {
        return client.newWebSocketBuilder().buildAsync(sidecar.uri("ws", target), new WebSocket.Listener() {
            @Override
            public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
                heard.add(data.toString());
                socket.request(1);
                return CompletableFuture.completedStage(null);
            }

            @Override
            public CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
                heard.add("closed " + status);
                return CompletableFuture.completedStage(null);
            }
        });
    }

    private RawConnection accept() throws Exception {
        RawConnection server = upstream.next();
        RawMessage request = server.readRequest();
        String key = request.field("Sec-WebSocket-Key").orElseThrow() + GUID;
        byte[] digest = MessageDigest.getInstance("SHA-1").digest(key.getBytes(StandardCharsets.US_ASCII));
        return server.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: " + Base64.getEncoder().encodeToString(digest) + "\r\n\r\n");
    }

    /** A short masked frame of a client, as text. */
    private static String readFrame(RawConnection server) {
        int length = server.read(2).charAt(1) & 0x7f;
        String mask = server.read(4);
        String masked = server.read(length);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append((char) (masked.charAt(i) ^ mask.charAt(i % 4)));
        }
        return text.toString();
    }
}
