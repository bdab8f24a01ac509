package dev.hoop.proto.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testkit.http.RawConnection;
import dev.hoop.testkit.http.RawHttpClient;
import dev.hoop.testkit.http.RawHttpUpstream;
import dev.hoop.testkit.http.RawMessage;
import dev.hoop.testkit.sidecar.TestSidecar;
import dev.hoop.testkit.wire.WireJournal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A rule that is only observed refuses nothing, not even for want of reading a body. */
class ObserveModeTest {

    private final RawHttpUpstream upstream =
            RawHttpUpstream.answering(new WireJournal(), request -> RawHttpUpstream.response(200, "done"));

    private final TestSidecar sidecar = TestSidecar.start("""
            listeners:
              - name: api
                protocol: http
                listen: 127.0.0.1:0
                upstream: "%s"
                http: {max_body_bytes: 16}
                guardrails:
                  mode: observe
                  rules:
                    - {name: no-drop, type: deny_words_list, words: [drop]}
            """.formatted(upstream.hostAndPort()));

    @AfterEach
    void stop() {
        sidecar.close();
        upstream.close();
    }

    @Test
    void whatMatchesIsRecordedAndGoesOn() throws Exception {
        assertThat(send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\ndrop")
                        .status())
                .isEqualTo(200);

        sidecar.audit().await("statement", record -> record.toString().contains("no-drop"));
    }

    @Test
    void aBodyThatIsTooLargeToLookAtGoesOn() throws Exception {
        assertThat(send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 20\r\n\r\n" + "x".repeat(20))
                        .status())
                .isEqualTo(200);
        assertThat(upstream.requests().get(0).body()).isEqualTo("x".repeat(20));
    }

    @Test
    void aBodyOfUnknownLengthOrCompressedGoesOn() throws Exception {
        assertThat(send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n14\r\n" + "x".repeat(20)
                                + "\r\n0\r\n\r\n")
                        .status())
                .isEqualTo(200);
        assertThat(send("POST / HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nxxxx")
                        .status())
                .isEqualTo(200);
    }

    private RawMessage send(String request) throws Exception {
        try (RawConnection client = RawHttpClient.connect(sidecar.address("api"))) {
            return client.send(request).readResponse();
        }
    }
}
