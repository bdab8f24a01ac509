package dev.hoop.testkit.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One end of a connection, read and written in bytes. Text is ISO-8859-1: one character for each byte. Reads block the
 * calling thread and fail after {@link #TIMEOUT}.
 */
public final class RawConnection implements AutoCloseable {

    /** How long a read waits before the test fails. */
    public static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final Socket socket;
    private final InputStream in;

    RawConnection(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) TIMEOUT.toMillis());
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    /** Writes text as it stands. */
    public RawConnection send(String text) {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Writes bytes as they stand. */
    public RawConnection send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads one request with its body. */
    public RawMessage readRequest() {
        RawMessage head = readHead();
        return readBody(head, false);
    }

    /** Reads one response with its body, interim ones included. */
    public RawMessage readResponse() {
        RawMessage head = readHead();
        int status = head.status();
        boolean bodiless = status < 200 || status == 204 || status == 304;
        return bodiless ? head : readBody(head, true);
    }

    /** Reads a message's head: up to its empty line, and nothing of its body. */
    public RawMessage readHead() {
        String startLine = readLine();
        return new RawMessage(startLine, readFieldLines(), "", List.of(), true);
    }

    /** Reads exactly that many bytes. */
    public String read(int count) {
        try {
            byte[] bytes = in.readNBytes(count);
            if (bytes.length < count) {
                throw new EOFException("the connection ended after " + bytes.length + " of " + count + " bytes");
            }
            return text(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads everything until the peer ends its direction, or resets. */
    public String readToEnd() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try {
            int next;
            while ((next = in.read()) >= 0) {
                all.write(next);
            }
        } catch (SocketException e) {
            // A reset ends the stream as well.
            return text(all.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text(all.toByteArray());
    }

    /** How many bytes can be read now. */
    public int available() {
        try {
            return in.available();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends this end's direction and goes on reading. */
    public void shutdownOutput() {
        try {
            socket.shutdownOutput();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the connection with a reset. */
    public void reset() {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private RawMessage readBody(RawMessage head, boolean untilClose) {
        String coding = head.field("Transfer-Encoding").orElse("").toLowerCase(Locale.ROOT);
        if (coding.endsWith("chunked")) {
            return readChunked(head);
        }
        if (head.field("Content-Length").isPresent()) {
            int length = Integer.parseInt(head.field("Content-Length").get());
            return readCounted(head, length);
        }
        return untilClose ? with(head, readToEnd(), List.of(), true) : head;
    }

    private RawMessage readCounted(RawMessage head, int length) {
        try {
            byte[] bytes = in.readNBytes(length);
            return with(head, text(bytes), List.of(), bytes.length == length);
        } catch (SocketException e) {
            return with(head, "", List.of(), false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private RawMessage readChunked(RawMessage head) {
        StringBuilder body = new StringBuilder();
        try {
            while (true) {
                int size = Integer.parseInt(readLine().split(";", 2)[0].strip(), 16);
                if (size == 0) {
                    return with(head, body.toString(), readFieldLines(), true);
                }
                body.append(read(size));
                readLine();
            }
        } catch (UncheckedIOException e) {
            return with(head, body.toString(), List.of(), false);
        }
    }

    private List<String> readFieldLines() {
        List<String> lines = new ArrayList<>();
        for (String line = readLine(); !line.isEmpty(); line = readLine()) {
            lines.add(line);
        }
        return lines;
    }

    private String readLine() {
        StringBuilder line = new StringBuilder();
        try {
            while (true) {
                int next = in.read();
                if (next < 0) {
                    throw new EOFException("the connection ended within a line: " + line);
                }
                if (next == '\n') {
                    int end = line.length();
                    return end > 0 && line.charAt(end - 1) == '\r' ? line.substring(0, end - 1) : line.toString();
                }
                line.append((char) next);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RawMessage with(RawMessage head, String body, List<String> trailers, boolean complete) {
        return new RawMessage(head.startLine(), head.fields(), body, trailers, complete);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
