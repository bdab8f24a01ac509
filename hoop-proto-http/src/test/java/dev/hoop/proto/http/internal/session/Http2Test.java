package dev.hoop.proto.http.internal.session;

import static dev.hoop.proto.http.internal.session.Http2Client.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testkit.http.RawConnection;
import dev.hoop.testkit.http.RawHttpUpstream;
import dev.hoop.testkit.http.RawMessage;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** HTTP/2 with prior knowledge: each stream is judged and forwarded like a request of HTTP/1.1. */
class Http2Test {

    private final ScriptedGate gate = ScriptedGate.open();
    private RawHttpUpstream upstream;
    private SidecarFixture sidecar;
    private Http2Client client;

    @BeforeEach
    void start() throws Exception {
        upstream = RawHttpUpstream.start();
        sidecar = SidecarFixture.with(gate).start(upstream);
        client = Http2Client.connect(sidecar.address());
    }

    @AfterEach
    void stop() {
        client.close();
        sidecar.close();
        upstream.close();
    }

    @Test
    void forwardsARequestAsHttp11() {
        Http2Client.Stream stream = client.open()
                .headers(
                        request("GET", "/a/../b%2Fc?d=e")
                                .add("cookie", "a=1")
                                .add("x-latin", "caf\u00e9")
                                .add("cookie", "b=2")
                                .add("te", "trailers"),
                        true);
        RawConnection server = upstream.next();
        RawMessage request = server.readRequest();
        assertThat(request.startLine()).isEqualTo("GET /b%2Fc?d=e HTTP/1.1");
        assertThat(request.field("Host")).contains("example.com");
        assertThat(request.field("cookie")).contains("a=1; b=2");
        assertThat(request.field("x-latin")).contains("caf\u00e9");
        assertThat(request.field("te")).isEmpty();
        assertThat(request.field("Via")).contains("2.0 " + sidecar.via().pseudonym());
        server.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Upper: A\r\nConnection: keep-alive\r\nKeep-Alive: 5\r\n"
                + "X-Hoop-Approved-By: mallory\r\n\r\nhello");
        assertThat(stream.all())
                .isEqualTo(
                        "200 [x-upper=A] [via=1.1 " + sidecar.via().pseudonym() + "] [content-length=5]\nhello\nEND");
    }

    @Test
    void streamsBodiesAndTrailersBothWays() {
        Http2Client.Stream stream = client.open().headers(request("POST", "/up"), false);
        RawConnection server = upstream.next();
        assertThat(server.readHead().field("Transfer-Encoding")).contains("chunked");
        stream.data("abc", false);
        assertThat(server.read(8)).isEqualTo("3\r\nabc\r\n");
        stream.data("de", false).headers(new DefaultHttp2Headers(false).add("x-sum", "7"), true);
        assertThat(server.read(7 + 15)).isEqualTo("2\r\nde\r\n0\r\nx-sum: 7\r\n\r\n".substring(0, 22));
        server.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nxyz\r\n");
        assertThat(stream.next()).startsWith("200 ");
        assertThat(stream.next()).isEqualTo("xyz");
        server.send("0\r\nX-Check: 9\r\n\r\n");
        assertThat(stream.next()).isEqualTo("TRAILERS [x-check=9]");
        assertThat(stream.next()).isEqualTo("END");
    }

    @Test
    void keepsTheContentLength() {
        Http2Client.Stream stream = client.open()
                .headers(request("PUT", "/up").add("content-length", "4"), false)
                .data("ab", false);
        RawConnection server = upstream.next();
        stream.data("cd", true);
        RawMessage request = server.readRequest();
        assertThat(request.field("Content-Length")).contains("4");
        assertThat(request.field("Transfer-Encoding")).isEmpty();
        assertThat(request.body()).isEqualTo("abcd");
        server.send("HTTP/1.1 204 No Content\r\n\r\n");
        assertThat(stream.all()).isEqualTo("204 [via=1.1 " + sidecar.via().pseudonym() + "]\nEND");
    }

    @Test
    void answersHeadWithoutABody() {
        Http2Client.Stream stream = client.open().headers(request("HEAD", "/x"), true);
        RawConnection server = upstream.next();
        assertThat(server.readRequest().startLine()).startsWith("HEAD /x ");
        server.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n");
        assertThat(stream.all()).startsWith("200 ").endsWith(" [content-length=5]\nEND");
    }

    @Test
    void relaysInterimAnswersAndExpectations() {
        Http2Client.Stream stream = client.open()
                .headers(request("PUT", "/x").add("expect", "100-continue").add("content-length", "2"), false);
        RawConnection server = upstream.next();
        assertThat(server.readHead().field("Expect")).contains("100-continue");
        server.send("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n");
        assertThat(stream.next()).startsWith("100");
        assertThat(stream.next()).startsWith("103 [link=</a>]");
        stream.data("ok", true);
        assertThat(server.read(2)).isEqualTo("ok");
        server.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        assertThat(stream.all()).startsWith("200 ");
    }

    @Test
    void streamsDoNotWaitForEachOther() {
        Http2Client.Stream slow = client.get("/slow");
        RawConnection first = upstream.next();
        first.readRequest();
        Http2Client.Stream fast = client.get("/fast");
        RawConnection second = upstream.next();
        assertThat(second.readRequest().secondWord()).isEqualTo("/fast");
        second.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n2");
        assertThat(fast.all()).endsWith("2\nEND");
        first.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1");
        assertThat(slow.all()).endsWith("1\nEND");
    }

    @Test
    void anAnswerThatBreaksOffIsNotTakenForWhole() {
        Http2Client.Stream stream = client.get("/x");
        try (RawConnection server = upstream.next()) {
            server.readRequest();
            server.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe");
        }
        assertThat(stream.all()).endsWith("he\nRESET INTERNAL_ERROR");
        assertThat(client.isOpen()).isTrue();
    }

    @Test
    void aResetAbandonsTheUpstream() {
        Http2Client.Stream stream = client.get("/x");
        RawConnection server = upstream.next();
        server.readRequest();
        stream.reset();
        assertThat(server.readToEnd()).isEmpty();
        assertThat(client.isOpen()).isTrue();
    }

    @Test
    void aStreamThatIsNotReadDoesNotStopTheOthers() {
        Http2Client.Stream big = client.open().pause().headers(request("GET", "/big"), true);
        RawConnection server = upstream.next();
        server.readRequest();
        int size = 8 * 1024 * 1024;
        server.send("HTTP/1.1 200 OK\r\nContent-Length: " + size + "\r\n\r\n");
        Thread sender = new Thread(() -> server.send(new byte[size]));
        sender.start();
        Http2Client.Stream small = client.get("/small");
        RawConnection second = upstream.next();
        second.readRequest();
        second.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        assertThat(small.all()).endsWith("ok\nEND");
        assertThat(sender.isAlive())
                .as("the upstream is stopped while nobody reads")
                .isTrue();
        big.resume();
        assertThat(big.all()).hasSizeGreaterThan(size).endsWith("END");
    }

    @Test
    void aStalledUpstreamStopsTheStreamAndNotTheConnection() {
        Http2Client.Stream upload = client.open().headers(request("PUT", "/big"), false);
        RawConnection server = upstream.next();
        server.readHead();
        String block = "x".repeat(16 * 1024);
        int blocks = 2048;
        for (int i = 0; i < blocks; i++) {
            upload.data(block, i == blocks - 1);
        }
        Http2Client.Stream small = client.get("/small");
        RawConnection second = upstream.next();
        second.readRequest();
        second.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        assertThat(small.all()).endsWith("ok\nEND");
        long length = 0;
        String size = server.read(6);
        while (!size.startsWith("0\r\n")) {
            int chunk = Integer.parseInt(size.substring(0, size.indexOf('\r')), 16);
            int read = size.length() - size.indexOf('\n') - 1;
            server.read(chunk + 2 - read);
            length += chunk;
            size = length == (long) blocks * block.length() ? server.read(5) : server.read(6);
        }
        assertThat(length).isEqualTo((long) blocks * block.length());
        server.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        assertThat(upload.all()).startsWith("200 ");
    }
}
