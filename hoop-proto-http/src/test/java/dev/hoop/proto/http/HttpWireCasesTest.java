package dev.hoop.proto.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testkit.http.RawConnection;
import dev.hoop.testkit.http.RawHttpUpstream;
import dev.hoop.testkit.http.RawMessage;
import dev.hoop.testkit.plane.ScriptedControlPlane;
import dev.hoop.testkit.wire.WireJournal;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of HTTP wire cases, by its ids, against a listener with real rules. Cases 5, 6, 10, 11: {@code session}. */
class HttpWireCasesTest {

    private static final String RULES = """
            guardrails:
              rules:
                - {name: no-admin, type: http_resource, resources: [/admin/**], message: admin is closed}
                - {name: transfers, type: http_resource, resources: [/transfers], action: require_review}
            review: {approval_rule: billing-approvers}
            """;

    @TempDir
    private Path directory;

    private final ScriptedControlPlane plane = ScriptedControlPlane.start();
    private RawHttpUpstream upstream;
    private ConfiguredSidecar sidecar;

    @BeforeEach
    void start() throws Exception {
        upstream = RawHttpUpstream.answering(
                new WireJournal(), request -> RawHttpUpstream.response(200, request.secondWord()));
        sidecar = ConfiguredSidecar.start(directory, upstream, plane.service(), RULES);
    }

    @AfterEach
    void stop() {
        sidecar.close();
        upstream.close();
        plane.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 5\r\nContent-Length:\r\n 6\r\n",
                "Content-Length: 5\r\nX-Folded: a\r\n\tb\r\n",
            })
    void case1FoldedLines(String fields) throws Exception {
        refused("POST / HTTP/1.1\r\nHost: h\r\n" + fields + "\r\nhello!");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
                "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
                "Transfer-Encoding: xchunked\r\n",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
                "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
                "Transfer-Encoding:\tchunked\r\nContent-Length: 5\r\n",
                "Transfer-Encoding: \u000bchunked\r\n",
                "Transfer-Encoding : chunked\r\n",
                "Content-Length: 5\r\nContent-Length: 6\r\n",
                "Content-Length: 5, 6\r\n",
                "Content-Length: +5\r\n",
            })
    void case4FramingThatCanBeReadInTwoWays(String fields) throws Exception {
        refused("POST / HTTP/1.1\r\nHost: h\r\n" + fields + "\r\n0\r\n\r\nGET /admin/x HTTP/1.1\r\nHost: h\r\n\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/admin/x",
                "/info/../admin/x",
                "/info/../admin",
                "//admin",
                "//admin/x",
                "/admin%2fx",
                "/admin%2Fx",
                "/%2e%2e/admin/x",
                "/info/%2e%2e/admin/x",
                "/info/%2E./admin/x",
                "/info/..%2fadmin/x",
                "/info/..;/admin/x",
                "/%61dmin/x",
                "/admin;p=1/x",
                "/admin;p=1",
                "/./admin/x",
                "/admin//x",
                "/admin\\x",
                "/admin%5cx",
                "/info%2f..%2fadmin%2fx",
                "http://h/admin/x",
            })
    void case7NoReadingSlipsPastARule(String target) throws Exception {
        try (RawConnection client = sidecar.connect()) {
            client.send("GET " + target + " HTTP/1.1\r\nHost: h\r\n\r\n");
            RawMessage answer = client.readResponse();
            assertThat(answer.status()).isIn(400, 403);
            if (answer.status() == 403) {
                assertThat(answer.body()).isEqualTo("admin is closed");
                assertThat(answer.field("X-Hoop-Denied")).contains("policy");
            }
        }
        assertThat(upstream.connections()).isZero();
    }

    @Test
    void case7AFragmentIsRefused() throws Exception {
        refused("GET /info#/../admin HTTP/1.1\r\nHost: h\r\n\r\n");
    }

    @ParameterizedTest
    @CsvSource({
        "/files/a%2Fb, /files/a%2Fb",
        "/info/../files/x, /files/x",
        "/files//x, /files//x",
        "/administrators, /administrators",
        "http://h/files/x?y=z, /files/x?y=z",
        "/files;p=1/x, /files;p=1/x"
    })
    void case7WhatIsMeantLiterallyStillArrives(String target, String forwarded) throws Exception {
        try (RawConnection client = sidecar.connect()) {
            client.send("GET " + target + " HTTP/1.1\r\nHost: h\r\n\r\n");
            assertThat(client.readResponse().body()).isEqualTo(forwarded);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                "GET http://a/ HTTP/1.1\r\nHost: b\r\n\r\n",
                "GET / HTTP/1.1\nHost: a\n\n",
                "GET /a\u0001 HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;\r\nhello\r\n0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhelloX0\r\n\r\n"
            })
    void whatHasNoConsistentReadingIsRefused(String request) throws Exception {
        refused(request);
    }

    @Test
    void connectOpensNoTunnel() throws Exception {
        try (RawConnection client = sidecar.connect()) {
            client.send("CONNECT other.example.com:443 HTTP/1.1\r\nHost: other.example.com:443\r\n\r\n");
            RawMessage answer = client.readResponse();
            assertThat(answer.status()).isIn(405, 501);
            assertThat(answer.body()).isNotEmpty();
            assertThat(client.readToEnd()).isEmpty();
        }
        assertThat(upstream.connections()).isZero();
    }

    @Test
    void case12NoByteBeforeTheDecision() throws Exception {
        for (String mode : new String[] {"hold", "return"}) {
            int reviews = plane.reviews().all().size();
            try (RawConnection client = sidecar.connect()) {
                client.send("POST /transfers HTTP/1.1\r\nHost: h\r\nContent-Length: 7\r\nX-Hoop-Review-Mode: " + mode
                        + "\r\n\r\n");
                for (String part : "abcdefg".split("")) {
                    assertThat(plane.reviews().all())
                            .as("nothing is filed in parts")
                            .hasSize(reviews);
                    client.send(part);
                }
                var review = plane.reviews().await(reviews);
                assertThat(review.text()).isEqualTo("POST /transfers\n\nabcdefg");
                assertThat(upstream.bytesReceived()).isZero();
                if (mode.equals("return")) {
                    assertThat(client.readResponse().field("X-Hoop-Review-Id"))
                            .contains(review.id().value());
                } else {
                    assertThat(client.available()).isZero();
                    plane.reviews().reject(review.id(), "not today");
                    assertThat(client.readResponse().body()).contains("rejected: not today");
                }
                assertThat(upstream.bytesReceived()).isZero();
            }
        }
    }

    /** Refused on a connection of its own, which then ends; nothing reaches the upstream but what was streamed, uncompleted. */
    private void refused(String request) throws Exception {
        try (RawConnection client = sidecar.connect()) {
            client.send(request);
            RawMessage answer = client.readResponse();
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.field("Connection")).contains("close");
            assertThat(answer.field("Content-Type").orElse("")).startsWith("text/plain");
            assertThat(answer.body()).isNotEmpty();
            assertThat(client.readToEnd()).isEmpty();
        }
        assertThat(upstream.requests().stream().filter(RawMessage::complete)).isEmpty();
    }
}
