package dev.hoop.testkit.http;

import dev.hoop.testkit.wire.WireConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One end of a connection, written in bytes and read in bytes or as HTTP/1.1 messages. Text is ISO-8859-1: one character
 * for each byte. Reads block the calling thread and fail after {@link WireConnection#PATIENCE}.
 */
public final class RawConnection implements AutoCloseable {

    private static final byte[] LINE_FEED = {'\n'};

    private final WireConnection wire;

    /** Reads HTTP/1.1 off a connection, and closes it in the end. */
    public RawConnection(WireConnection wire) {
        this.wire = wire;
    }

    /** The bytes underneath: everything that was received, how it ended, and waiting for either. */
    public WireConnection wire() {
        return wire;
    }

    /** Writes text as it stands. */
    public RawConnection send(String text) {
        wire.send(text);
        return this;
    }

    /** Writes bytes as they stand. */
    public RawConnection send(byte[] bytes) {
        wire.send(bytes);
        return this;
    }

    /** Sends a GET for the target with a {@code Host} and no other field. */
    public RawConnection get(String target) {
        return send("GET " + target + " HTTP/1.1\r\nHost: upstream.example.com\r\n\r\n");
    }

    /** Reads one request with its body. */
    public RawMessage readRequest() {
        return readBody(readHead(), false);
    }

    /** Reads one response with its body, interim ones included. */
    public RawMessage readResponse() {
        RawMessage head = readHead();
        int status = head.status();
        boolean bodiless = status < 200 || status == 204 || status == 304;
        return bodiless ? head : readBody(head, true);
    }

    /** Reads a message's head: up to its empty line, and nothing of its body. An answer to HEAD has no more. */
    public RawMessage readHead() {
        String startLine = readLine();
        List<String> fields = new ArrayList<>();
        for (String line = readLine(); !line.isEmpty(); line = readLine()) {
            fields.add(line);
        }
        return new RawMessage(startLine, fields, "", List.of(), true);
    }

    /** Reads exactly that many bytes. */
    public String read(int count) {
        return text(wire.take(count));
    }

    /** Reads everything until the peer ends its direction, or resets. */
    public String readToEnd() {
        return text(wire.takeToEnd());
    }

    /** How many bytes were received and not read yet. */
    public int available() {
        return wire.untaken().length;
    }

    /** Ends this end's direction and goes on reading. */
    public void shutdownOutput() {
        wire.halfClose();
    }

    /** Ends the connection with a reset. */
    public void reset() {
        wire.reset();
    }

    @Override
    public void close() {
        wire.close();
    }

    private RawMessage readBody(RawMessage head, boolean untilClose) {
        String coding = head.field("Transfer-Encoding").orElse("").toLowerCase(Locale.ROOT);
        if (coding.endsWith("chunked")) {
            return readChunked(head);
        }
        Optional<String> length = head.field("Content-Length");
        if (length.isPresent()) {
            int count = Integer.parseInt(length.get());
            byte[] body = wire.takeUpTo(count);
            return head.with(text(body), List.of(), body.length == count);
        }
        return untilClose ? head.with(readToEnd(), List.of(), true) : head;
    }

    private RawMessage readChunked(RawMessage head) {
        StringBuilder body = new StringBuilder();
        for (Optional<String> line = tryReadLine(); line.isPresent(); line = tryReadLine()) {
            int size = Integer.parseInt(line.get().split(";", 2)[0].strip(), 16);
            if (size == 0) {
                return readTrailers(head, body.toString());
            }
            body.append(text(wire.takeUpTo(size)));
            tryReadLine();
        }
        return head.with(body.toString(), List.of(), false);
    }

    private RawMessage readTrailers(RawMessage head, String body) {
        List<String> trailers = new ArrayList<>();
        for (Optional<String> line = tryReadLine(); line.isPresent(); line = tryReadLine()) {
            if (line.get().isEmpty()) {
                return head.with(body, trailers, true);
            }
            trailers.add(line.get());
        }
        return head.with(body, trailers, false);
    }

    private String readLine() {
        return line(wire.takeThrough(LINE_FEED));
    }

    private Optional<String> tryReadLine() {
        return wire.tryTakeThrough(LINE_FEED).map(RawConnection::line);
    }

    private static String line(byte[] bytes) {
        int length = bytes.length - 1;
        return text(bytes).substring(0, length > 0 && bytes[length - 1] == '\r' ? length - 1 : length);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
