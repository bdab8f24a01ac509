package dev.hoop.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.web.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A request on a socket of its own, with a head as the test writes it. */
final class RawCall {

    private static final int PATIENCE_MILLIS = 20_000;

    private final int port;

    private RawCall(int port) {
        this.port = port;
    }

    static RawCall to(int port) {
        return new RawCall(port);
    }

    /** A well-formed request but for what is given. */
    McpCaller.Answer post(String headers, String body) {
        return send("POST /mcp HTTP/1.1\r\nhost: localhost:" + port + "\r\ncontent-type: application/json\r\n"
                + "accept: application/json, text/event-stream\r\nconnection: close\r\n" + headers + "content-length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body);
    }

    /** All of a request; the answer's end is the connection's. */
    McpCaller.Answer send(String request) {
        String answer = exchange(request.getBytes(StandardCharsets.UTF_8));
        int end = answer.indexOf("\r\n\r\n");
        if (end < 0) {
            throw new AssertionError("no answer but: " + answer);
        }
        int status = Integer.parseInt(answer.substring(9, 12));
        String body = answer.substring(end + 4);
        List<JsonNode> messages = body.startsWith("{") ? List.of(Json.read(body)) : List.of();
        Map<String, String> headers = new LinkedHashMap<>();
        for (String line : answer.substring(0, end).split("\r\n")) {
            int colon = line.indexOf(": ");
            if (colon > 0) {
                headers.put(line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 2));
            }
        }
        return new McpCaller.Answer(status, headers, body, messages);
    }

    /** Sends, and reads until the other side closes. */
    String exchange(byte[] request) {
        try (Socket socket = open()) {
            OutputStream out = socket.getOutputStream();
            out.write(request);
            out.flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A connection. */
    Socket open() {
        try {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(PATIENCE_MILLIS);
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
