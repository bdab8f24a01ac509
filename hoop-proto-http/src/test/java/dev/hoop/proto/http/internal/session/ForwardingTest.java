package dev.hoop.proto.http.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testkit.http.RawConnection;
import dev.hoop.testkit.http.RawHttpUpstream;
import dev.hoop.testkit.http.RawMessage;
import org.junit.jupiter.api.Test;

/** Requests that the gate lets pass. */
class ForwardingTest {

    @Test
    void aGetPasses() throws Exception {
        try (RawHttpUpstream upstream = RawHttpUpstream.start();
                SidecarFixture sidecar =
                        SidecarFixture.with(ScriptedGate.open()).start(upstream);
                RawConnection client = sidecar.connect()) {
            client.send("GET /things?a=1 HTTP/1.1\r\nHost: api.example.com\r\nAccept: */*\r\n\r\n");
            RawConnection server = upstream.next();
            RawMessage request = server.readRequest();
            assertThat(request.startLine()).isEqualTo("GET /things?a=1 HTTP/1.1");
            assertThat(request.fields())
                    .containsExactly(
                            "Host: api.example.com",
                            "Accept: */*",
                            "Via: 1.1 " + sidecar.via().pseudonym());

            server.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello");
            RawMessage response = client.readResponse();
            assertThat(response.startLine()).isEqualTo("HTTP/1.1 200 OK");
            assertThat(response.fields())
                    .containsExactlyInAnyOrder(
                            "Content-Type: text/plain",
                            "Content-Length: 5",
                            "Via: 1.1 " + sidecar.via().pseudonym());
            assertThat(response.body()).isEqualTo("hello");
        }
    }
}
