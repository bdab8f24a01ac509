package dev.hoop.proto.http.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.proto.http.internal.session.ScriptedGate.Asked;
import dev.hoop.review.Denial;
import dev.hoop.testkit.http.RawConnection;
import dev.hoop.testkit.http.RawHttpUpstream;
import dev.hoop.testkit.http.RawMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Case 5 of the wire table: a client that waits for {@code 100 Continue}, and answers that come before the upload ended. */
class ExpectationTest {

    private static final String PUT = "PUT /x HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n";

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
    void case5TheUpstreamSaysContinue() throws Exception {
        try (SidecarFixture sidecar = SidecarFixture.with(ScriptedGate.open()).start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send(PUT);
            RawConnection server = upstream.next();
            assertThat(server.readHead().field("Expect")).contains("100-continue");
            assertThat(client.available())
                    .as("nobody but the upstream says continue")
                    .isZero();
            server.send("HTTP/1.1 100 Continue\r\n\r\n");
            assertThat(client.readResponse().status()).isEqualTo(100);
            client.send("abc");
            assertThat(server.read(3)).isEqualTo("abc");
            server.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            RawMessage answer = client.readResponse();
            assertThat(answer.body()).isEqualTo("ok");
            assertThat(answer.field("Connection")).isEmpty();
        }
    }

    @Test
    void case5AnEarlyFinalAnswerWins() throws Exception {
        try (SidecarFixture sidecar = SidecarFixture.with(ScriptedGate.open()).start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send(PUT);
            RawConnection server = upstream.next();
            server.readHead();
            server.send("HTTP/1.1 417 Expectation Failed\r\nContent-Length: 2\r\n\r\nno");
            RawMessage answer = client.readResponse();
            assertThat(answer.status()).isEqualTo(417);
            assertThat(answer.body()).isEqualTo("no");
            assertThat(answer.field("Connection"))
                    .as("whether a body follows is not known")
                    .contains("close");
            assertThat(client.readToEnd()).isEmpty();
            assertThat(server.readToEnd()).as("its request is not complete").isEmpty();
        }
    }

    @Test
    void case5ASilentUpstreamGetsTheBodyWhenTheClientStopsWaiting() throws Exception {
        try (SidecarFixture sidecar = SidecarFixture.with(ScriptedGate.open()).start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send(PUT);
            RawConnection server = upstream.next();
            server.readHead();
            client.send("abc");
            assertThat(server.read(3)).isEqualTo("abc");
            server.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            assertThat(client.readResponse().body()).isEqualTo("ok");
        }
    }

    @Test
    void case5TheSidecarAsksForABodyThatItMustSee() throws Exception {
        ScriptedGate gate = ScriptedGate.byHand();
        try (SidecarFixture sidecar = SidecarFixture.with(gate).start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send(PUT);
            assertThat(client.readHead().startLine()).isEqualTo("HTTP/1.1 100 Continue");
            assertThat(upstream.connections()).isZero();
            client.send("abc");
            Asked asked = gate.next().hold();
            assertThat(upstream.connections()).isZero();
            asked.approve("Ana");
            RawConnection server = upstream.next();
            RawMessage request = server.readRequest();
            assertThat(request.field("Expect")).isEmpty();
            assertThat(request.body()).isEqualTo("abc");
            server.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            assertThat(client.readResponse().body()).isEqualTo("ok");
        }
    }

    @Test
    void case5ADenialComesInsteadOfContinue() throws Exception {
        try (SidecarFixture sidecar = SidecarFixture.with(ScriptedGate.denying(Denial.policy("no")))
                        .start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send(PUT);
            RawMessage denial = client.readResponse();
            assertThat(denial.status()).isEqualTo(403);
            assertThat(denial.field("Connection")).contains("close");
            assertThat(client.readToEnd()).isEmpty();
        }
    }

    @Test
    void anEarlyRefusalStopsTheUpload() throws Exception {
        try (SidecarFixture sidecar = SidecarFixture.with(ScriptedGate.open()).start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send("POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\nabc");
            RawConnection server = upstream.next();
            server.readHead();
            assertThat(server.read(3)).isEqualTo("abc");
            server.send("HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 3\r\n\r\nbig");
            server.close();
            RawMessage answer = client.readResponse();
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.body()).isEqualTo("big");
            client.send("x".repeat(100_000));
            assertThat(client.readToEnd()).isEmpty();
        }
    }

    @Test
    void aRefusalIsReadEvenThoughTheUpstreamHasHungUp() throws Exception {
        try (SidecarFixture sidecar = SidecarFixture.with(ScriptedGate.open()).start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send("POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\nabc");
            RawConnection server = upstream.next();
            server.readHead();
            assertThat(server.read(3)).isEqualTo("abc");
            sidecar.whileStopped(() -> {
                client.send("more, which cannot be written any more");
                server.send("HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 3\r\n\r\nbig");
                server.reset();
            });
            RawMessage answer = client.readResponse();
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.body()).isEqualTo("big");
        }
    }

    @Test
    void anEarlyAnswerThatIsNoRefusalLetsTheUploadGoOn() throws Exception {
        try (SidecarFixture sidecar = SidecarFixture.with(ScriptedGate.open()).start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send("POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n");
            RawConnection server = upstream.next();
            server.readHead();
            assertThat(server.read(6)).isEqualTo("1\r\na\r\n");
            server.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nA\r\n");
            assertThat(client.readHead().status()).isEqualTo(200);
            assertThat(client.read(6)).isEqualTo("1\r\nA\r\n");
            client.send("1\r\nb\r\n");
            assertThat(server.read(6)).isEqualTo("1\r\nb\r\n");
            server.send("1\r\nB\r\n");
            assertThat(client.read(6)).isEqualTo("1\r\nB\r\n");
            client.send("0\r\n\r\n");
            assertThat(server.read(5)).isEqualTo("0\r\n\r\n");
            server.send("0\r\n\r\n");
            assertThat(client.read(5)).isEqualTo("0\r\n\r\n");
            assertThat(client.readToEnd()).isEmpty();
        }
    }
}
