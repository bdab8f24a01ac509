package dev.hoop.proto.http.internal.session;

import dev.hoop.proto.http.internal.message.Fields;
import java.nio.charset.StandardCharsets;

/**
 * An answer that the sidecar gives itself.
 *
 * @param status the status
 * @param reason the reason phrase of HTTP/1
 * @param fields the fields, without framing and connection
 * @param body the body; not to be changed any more
 */
public record LocalAnswer(int status, String reason, Fields fields, Body body) {

    /** The bytes of a body, compared by identity. */
    public static final class Body {
        private final byte[] bytes;

        private Body(byte[] bytes) {
            this.bytes = bytes;
        }

        /** The bytes, not copied; not to be changed. */
        public byte[] bytes() {
            return bytes;
        }
    }

    private static final String TEXT = "text/plain; charset=utf-8";

    /** A plain text. */
    static LocalAnswer text(int status, String reason, String text) {
        return text(status, reason, Fields.builder(), text);
    }

    /** A plain text with further fields. */
    static LocalAnswer text(int status, String reason, Fields.Builder fields, String text) {
        return of(status, reason, fields.add("Content-Type", TEXT), text);
    }

    /** A body with the fields that describe it. */
    static LocalAnswer of(int status, String reason, Fields.Builder fields, String body) {
        return new LocalAnswer(status, reason, fields.build(), new Body(body.getBytes(StandardCharsets.UTF_8)));
    }
}
