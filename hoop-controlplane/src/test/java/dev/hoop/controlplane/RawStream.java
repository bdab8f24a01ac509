package dev.hoop.controlplane;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** An event stream on a socket of its own, without a thread: of such there can be thousands. */
final class RawStream implements AutoCloseable {

    private final Socket socket = new Socket();
    private final ByteArrayOutputStream heard = new ByteArrayOutputStream();

    /** @param header what lets its reader in, as a whole line */
    RawStream(InetSocketAddress plane, String path, String header) throws IOException {
        socket.setSoTimeout(30_000);
        socket.connect(plane);
        String request = "GET " + path + " HTTP/1.1\r\nHost: plane\r\n" + header + "\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    }

    /** What was heard up to this text, which has to come. */
    String until(String text) throws IOException {
        InputStream in = socket.getInputStream();
        byte[] piece = new byte[4096];
        while (!heard.toString(StandardCharsets.UTF_8).contains(text)) {
            int read = in.read(piece);
            if (read < 0) {
                throw new AssertionError("the stream ended after: " + heard);
            }
            heard.write(piece, 0, read);
        }
        return heard.toString(StandardCharsets.UTF_8);
    }

    /** All that is heard until the plane hangs up. */
    String untilEnd() throws IOException {
        heard.write(socket.getInputStream().readAllBytes());
        return heard.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
