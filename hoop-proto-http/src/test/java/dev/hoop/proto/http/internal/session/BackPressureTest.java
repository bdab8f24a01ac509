package dev.hoop.proto.http.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.review.Denial;
import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.http.RawConnection;
import dev.hoop.testkit.http.RawHttpClient;
import dev.hoop.testkit.http.RawHttpUpstream;
import dev.hoop.testkit.http.RawMessage;
import dev.hoop.testkit.wire.WireJournal;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** A side that does not read stops the other one; the sidecar keeps little in between. */
class BackPressureTest {

    private static final int SIZE = 64 * 1024 * 1024;

    /** Far more than the water marks and one read, far less than what was sent. */
    private static final long KEPT = 2 * 1024 * 1024;

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
            awaitStandstill(sent::get);
            assertThat(sent.get()).isLessThan(SIZE);
            assertThat(sidecar.buffered()).isLessThan(KEPT);
            client.readHead();
            client.read(1);
            client.read(SIZE - 1);
            assertThat(sent.get()).isEqualTo(SIZE);
            sender.join();
            client.get("/next");
            assertThat(server.readRequest().secondWord()).isEqualTo("/next");
        }
    }

    /** Each answer is whole before the client is found to take no more, so none of them can be stopped midway. */
    @Test
    void aSlowReaderOfManyAnswersStopsThem() throws Exception {
        String body = "x".repeat(40_000);
        byte[] answer = RawHttpUpstream.response(200, body);
        int count = 2_000;
        AtomicLong answered = new AtomicLong();
        try (RawHttpUpstream upstream = RawHttpUpstream.answering(new WireJournal(), request -> {
                    answered.incrementAndGet();
                    return answer;
                });
                SidecarFixture sidecar =
                        SidecarFixture.with(ScriptedGate.open()).start(upstream);
                RawConnection client = RawHttpClient.connect(sidecar.address(), 16 * 1024)) {
            client.send("GET /x HTTP/1.1\r\nHost: h\r\n\r\n".repeat(count));
            awaitStandstill(answered::get);
            assertThat(answered.get()).isLessThan(count);
            assertThat(sidecar.buffered()).isLessThan(KEPT);
            for (int i = 0; i < count; i++) {
                assertThat(client.readResponse().body()).hasSize(body.length());
            }
        }
    }

    @Test
    void aSlowReaderOfManyDenialsStopsThem() throws Exception {
        String text = "no ".repeat(10_000);
        int count = 2_000;
        try (RawHttpUpstream upstream = RawHttpUpstream.start();
                SidecarFixture sidecar = SidecarFixture.with(ScriptedGate.denying(Denial.policy(text)))
                        .start(upstream);
                RawConnection client = RawHttpClient.connect(sidecar.address(), 16 * 1024)) {
            client.send("GET /x HTTP/1.1\r\nHost: h\r\n\r\n".repeat(count));
            awaitStandstill(sidecar::buffered);
            assertThat(sidecar.buffered()).isLessThan(KEPT);
            for (int i = 0; i < count; i++) {
                assertThat(client.readResponse().status()).isEqualTo(403);
            }
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
            awaitStandstill(sent::get);
            assertThat(sent.get()).isLessThan(SIZE);
            assertThat(sidecar.buffered()).isLessThan(KEPT);
            server.readHead();
            server.read(1);
            server.read(SIZE - 1);
            assertThat(sent.get()).isEqualTo(SIZE);
            sender.join();
            server.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            RawMessage answer = client.readResponse();
            assertThat(answer.body()).isEqualTo("ok");
            assertThat(answer.field("Connection")).isEmpty();
        }
    }

    /** Waits until the sender has been stopped for a number of looks. */
    private static void awaitStandstill(LongSupplier sent) {
        long[] last = {0};
        int[] same = {0};
        Eventually.await(
                () -> {
                    long now = sent.getAsLong();
                    same[0] = now == last[0] ? same[0] + 1 : 0;
                    last[0] = now;
                    return now > 0 && same[0] > 30;
                },
                Eventually.SOON,
                "the sender is stopped");
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
