package dev.hoop.proto.http.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testkit.http.RawConnection;
import dev.hoop.testkit.http.RawHttpUpstream;
import dev.hoop.testkit.http.RawMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests that the gate lets pass, byte by byte on both sides. */
class ForwardingTest {

    private RawHttpUpstream upstream;
    private SidecarFixture sidecar;
    private RawConnection client;
    private String via;

    @BeforeEach
    void start() throws Exception {
        upstream = RawHttpUpstream.start();
        sidecar = SidecarFixture.with(ScriptedGate.open()).start(upstream);
        client = sidecar.connect();
        via = "Via: 1.1 " + sidecar.via().pseudonym();
    }

    @AfterEach
    void stop() {
        client.close();
        sidecar.close();
        upstream.close();
    }

    @Test
    void aGetPasses() {
        client.send("GET /things?a=1 HTTP/1.1\r\nHost: api.example.com\r\nAccept: */*\r\n\r\n");
        RawConnection server = upstream.next();
        RawMessage request = server.readRequest();
        assertThat(request.startLine()).isEqualTo("GET /things?a=1 HTTP/1.1");
        assertThat(request.fields()).containsExactly("Host: api.example.com", "Accept: */*", via);

        server.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello");
        RawMessage response = client.readResponse();
        assertThat(response.startLine()).isEqualTo("HTTP/1.1 200 OK");
        assertThat(response.fields()).containsExactlyInAnyOrder("Content-Type: text/plain", "Content-Length: 5", via);
        assertThat(response.body()).isEqualTo("hello");
    }

    @Test
    void bothConnectionsAreKept() {
        get("/1");
        RawConnection server = upstream.next();
        answer(server, "one");
        assertThat(client.readResponse().body()).isEqualTo("one");
        get("/2");
        answer(server, "two");
        assertThat(client.readResponse().body()).isEqualTo("two");
        assertThat(upstream.connections()).isEqualTo(1);
    }

    @Test
    void aClientThatClosesGetsItsAnswerAndAClose() {
        client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
        RawConnection server = upstream.next();
        assertThat(server.readRequest().field("Connection")).isEmpty();
        server.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        RawMessage response = client.readResponse();
        assertThat(response.field("Connection")).contains("close");
        assertThat(client.readToEnd()).isEmpty();
    }

    @Test
    void headHasNoBodyAndKeepsItsLength() {
        client.send("HEAD /big HTTP/1.1\r\nHost: h\r\n\r\n");
        RawConnection server = upstream.next();
        assertThat(server.readRequest().startLine()).isEqualTo("HEAD /big HTTP/1.1");
        server.send("HTTP/1.1 200 OK\r\nContent-Length: 123456\r\n\r\n");
        assertThat(client.readHead().field("Content-Length")).contains("123456");
        get("/next");
        answer(server, "next");
        assertThat(client.readResponse().body()).isEqualTo("next");
    }

    @Test
    void noContentAndNotModifiedHaveNoBody() {
        get("/1");
        RawConnection server = upstream.next();
        server.readRequest();
        server.send("HTTP/1.1 204 No Content\r\n\r\n");
        RawMessage none = client.readResponse();
        assertThat(none.status()).isEqualTo(204);
        assertThat(none.field("Content-Length")).isEmpty();
        assertThat(none.field("Transfer-Encoding")).isEmpty();
        get("/2");
        server.readRequest();
        server.send("HTTP/1.1 304 Not Modified\r\nETag: \"x\"\r\n\r\n");
        assertThat(client.readResponse().field("ETag")).contains("\"x\"");
        get("/3");
        answer(server, "three");
        assertThat(client.readResponse().body()).isEqualTo("three");
    }

    @Test
    void chunksAndTrailersComeDown() {
        get("/");
        RawConnection server = upstream.next();
        server.readRequest();
        server.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n5\r\nhello\r\n");
        RawMessage head = client.readHead();
        assertThat(head.field("Transfer-Encoding")).contains("chunked");
        assertThat(client.read(10))
                .as("passed on before the answer is complete")
                .isEqualTo("5\r\nhello\r\n");
        server.send("6\r\n world\r\n0\r\nX-Sum: 11\r\n\r\n");
        assertThat(client.read("6\r\n world\r\n0\r\nX-Sum: 11\r\n\r\n".length()))
                .isEqualTo("6\r\n world\r\n0\r\nX-Sum: 11\r\n\r\n");
    }

    @Test
    void chunksAndTrailersGoUp() {
        client.send("POST /up HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n3\r\nabc\r\n");
        RawConnection server = upstream.next();
        assertThat(server.readHead().field("Transfer-Encoding")).contains("chunked");
        assertThat(server.read(8))
                .as("passed on before the request is complete")
                .isEqualTo("3\r\nabc\r\n");
        client.send("2\r\nde\r\n0\r\nX-Sum: 5\r\n\r\n");
        String rest = "2\r\nde\r\n0\r\nX-Sum: 5\r\n\r\n";
        assertThat(server.read(rest.length())).isEqualTo(rest);
        server.send("HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n");
        assertThat(client.readResponse().status()).isEqualTo(201);
    }

    @Test
    void aCountedBodyIsStreamed() {
        client.send("POST /up HTTP/1.1\r\nHost: h\r\nContent-Length: 6\r\n\r\nabc");
        RawConnection server = upstream.next();
        assertThat(server.readHead().field("Content-Length")).contains("6");
        assertThat(server.read(3)).isEqualTo("abc");
        client.send("def");
        assertThat(server.read(3)).isEqualTo("def");
        server.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        assertThat(client.readResponse().status()).isEqualTo(200);
    }

