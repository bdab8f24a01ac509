package dev.hoop.proto.http.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.review.Denial;
import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.http.RawConnection;
import dev.hoop.testkit.http.RawHttpUpstream;
import dev.hoop.testkit.http.RawMessage;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Requests that are sent before the last one was answered. */
class PipeliningTest {

    @Test
    void answersComeInOrderAndOneAtATime() throws Exception {
        try (RawHttpUpstream upstream = RawHttpUpstream.start();
                SidecarFixture sidecar =
                        SidecarFixture.with(ScriptedGate.open()).start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send("GET /1 HTTP/1.1\r\nHost: h\r\n\r\nPOST /2 HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc"
                    + "GET /3 HTTP/1.1\r\nHost: h\r\n\r\n");
            RawConnection server = upstream.next();
            for (int i = 1; i <= 3; i++) {
                RawMessage request = server.readRequest();
                assertThat(request.secondWord()).isEqualTo("/" + i);
                assertThat(server.available())
                        .as("the next one waits for this answer")
                        .isZero();
                server.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n" + i);
                assertThat(client.readResponse().body()).isEqualTo("" + i);
            }
            assertThat(upstream.connections()).isEqualTo(1);
        }
    }

    @Test
    void aThousandDenialsOnOneConnection() throws Exception {
        try (RawHttpUpstream upstream = RawHttpUpstream.start();
                SidecarFixture sidecar = SidecarFixture.with(ScriptedGate.denying(Denial.policy("no")))
                        .start(upstream);
                RawConnection client = sidecar.connect()) {
            String all = IntStream.range(0, 1000)
                    .mapToObj(i -> "POST /" + i + " HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nab")
                    .collect(Collectors.joining());
            client.send(all);
            for (int i = 0; i < 1000; i++) {
                assertThat(client.readResponse().body()).isEqualTo("no");
            }
            assertThat(upstream.connections()).isZero();
        }
    }

    @Test
    void aMalformedRequestBehindAGoodOneIsRefusedAfterIt() throws Exception {
        ScriptedGate gate = ScriptedGate.open();
        try (RawHttpUpstream upstream = RawHttpUpstream.start();
                SidecarFixture sidecar = SidecarFixture.with(gate).start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send("GET /1 HTTP/1.1\r\nHost: h\r\n\r\nGET /2 HTTP/1.1\r\nHost : h\r\n\r\n");
            RawConnection server = upstream.next();
            server.readRequest();
            server.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none");
            assertThat(client.readResponse().body()).isEqualTo("one");
            RawMessage refusal = client.readResponse();
            assertThat(refusal.status()).isEqualTo(400);
            assertThat(refusal.field("Connection")).contains("close");
            assertThat(client.readToEnd()).isEmpty();
            assertThat(gate.refusals()).hasSize(1);
        }
    }

    @Test
    void readingStopsWhenTooMuchWaits() throws Exception {
        try (RawHttpUpstream upstream = RawHttpUpstream.start();
                SidecarFixture sidecar =
                        SidecarFixture.with(ScriptedGate.open()).start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send("GET /first HTTP/1.1\r\nHost: h\r\n\r\n");
            RawConnection server = upstream.next();
            server.readRequest();
            // More than every buffer on the way holds: the sender is stopped until the first answer comes.
            int count = 200_000;
            Thread sender = new Thread(() -> sendUntilClosed(client, count));
            sender.start();
            server.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfirst");
            assertThat(client.readResponse().body()).isEqualTo("first");
            for (int i = 0; i < 50; i++) {
                assertThat(server.readRequest().secondWord()).isEqualTo("/more");
                server.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nmore");
                assertThat(client.readResponse().body()).isEqualTo("more");
            }
            assertThat(sender.isAlive())
                    .as("7 MB of requests do not fit into the sidecar")
                    .isTrue();
            client.close();
            sender.join(Eventually.SOON.toMillis());
        }
    }

    private static void sendUntilClosed(RawConnection client, int count) {
        byte[] batch = "GET /more HTTP/1.1\r\nHost: h\r\n\r\n".repeat(1000).getBytes(StandardCharsets.US_ASCII);
        try {
            for (int i = 0; i < count / 1000; i++) {
                client.send(batch);
            }
        } catch (UncheckedIOException e) {
            // The test has seen enough and closed the connection.
        }
    }
}
