package dev.hoop.proto.http.internal.session;

import static dev.hoop.testkit.http2.Http2Frames.data;
import static dev.hoop.testkit.http2.Http2Frames.fields;
import static dev.hoop.testkit.http2.Http2Frames.headers;
import static dev.hoop.testkit.http2.Http2Frames.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testkit.http.RawConnection;
import dev.hoop.testkit.http.RawHttpUpstream;
import dev.hoop.testkit.http2.Http2Wire;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A request that turns out to be malformed when a part of it is at the upstream already, since no rule needed its body: the
 * upstream must not be able to take it for whole.
 */
class Http2StreamedBodyTest {

    private RawHttpUpstream upstream;
    private SidecarFixture sidecar;
    private Http2Wire client;

    @BeforeEach
    void start() throws Exception {
        upstream = RawHttpUpstream.start();
        sidecar = SidecarFixture.with(ScriptedGate.open()).start(upstream);
        client = Http2Wire.begin(sidecar.connect().wire());
    }

    @AfterEach
    void stop() {
        client.close();
        sidecar.close();
        upstream.close();
    }

    @Test
    void aBodyThatIsTooShort() {
        assertThat(afterHead("4", data(1, false, "ab"), data(1, true, "c"))).isEqualTo("ab");
    }

    @Test
    void aBodyThatIsTooLong() {
        assertThat(afterHead("4", data(1, false, "ab"), data(1, true, "cdGET /admin HTTP/1.1\r\n\r\n")))
                .isEqualTo("ab");
    }

    @Test
    void trailersBeforeTheBodyIsComplete() {
        assertThat(afterHead("4", data(1, false, "ab"), headers(1, true, fields("x-sum", "1"))))
                .isEqualTo("ab");
    }

    @Test
    void trailersThatMayNotBe() {
        for (String name : new String[] {":path", "content-length", "transfer-encoding", "X-Upper", "x y", "host"}) {
            String sent = afterHead("", data(1, false, "ab"), headers(1, true, fields(name, "1")));
            assertThat(sent).as(name).startsWith("2\r\nab\r\n").doesNotContain("0\r\n");
            client.close();
            client = connect();
        }
    }

    @Test
    void aSecondHeadThatDoesNotEndTheStream() {
        assertThat(afterHead("", data(1, false, "ab"), headers(1, false, fields("x-sum", "1")), data(1, true, "cd")))
                .isEqualTo("2\r\nab\r\n");
    }

    private Http2Wire connect() {
        try {
            return Http2Wire.begin(sidecar.connect().wire());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the upstream got behind the head, when its connection had ended. */
    private String afterHead(String length, byte[] first, byte[]... malformed) {
        byte[] head = length.isEmpty() ? request("PUT", "/x") : request("PUT", "/x", "content-length", length);
        client.send(headers(1, false, head));
        RawConnection server = upstream.next();
        server.readHead();
        client.send(first);
        server.wire().awaitText("ab");
        client.send(malformed);
        Http2Wire.Answer answer = client.answer(1);
        assertThat(answer.status()).matches("|400");
        return server.readToEnd();
    }
}
