package dev.hoop.testkit.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hoop.testkit.tls.TestAuthority;
import dev.hoop.testkit.wire.WireConnection;
import dev.hoop.testkit.wire.WireJournal;
import java.io.IOException;
import java.security.cert.CertPathBuilderException;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;

class RawHttpTest {

    private final WireJournal journal = new WireJournal();

    @Test
    void answersPipelinedRequestsInOrder() throws IOException {
        try (RawHttpUpstream server = RawHttpUpstream.answering(
                        journal, request -> RawHttpUpstream.response(200, request.secondWord()));
                RawConnection client = RawHttpClient.connect(server.address())) {
            client.send(
                    "GET /a HTTP/1.1\r\nHost: h\r\n\r\nPOST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nxyz");

            assertThat(client.readResponse().body()).isEqualTo("/a");
            assertThat(client.readResponse().body()).isEqualTo("/b");
            assertThat(server.requests().get(1).body()).isEqualTo("xyz");
        }
    }

    @Test
    void readsInterimAnswersChunksTrailersAndBodiesThatRunToTheEnd() throws IOException {
        try (RawHttpUpstream server = RawHttpUpstream.start();
                RawConnection client = RawHttpClient.connect(server.address()).get("/")) {
            RawConnection upstream = server.next();
            assertThat(upstream.readRequest().secondWord()).isEqualTo("/");
            upstream.send("HTTP/1.1 103 Early\r\nLink: x\r\n\r\n");
            upstream.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
            upstream.send("3;a=b\r\nabc\r\n2\r\nde\r\n0\r\nDone: yes\r\n\r\n");
            upstream.send("HTTP/1.0 200 OK\r\n\r\nto the end").close();

            assertThat(client.readResponse().status()).isEqualTo(103);
            RawMessage chunked = client.readResponse();
            assertThat(chunked.body()).isEqualTo("abcde");
            assertThat(chunked.trailers()).containsExactly("Done: yes");
            assertThat(chunked.complete()).isTrue();
            assertThat(client.readResponse().body()).isEqualTo("to the end");
            assertThat(client.wire().awaitEnd()).isEqualTo(WireConnection.End.CLOSED);
        }
    }

    @Test
    void tellsAMessageThatWasCutOff() throws IOException {
        for (String cut : new String[] {
            "Content-Length: 4\r\n\r\nabc",
            "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n4\r\n",
            "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nDone: y"
        }) {
            try (RawHttpUpstream server = RawHttpUpstream.start();
                    RawConnection client = RawHttpClient.connect(server.address())) {
                server.next().send("HTTP/1.1 200 OK\r\n" + cut).close();

                RawMessage message = client.readResponse();
                assertThat(message.body()).isEqualTo("abc");
                assertThat(message.complete()).isFalse();
            }
        }
    }

    @Test
    void keepsOneOrderOfWhatBothSidesSawAndOfTheTestsOwnMarks() throws IOException {
        try (RawHttpUpstream server = RawHttpUpstream.start(journal);
                RawConnection client = RawHttpClient.connect(server.address(), journal)) {
            client.send("GET / HTTP/1.1\r\n");
            RawConnection upstream = server.next();
            upstream.wire().awaitBytes(16);
            journal.mark("half sent");
            client.send("Host: h\r\n\r\n");
            upstream.readRequest();

            assertThat(journal.receivedBefore("half sent", "upstream"))
                    .asString(US_ASCII)
                    .isEqualTo("GET / HTTP/1.1\r\n");
            assertThat(journal.entries().stream().map(WireJournal.Entry::peer))
                    .containsExactly("client", "upstream-0", "half sent", "client", "upstream-0");
        }
    }

    @Test
    void tellsAnOrderlyEndFromAReset() throws IOException {
        try (RawHttpUpstream server = RawHttpUpstream.start();
                RawConnection first = RawHttpClient.connect(server.address());
                RawConnection second = RawHttpClient.connect(server.address())) {
            server.next().reset();
            server.next().close();

            assertThat(Stream.of(first, second).map(client -> client.wire().awaitEnd()))
                    .containsExactly(WireConnection.End.BROKEN, WireConnection.End.CLOSED);
        }
    }

    @Test
    void answersAfterAHalfClose() throws IOException {
        try (RawHttpUpstream server = RawHttpUpstream.start();
                RawConnection client = RawHttpClient.connect(server.address())) {
            client.shutdownOutput();
            RawConnection upstream = server.next();
            assertThat(upstream.readToEnd()).isEmpty();
            upstream.send("HTTP/1.1 204 Late\r\n\r\n");

            assertThat(client.readResponse().status()).isEqualTo(204);
        }
    }

    @Test
    void pushesBackWhenNobodyTakesWhatComes() throws IOException {
        try (RawHttpUpstream server = RawHttpUpstream.start();
                RawConnection client = RawHttpClient.connect(server.address(), 4 * 1024)) {
            int total = 16 * 1024 * 1024;
            byte[] block = new byte[1024 * 1024];
            Thread sender = new Thread(() -> {
                RawConnection upstream = server.next();
                for (int sent = 0; sent < total; sent += block.length) {
                    upstream.send(block);
                }
            });
            sender.start();

            client.wire().awaitBytes(1);
            assertThat(client.wire().received().length).isLessThan(total / 2);
            int read = 0;
            for (; read < total; read += block.length) {
                client.read(block.length);
            }
            assertThat(read).isEqualTo(total);
        }
    }

    @Test
    void showsWhatWasReceivedWhenAReadEndsInVain() throws IOException {
        try (RawHttpUpstream server = RawHttpUpstream.start();
                RawConnection client = RawHttpClient.connect(server.address())) {
            server.next().send("HTTP/1.1 2").close();

            assertThatThrownBy(client::readResponse)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("ended before")
                    .hasMessageContaining("HTTP/1.1 2");
        }
    }

    @Test
    void speaksTlsWithMaterialMadeOnTheSpot() throws IOException {
        TestAuthority authority = TestAuthority.create();
        try (RawHttpUpstream server = RawHttpUpstream.answeringTls(
                        journal,
                        authority.showing(authority.issueForLoopback()),
                        request -> RawHttpUpstream.response(200, "secret"));
                RawConnection client =
                        RawHttpClient.connectTls(server.address(), authority.trusting(), "localhost", "http/1.1")) {
            assertThat(client.get("/").readResponse().body()).isEqualTo("secret");
            assertThat(((SSLSocket) client.wire().socket()).getSession().getProtocol())
                    .isEqualTo("TLSv1.3");
        }
    }

    @Test
    void trustsNeitherAnotherAuthorityNorAnotherName() {
        TestAuthority authority = TestAuthority.create();
        try (RawHttpUpstream server = RawHttpUpstream.answeringTls(
                journal,
                authority.showing(authority.issue("upstream.example.com")),
                request -> RawHttpUpstream.response(200, ""))) {
            assertThatThrownBy(() -> RawHttpClient.connectTls(
                            server.address(), TestAuthority.create().trusting(), "upstream.example.com"))
                    .hasRootCauseInstanceOf(CertPathBuilderException.class);
            assertThatThrownBy(() -> RawHttpClient.connectTls(server.address(), authority.trusting(), "localhost"))
                    .hasMessageContaining("No subject alternative DNS name matching localhost found");
        }
    }
}