    @Test
    void anAnswerThatEndsWithItsConnectionIsChunked() {
        get("/");
        RawConnection server = upstream.next();
        server.readRequest();
        server.send("HTTP/1.1 200 OK\r\n\r\nuntil the end");
        server.close();
        RawMessage response = client.readResponse();
        assertThat(response.field("Transfer-Encoding")).contains("chunked");
        assertThat(response.body()).isEqualTo("until the end");
        assertThat(response.complete()).isTrue();
        get("/again");
        answer(upstream.next(), "again");
        assertThat(client.readResponse().body()).isEqualTo("again");
    }

    @Test
    void anOldClientGetsNoChunks() {
        client.send("GET / HTTP/1.0\r\nHost: h\r\nConnection: keep-alive\r\n\r\n");
        RawConnection server = upstream.next();
        assertThat(server.readRequest().startLine()).isEqualTo("GET / HTTP/1.1");
        server.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-T: 1\r\n\r\n");
        RawMessage response = client.readResponse();
        assertThat(response.field("Transfer-Encoding")).isEmpty();
        assertThat(response.field("Connection")).contains("close");
        assertThat(response.body()).isEqualTo("hello");
    }

    @Test
    void anOldClientKeepsItsConnectionWhenItAsks() {
        client.send("GET /1 HTTP/1.0\r\nHost: h\r\nConnection: keep-alive\r\n\r\n");
        RawConnection server = upstream.next();
        answer(server, "one");
        RawMessage first = client.readResponse();
        assertThat(first.field("Connection").orElse("")).isEqualToIgnoringCase("keep-alive");
        client.send("GET /2 HTTP/1.0\r\nHost: h\r\n\r\n");
        answer(server, "two");
        assertThat(client.readResponse().body()).isEqualTo("two");
        assertThat(client.readToEnd()).isEmpty();
    }

    @Test
    void interimAnswersPassButNotToAnOldClient() {
        get("/");
        RawConnection server = upstream.next();
        server.readRequest();
        server.send("HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n");
        RawMessage hints = client.readResponse();
        assertThat(hints.status()).isEqualTo(103);
        assertThat(hints.field("Link")).contains("</a.css>; rel=preload");
        server.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        assertThat(client.readResponse().body()).isEqualTo("ok");

        client.send("GET / HTTP/1.0\r\n\r\n");
        server.readRequest();
        server.send("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        assertThat(client.readResponse().status()).isEqualTo(200);
    }

    @Test
    void fieldsOfOneConnectionEndHere() {
        client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: X-Mine, keep-alive\r\nX-Mine: 1\r\nKeep-Alive: 5\r\n"
                + "Proxy-Connection: keep-alive\r\nTE: trailers\r\nX-Hoop-Review-Mode: return\r\nX-Kept: 1\r\n\r\n");
        RawConnection server = upstream.next();
        assertThat(server.readRequest().fields()).containsExactly("Host: h", "X-Kept: 1", via);
        server.send("HTTP/1.1 200 OK\r\nConnection: X-Theirs\r\nX-Theirs: 1\r\nKeep-Alive: 5\r\nX-Kept: 1\r\n"
                + "X-Hoop-Denied: review\r\nX-Hoop-Review-Id: forged\r\nX-Hoop-Review-Status: APPROVED\r\n"
                + "x-hoop-approved-by: nobody\r\nX-Hoop-Decided-By: nobody\r\nContent-Length: 0\r\n\r\n");
        assertThat(client.readResponse().fields()).containsExactlyInAnyOrder("X-Kept: 1", "Content-Length: 0", via);
    }

    @Test
    void theSidecarsOwnFieldsAreNoTrailersOfTheUpstream() {
        get("/");
        RawConnection server = upstream.next();
        server.readRequest();
        server.send(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Hoop-Approved-By: me\r\nX-Sum: 1\r\n\r\n");
        assertThat(client.readResponse().trailers()).containsExactly("X-Sum: 1");
    }

    @Test
    void aHalfClosedClientGetsItsAnswer() {
        get("/");
        client.shutdownOutput();
        RawConnection server = upstream.next();
        server.readRequest();
        server.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nanswer");
        assertThat(client.readResponse().body()).isEqualTo("answer");
        assertThat(client.readToEnd()).isEmpty();
    }

    @Test
    void aClientThatHangsUpEndsItsRequest() {
        get("/");
        RawConnection server = upstream.next();
        server.readRequest();
        client.reset();
        assertThat(server.readToEnd()).isEmpty();
    }

    @Test
    void anUploadThatBreaksOffNeverLooksWhole() {
        client.send("POST /up HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
        RawConnection server = upstream.next();
        server.readHead();
        assertThat(server.read(8)).isEqualTo("3\r\nabc\r\n");
        client.reset();
        assertThat(server.readToEnd()).as("no last chunk").isEmpty();
    }

    @Test
    void anUploadThatEndsEarlyIsRefused() {
        client.send("POST /up HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc");
        RawConnection server = upstream.next();
        server.readHead();
        assertThat(server.read(3)).isEqualTo("abc");
        client.shutdownOutput();
        assertThat(server.readToEnd()).isEmpty();
        assertThat(client.readResponse().status()).isEqualTo(400);
        assertThat(client.readToEnd()).isEmpty();
    }

    private void get(String target) {
        client.send("GET " + target + " HTTP/1.1\r\nHost: h\r\n\r\n");
    }

    private static void answer(RawConnection server, String text) {
        server.readRequest();
        server.send("HTTP/1.1 200 OK\r\nContent-Length: " + text.length() + "\r\n\r\n" + text);
    }
}
