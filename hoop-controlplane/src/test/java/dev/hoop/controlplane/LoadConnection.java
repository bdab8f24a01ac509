package dev.hoop.controlplane;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.web.Json;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

/**
 * One connection to a replica that is kept, as sidecars' are. A client that does no more than this load needs: the processors
 * it shares with what is measured are not its own.
 */
final class LoadConnection implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** An answer with its body as JSON. */
    record Answer(int status, JsonNode json) {

        String id() {
            return json.at("/review/id").asText();
        }

        boolean forward() {
            return json.path("forward").asBoolean();
        }
    }

    private final Socket socket;
    private final InputStream in;

    LoadConnection(URI plane) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), plane.getPort());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) PATIENCE.toMillis());
        in = new BufferedInputStream(socket.getInputStream());
    }

    /**
     * One call.
     *
     * @param credential a whole header line
     * @throws IOException when no whole answer came: whether it was done is not known
     */
    Answer call(String method, String path, String credential, String body) throws IOException {
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

    private Answer read() throws IOException {
        int status = Integer.parseInt(line().split(" ")[1]);
        int length = 0;
        for (String line = line(); !line.isEmpty(); line = line()) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
            }
        }
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException("the answer is cut off");
        }
        return new Answer(status, Json.read(new String(body, StandardCharsets.UTF_8)));
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the connection ended");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
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
