package dev.hoop.proto.http.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testkit.http.RawConnection;
import dev.hoop.testkit.http.RawHttpUpstream;
import dev.hoop.testkit.http.RawMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A body that is compressed shows nothing to who reads its bytes. */
class ContentCodingTest {

    private RawHttpUpstream upstream;

    @BeforeEach
    void start() {
        upstream = RawHttpUpstream.start();
    }

    @AfterEach
    void stop() {
        upstream.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "br", "identity, gzip", "x-unknown"})
    void isRefusedWhereItMustBeRead(String coding) throws Exception {
        ScriptedGate gate = ScriptedGate.byHand();
        try (SidecarFixture sidecar = SidecarFixture.with(gate).start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send(request(coding));
            RawMessage answer = client.readResponse();
            assertThat(answer.startLine()).isEqualTo("HTTP/1.1 415 Unsupported Media Type");
            assertThat(answer.field("Accept-Encoding")).contains("identity");
            assertThat(gate.refusals()).hasSize(1);
            assertThat(gate.waiting()).isZero();
            assertThat(upstream.connections()).isZero();
        }
    }

    @Test
    void isReadWhereItIsNone() throws Exception {
        ScriptedGate gate = ScriptedGate.byHand();
        try (SidecarFixture sidecar = SidecarFixture.with(gate).start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send(request("Identity"));
            assertThat(gate.next().payload()).isEqualTo("POST /x\n\nbody");
        }
    }

    @Test
    void passesWhereNobodyNeedsToReadIt() throws Exception {
        try (SidecarFixture sidecar = SidecarFixture.with(ScriptedGate.open()).start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send(request("gzip"));
            RawMessage request = upstream.next().readRequest();
            assertThat(request.field("Content-Encoding")).contains("gzip");
            assertThat(request.body()).isEqualTo("body");
        }
    }

    private static String request(String coding) {
        return "POST /x HTTP/1.1\r\nHost: h\r\nContent-Encoding: " + coding + "\r\nContent-Length: 4\r\n\r\nbody";
    }
}
