package dev.hoop.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Sends bytes that no HTTP library would, and reads what comes back. */
final class RawClient implements AutoCloseable {

    private final Socket socket;

    RawClient(InetSocketAddress address) throws IOException {
        socket = new Socket();
        socket.setSoTimeout(20_000);
        socket.connect(address);
    }

    RawClient send(String bytes) throws IOException {
        socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        return this;
    }

    void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** Everything up to the server's close. */
    String readToEnd() throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Reads until the text has been seen; fails at the end of the stream. */
    String readUntil(String text) throws IOException {
        ByteArrayOutputStream seen = new ByteArrayOutputStream();
        InputStream in = socket.getInputStream();
        while (!seen.toString(StandardCharsets.UTF_8).contains(text)) {
            int next = in.read();
            if (next < 0) {
                throw new AssertionError("the stream ended after: " + seen.toString(StandardCharsets.UTF_8));
            }
            seen.write(next);
        }
        return seen.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
