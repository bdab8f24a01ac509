package dev.hoop.proto.http.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testkit.http.RawConnection;
import dev.hoop.testkit.http.RawHttpClient;
import dev.hoop.testkit.http.RawHttpUpstream;
import dev.hoop.testkit.http.RawMessage;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A side that does not read stops the other one; the sidecar keeps little in between. */
class BackPressureTest {

    private static final int SIZE = 64 * 1024 * 1024;
    private static final byte[] BLOCK = new byte[256 * 1024];

    @Test
    void aSlowReaderStopsTheAnswer() throws Exception {
        try (RawHttpUpstream upstream = RawHttpUpstream.start();
                SidecarFixture sidecar =
                        SidecarFixture.with(ScriptedGate.open()).start(upstream);
                RawConnection client = RawHttpClient.connect(sidecar.address(), 16 * 1024)) {
            client.get("/big");
            RawConnection server = upstream.next();
            server.readRequest();
            server.send("HTTP/1.1 200 OK\r\nContent-Length: " + SIZE + "\r\n\r\n");
            AtomicLong sent = new AtomicLong();
            Thread sender = send(server, sent);
            client.readHead();
            client.read(1);
            assertThat(sender.isAlive()).isTrue();
            client.read(SIZE - 1);
            assertThat(sent.get()).isEqualTo(SIZE);
            sender.join();
            client.get("/next");
            assertThat(server.readRequest().secondWord()).isEqualTo("/next");
        }
    }

    @Test
    void aSlowUpstreamStopsTheUpload() throws Exception {
        try (RawHttpUpstream upstream = RawHttpUpstream.start();
                SidecarFixture sidecar =
                        SidecarFixture.with(ScriptedGate.open()).start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send("PUT /big HTTP/1.1\r\nHost: h\r\nContent-Length: " + SIZE + "\r\n\r\n");
            RawConnection server = upstream.next();
            AtomicLong sent = new AtomicLong();
            Thread sender = send(client, sent);
            server.readHead();
            server.read(1);
            assertThat(sender.isAlive()).isTrue();
            server.read(SIZE - 1);
            assertThat(sent.get()).isEqualTo(SIZE);
            sender.join();
            server.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            RawMessage answer = client.readResponse();
            assertThat(answer.body()).isEqualTo("ok");
            assertThat(answer.field("Connection")).isEmpty();
        }
    }

    private static Thread send(RawConnection to, AtomicLong sent) {
        Thread sender = new Thread(() -> {
            for (int i = 0; i < SIZE / BLOCK.length; i++) {
                to.send(BLOCK);
                sent.addAndGet(BLOCK.length);
            }
        });
        sender.start();
        return sender;
    }
}
