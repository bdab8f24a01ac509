package dev.hoop.controlplane;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/**
 * One connection to a replica that is kept, as sidecars' are. A client that does no more than this load needs: the processors
 * it shares with what is measured are not its own.
 */
final class LoadConnection implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Socket socket;
    private final InputStream in;
    private byte[] bytes = new byte[4096];

    LoadConnection(URI plane) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), plane.getPort());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) PATIENCE.toMillis());
        in = socket.getInputStream();
    }

    /**
     * One call.
     *
     * @param credential a whole header line
     * @throws IOException when no whole answer came: whether it was done is not known
     */
    LoadAnswer call(String method, String path, String credential, String body) throws IOException {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String head = method + " " + path + " HTTP/1.1\r\nhost: plane\r\n" + credential + "\r\n"
                + (method.equals("GET")
                        ? ""
                        : "content-type: application/json\r\ncontent-length: " + content.length + "\r\n")
                + "\r\n";
        byte[] ascii = head.getBytes(StandardCharsets.US_ASCII);
        byte[] whole = new byte[ascii.length + content.length];
        System.arraycopy(ascii, 0, whole, 0, ascii.length);
        System.arraycopy(content, 0, whole, ascii.length, content.length);
        socket.getOutputStream().write(whole);
        return read();
    }

    private LoadAnswer read() throws IOException {
        int length = 0;
        while (true) {
            int more = in.read(bytes, length, bytes.length - length);
            if (more < 0) {
                throw new EOFException("the connection ended");
            }
            length += more;
            Optional<LoadAnswer> answer = LoadAnswer.read(bytes, length);
            if (answer.isPresent()) {
                return answer.get();
            }
            if (length == bytes.length) {
                bytes = Arrays.copyOf(bytes, 2 * length);
            }
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // It is of no more use in any case.
        }
    }
}
