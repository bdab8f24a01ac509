package dev.hoop.examples.lines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testkit.sidecar.TestSidecar;
import dev.hoop.testkit.wire.WireConnection;
import dev.hoop.testkit.wire.WireJournal;
import dev.hoop.testkit.wire.WireServer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LinesListenerTest {

    private final WireJournal journal = new WireJournal();

    @Test
    void isFoundOnTheClassPathAndJudgesByTheConfiguration() {
        try (WireServer store = WireServer.start("store", journal);
                TestSidecar sidecar = TestSidecar.start("""
                        listeners:
                          - name: notes
                            protocol: lines
                            listen: 127.0.0.1:0
                            upstream: "%s"
                            lines: {max_line_bytes: 64}
                            guardrails:
                              rules:
                                - {name: keep, type: operation, operations: [DEL], message: nothing is deleted here}
                        """.formatted(store.hostAndPort()));
                WireConnection client = WireConnection.connect(sidecar.address("notes"), "client", journal)) {
            client.send("DEL note\nGET note\n").awaitText("DENIED nothing is deleted here\n");

            WireConnection served = store.awaitConnection(0);
            served.awaitText("GET note\n").send("hello\n");
            client.awaitText("hello\n");
            assertThat(served.receivedText()).isEqualTo("GET note\n");
        }
    }

    @Test
    void aLineThatIsTooLongEndsTheConnectionAndReachesNobody() {
        try (WireServer store = WireServer.start("store", journal);
                TestSidecar sidecar = TestSidecar.start("""
                        listeners:
                          - {name: notes, protocol: lines, listen: "127.0.0.1:0", upstream: "%s"}
                        """.formatted(store.hostAndPort()));
                WireConnection client = WireConnection.connect(sidecar.address("notes"), "client", journal)) {
            client.send("SET note ".getBytes(StandardCharsets.UTF_8)).send(new byte[2000]);

            client.awaitEnd();
            assertThat(store.connections()).isEmpty();
        }
    }
}
