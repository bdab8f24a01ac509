package dev.hoop.controlplane;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.web.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** An answer of a replica with its body as JSON, and how one is read from what arrived so far. */
record LoadAnswer(int status, JsonNode json) {

    private static final byte[] LENGTH = "\r\ncontent-length:".getBytes(StandardCharsets.US_ASCII);

    /** Behind {@code HTTP/1.1 } and before the text of the status. */
    private static final int STATUS = 9;

    String id() {
        return json.at("/review/id").asText();
    }

    boolean forward() {
        return json.path("forward").asBoolean();
    }

    /**
     * Reads one.
     *
     * @param bytes what arrived, of which the first {@code length} count
     * @return nothing while it is not complete; of one call at a time nothing follows it
     * @throws IOException when it is none
     */
    static Optional<LoadAnswer> read(byte[] bytes, int length) throws IOException {
        int body = endOfHead(bytes, length);
        if (body < 0) {
            return Optional.empty();
        }
        int whole = body + contentLength(bytes, body);
        if (length < whole) {
            return Optional.empty();
        }
        if (length > whole) {
            throw new IOException("more came than was asked for");
        }
        int status = number(bytes, STATUS);
        return Optional.of(new LoadAnswer(status, Json.read(Arrays.copyOfRange(bytes, body, whole))));
    }

    private static int endOfHead(byte[] bytes, int length) {
        for (int i = 3; i < length; i++) {
            if (bytes[i] == '\n' && bytes[i - 1] == '\r' && bytes[i - 2] == '\n' && bytes[i - 3] == '\r') {
                return i + 1;
            }
        }
        return -1;
    }

    private static int contentLength(byte[] bytes, int head) throws IOException {
        for (int i = 0; i + LENGTH.length < head; i++) {
            int same = 0;
            while (same < LENGTH.length && Character.toLowerCase(bytes[i + same]) == LENGTH[same]) {
                same++;
            }
            if (same == LENGTH.length) {
                return number(bytes, i + same);
            }
        }
        String text = new String(bytes, 0, head, StandardCharsets.US_ASCII);
        throw new IOException("an answer without a length: "
                + text.toLowerCase(Locale.ROOT).lines().findFirst());
    }

    private static int number(byte[] bytes, int start) {
        int at = start;
        while (bytes[at] == ' ') {
            at++;
        }
        int number = 0;
        while (bytes[at] >= '0' && bytes[at] <= '9') {
            number = 10 * number + bytes[at++] - '0';
        }
        return number;
    }
}
