package dev.hoop.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.review.ReviewId;
import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.plane.Trouble;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client may send that is no call of a tool; afterwards the server must be there as before. */
class HostileInputTest {

    private final McpFixture mcp = McpFixture.start();

    @AfterEach
    void end() {
        assertThat(mcp.caller().tool("review_list", "{}").status()).isEqualTo(200);
        mcp.close();
    }

    private McpCaller.Answer post(String body) {
        return RawCall.to(mcp.port()).post("", body);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "}",
                "nonsense",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} {}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"ping\"}",
                "{'jsonrpc':'2.0'}",
                "{\"jsonrpc\":\"2.0\",\"id\":NaN,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":01,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":\"\u0000\",\"method\":\"ping\"}",
                "\uFEFF[1"
            })
    void whatIsNotJson(String body) {
        McpCaller.Answer answer = post(body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.error().path("code").intValue()).isEqualTo(-32700);
        assertThat(answer.message().has("id")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "5",
                "\"ping\"",
                "[]",
                "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]",
                "{}",
                "{\"id\":1,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}",
                "{\"jsonrpc\":2.0,\"id\":1,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1}",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":true,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1e400,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":5}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":null}"
            })
    void whatIsJsonAndNoMessage(String body) {
        McpCaller.Answer answer = post(body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.error().path("code").intValue()).isEqualTo(-32600);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"name":5}                                            | -32602
            {"arguments":{}}                                      | -32602
            {"name":"review_status","arguments":[]}               | -32602
            {"name":"review_status","arguments":"x"}              | -32602
            {"name":"constructor","arguments":{}}                 | -32602
            {"name":"review_wait","arguments":{"id":"x"},"_meta":{"progressToken":{}}} | -32602
            """)
    void whatIsNoCallOfATool(String params, int code) {
        McpCaller.Answer answer =
                post("{\"jsonrpc\":\"2.0\",\"id\":\"abc\",\"method\":\"tools/call\",\"params\":" + params + "}");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.error().path("code").intValue()).isEqualTo(code);
        assertThat(answer.message().path("id").asText()).isEqualTo("abc");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e400", "-1e400", "1e-400", "123456789012345678901234567890", "-0"})
    void numbersBeyondAllBounds(String number) {
        ReviewId review = mcp.file("DELETE /invoices/7");
        mcp.plane().reviews().approve(review);

        String answer = RawCall.to(mcp.port())
                .exchange(request(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"review_wait\","
                                + "\"arguments\":{\"id\":\"" + review + "\",\"timeout_seconds\":" + number + "}}}"));

        assertThat(answer).contains("200 OK", "APPROVED");
    }

    @Test
    void aNumberOfAThousandDigitsIsRefused() {
        assertThat(post("{\"jsonrpc\":\"2.0\",\"id\":" + "9".repeat(2000) + ",\"method\":\"ping\"}")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void nestingIsBounded() {
        for (String open : List.of("[", "{\"a\":")) {
            String body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"a\":" + open.repeat(8_000);

            McpCaller.Answer answer = post(body);

            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.error().path("code").intValue()).isEqualTo(-32700);
        }
    }

    @Test
    void bodiesAreBounded() {
        String huge = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"x\":\"" + "x".repeat(70_000) + "\"}";

        assertThat(post(huge).status()).isEqualTo(413);
        String chunked = RawCall.to(mcp.port())
                .exchange(("POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
                                + "transfer-encoding: chunked\r\n\r\n"
                                + ("2000\r\n" + "x".repeat(0x2000) + "\r\n").repeat(9))
                        .getBytes(StandardCharsets.UTF_8));
        assertThat(chunked).startsWith("HTTP/1.1 413");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain",
                "application/x-www-form-urlencoded",
                "multipart/form-data",
                "application/json-rpc",
                "application/jsonp",
                "application/json, text/plain",
                ""
            })
    void otherContentTypesAreRefused(String type) {
        McpCaller.Answer answer = mcp.caller().with("content-type", type).post("{}");

        assertThat(answer.status()).isEqualTo(415);
        assertThat(answer.error().path("message").asText()).isEqualTo("send Content-Type: application/json");
    }

    @ParameterizedTest
    @CsvSource({
        "'application/json', 406",
        "'text/event-stream', 406",
        "'text/html', 406",
        "'application/json, text/html', 406",
        "'application/json, text/event-stream', 200",
        "'text/event-stream;q=0.5, APPLICATION/JSON;q=0.9', 200",
        "'*/*', 200",
        "'application/*, text/*', 200"
    })
    void aClientMustTakeBothKindsOfAnswers(String accept, int status) {
        McpCaller.Answer answer =
                mcp.caller().with("accept", accept).post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");

        assertThat(answer.status()).isEqualTo(status);
    }

    @Test
    void contentTypesMayHaveParameters() {
        assertThat(mcp.caller()
                        .with("content-type", "Application/JSON; charset=utf-8")
                        .post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void otherPathsAreNotThere() {
        for (String path : List.of("/", "/mcp/", "/mcp/x", "/MCP", "/.well-known/oauth-protected-resource")) {
            String answer = RawCall.to(mcp.port())
                    .exchange(("POST " + path + " HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n"
                                    + "content-length: 0\r\n\r\n")
                            .getBytes(StandardCharsets.UTF_8));
            assertThat(answer).as(path).startsWith("HTTP/1.1 404");
        }
    }

    @Test
    void aBodyThatStopsHalfwayKeepsNobodyElseWaiting() throws IOException {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 200; i++) {
                Socket socket = RawCall.to(mcp.port()).open();
                slow.add(socket);
                socket.getOutputStream()
                        .write(("POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
                                        + "content-length: 100\r\n\r\n{\"json")
                                .getBytes(StandardCharsets.US_ASCII));
            }
            assertThat(mcp.caller().tool("review_list", "{}").status()).isEqualTo(200);
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    @Test
    void aBodyInSingleOctetsIsReadAll() throws IOException {
        byte[] request = request("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
        try (Socket socket = RawCall.to(mcp.port()).open()) {
            socket.setTcpNoDelay(true);
            for (byte octet : request) {
                socket.getOutputStream().write(octet);
            }
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("\"result\":{}");
        }
    }

    @Test
    void aClientThatLeavesInTheMiddleOfAWaitEndsIt() throws IOException {
        ReviewId review = mcp.file("DELETE /invoices/7");
        try (Socket socket = waiting(review)) {
            Eventually.await(() -> mcp.server().waiting() == 1, Eventually.SOON, "it waits");
            socket.close();
            Eventually.await(() -> mcp.server().waiting() == 0, Eventually.SOON, "it waits no more");
        }
        try (Socket socket = waiting(review)) {
            Eventually.await(() -> mcp.server().waiting() == 1, Eventually.SOON, "it waits");
            socket.setSoLinger(true, 0);
            socket.close();
            Eventually.await(() -> mcp.server().waiting() == 0, Eventually.SOON, "a reset ends it, too");
        }
    }

    @Test
    void aClientThatSpeaksInTheMiddleOfAWaitIsCutOff() throws IOException {
        ReviewId review = mcp.file("DELETE /invoices/7");
        try (Socket socket = waiting(review)) {
            Eventually.await(() -> mcp.server().waiting() == 1, Eventually.SOON, "it waits");
            socket.getOutputStream().write(request("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"));
            Eventually.await(() -> mcp.server().waiting() == 0, Eventually.SOON, "it waits no more");
        }
    }

    @Test
    void aClientThatLeavesWhileThePlaneIsSlowLeavesNothingBehind() throws IOException {
        ReviewId review = mcp.file("DELETE /invoices/7");
        mcp.plane().trouble(Trouble.SLOW);
        try (Socket socket = waiting(review)) {
            Eventually.await(() -> mcp.server().waiting() == 1, Eventually.SOON, "it waits");
            socket.close();
            Eventually.await(() -> mcp.server().waiting() == 0, Eventually.SOON, "it waits no more");
        }
        mcp.plane().trouble(Trouble.NONE);
    }

    private Socket waiting(ReviewId review) throws IOException {
        Socket socket = RawCall.to(mcp.port()).open();
        socket.getOutputStream()
                .write(request(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"review_wait\","
                                + "\"arguments\":{\"id\":\"" + review + "\"}}}"));
        return socket;
    }

    private static byte[] request(String body) {
        return ("POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
                        + "accept: application/json, text/event-stream\r\nconnection: close\r\ncontent-length: "
                        + body.length() + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.UTF_8);
    }
}
