package dev.hoop.proto.http.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.core.relay.Transport;
import dev.hoop.review.Denial;
import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.http.RawConnection;
import dev.hoop.testkit.http.RawHttpUpstream;
import dev.hoop.testkit.http.RawMessage;
import dev.hoop.testkit.wire.WireConnection.End;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How long a client is waited for, and how its connection ends. */
class PatienceTest {

    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Duration LONG = Duration.ofSeconds(60);

    private RawHttpUpstream upstream;

    @BeforeEach
    void start() throws Exception {
        upstream = RawHttpUpstream.start();
    }

    @AfterEach
    void stop() {
        upstream.close();
    }

    @Test
    void aHeadThatDoesNotComeIsNotWaitedForLong() throws Exception {
        ScriptedGate gate = ScriptedGate.open();
        try (SidecarFixture sidecar = SidecarFixture.with(gate)
                        .limits(Limits.patience(SHORT, LONG, LONG))
                        .start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send("GET / HTTP/1.1\r\nHo");
            RawMessage answer = client.readResponse();
            assertThat(answer.status()).isEqualTo(408);
            assertThat(answer.field("Connection")).contains("close");
            assertThat(client.readToEnd()).isEmpty();
            assertThat(gate.refusals()).hasSize(1);
        }
    }

    @Test
    void aBodyThatMustBeSeenIsNotWaitedForLong() throws Exception {
        ScriptedGate gate = ScriptedGate.byHand();
        try (SidecarFixture sidecar = SidecarFixture.with(gate)
                        .limits(Limits.patience(LONG, SHORT, LONG))
                        .start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nab");
            RawMessage answer = client.readResponse();
            assertThat(answer.status()).isEqualTo(408);
            assertThat(answer.body()).contains("nothing ran");
            assertThat(client.readToEnd()).isEmpty();
            assertThat(upstream.connections()).isZero();
        }
    }

    @Test
    void theRestOfADeniedUploadIsNotWaitedForLong() throws Exception {
        ScriptedGate gate = ScriptedGate.denying(Denial.policy("no"));
        try (SidecarFixture sidecar = SidecarFixture.with(gate)
                        .limits(Limits.patience(LONG, SHORT, LONG))
                        .start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nab");
            assertThat(client.readResponse().body()).isEqualTo("no");
            assertThat(client.readToEnd()).isEmpty();
            assertThat(gate.refusals()).isEmpty();
        }
    }

    @Test
    void anIdleConnectionIsClosedButNotAWaitingOne() throws Exception {
        ScriptedGate gate = ScriptedGate.byHand();
        try (SidecarFixture sidecar =
                        SidecarFixture.with(gate).idleTimeout(SHORT).start(upstream);
                RawConnection waiting = sidecar.connect();
                RawConnection idle = sidecar.connect()) {
            waiting.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
            ScriptedGate.Asked asked = gate.next().hold();
            assertThat(idle.readToEnd()).isEmpty();
            asked.refuse("late");
            assertThat(waiting.readResponse().body()).isEqualTo("late");
            assertThat(waiting.readToEnd()).as("idle now").isEmpty();
        }
    }

    @Test
    void aClientThatDoesNotCloseIsClosed() throws Exception {
        try (SidecarFixture sidecar = SidecarFixture.with(ScriptedGate.open())
                        .limits(Limits.patience(LONG, LONG, SHORT))
                        .start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send("BAD\r\n\r\n");
            assertThat(client.readResponse().status()).isEqualTo(400);
            Eventually.await(() -> sidecar.open() == 0, Eventually.SOON, "the connection is closed");
        }
    }

    @Test
    void aRefusedClientThatGoesOnSendingStillReadsTheAnswer() throws Exception {
        try (SidecarFixture sidecar = SidecarFixture.with(ScriptedGate.open()).start(upstream);
                RawConnection client = sidecar.connect()) {
            // All of it is there before any of it is read: an immediate close would leave the rest unread.
            sidecar.whileStopped(
                    () -> client.send("GET / HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n" + "x".repeat(100_000)));
            assertThat(client.readResponse().status()).isEqualTo(400);
            assertThat(client.readToEnd()).isEmpty();
            assertThat(client.wire().awaitEnd()).as("no reset").isEqualTo(End.CLOSED);
        }
    }

    @Test
    void aDrainLetsWhatIsInFlightEnd() throws Exception {
        try (SidecarFixture sidecar = SidecarFixture.with(ScriptedGate.open()).start(upstream);
                RawConnection busy = sidecar.connect();
                RawConnection idle = sidecar.connect()) {
            busy.get("/1");
            RawConnection server = upstream.next();
            server.readRequest();
            Eventually.await(() -> sidecar.open() == 2, Eventually.SOON, "both are connected");
            var drained = sidecar.drain(Duration.ofSeconds(20));
            assertThat(idle.readToEnd()).isEmpty();
            idle.close();
            server.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            RawMessage answer = busy.readResponse();
            assertThat(answer.body()).isEqualTo("ok");
            assertThat(answer.field("Connection")).contains("close");
            assertThat(busy.readToEnd()).isEmpty();
            busy.close();
            assertThat(Eventually.get(drained, Eventually.SOON, "drained")).isZero();
        }
    }

    @Test
    void aHangUpIsSeenWithoutEpollToo() throws Exception {
        ScriptedGate gate = ScriptedGate.byHand();
        try (SidecarFixture sidecar =
                        SidecarFixture.with(gate).kind(Transport.Kind.NIO).start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
            ScriptedGate.Asked asked = gate.next().hold();
            client.shutdownOutput();
            Eventually.await(asked::cancelled, Eventually.SOON, "the wait ended");
        }
    }
}
