package dev.hoop.proto.pg.internal.message;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a client may say first: the only messages without a tag. */
public sealed interface StartupPacket {

    /** The request code of CancelRequest: 1234 in the high half, 5678 in the low one. */
    int CANCEL_REQUEST_CODE = 80877102;

    /** The request code of SSLRequest: 1234, 5679. */
    int SSL_REQUEST_CODE = 80877103;

    /** The request code of GSSENCRequest: 1234, 5680. */
    int GSSENC_REQUEST_CODE = 80877104;

    /** The only major version of the protocol that is served, in the high half of the version's number. */
    int MAJOR_VERSION = 3;

    /** feature_not_supported. */
    String UNSUPPORTED = "0A000";

    /** invalid_authorization_specification. */
    String NO_USER = "28000";

    /** The longest packet that PostgreSQL takes: MAX_STARTUP_PACKET_LENGTH in libpq/pqcomm.h. */
    int MAX_LENGTH = 10_000;

    /** The longest key of a cancellation in version 3.2, by the description of BackendKeyData. */
    int MAX_KEY_LENGTH = 256;

    /** SSLRequest. */
    record SslRequest() implements StartupPacket {}

    /** GSSENCRequest. */
    record GssEncRequest() implements StartupPacket {}

    /**
     * CancelRequest.
     *
     * @param key the process and its secret, as BackendKeyData gave them
     */
    record CancelRequest(CancelKey key) implements StartupPacket {

        /** The packet. */
        public ByteBuf toBuffer() {
            byte[] bytes = key.bytes();
            return Unpooled.buffer(2 * Integer.BYTES + bytes.length)
                    .writeInt(2 * Integer.BYTES + bytes.length)
                    .writeInt(CANCEL_REQUEST_CODE)
                    .writeBytes(bytes);
        }
    }

    /**
     * StartupMessage.
     *
     * @param parameters by name in order; {@code user} is among them
     */
    record StartupMessage(Map<String, String> parameters) implements StartupPacket {

        public String user() {
            return parameters.getOrDefault("user", "");
        }

        /** The database: the user's name where none is given. */
        public String database() {
            String given = parameters.getOrDefault("database", "");
            return given.isEmpty() ? user() : given;
        }
    }

    /** SSLRequest, ready to be sent. */
    static ByteBuf sslRequest() {
        return Unpooled.buffer(2 * Integer.BYTES).writeInt(2 * Integer.BYTES).writeInt(SSL_REQUEST_CODE);
    }

    /** @param body what follows the length, and nothing behind it; read, not released */
    static StartupPacket read(ByteBuf body) throws ProtocolViolation {
        Fields fields = new Fields(body, "startup");
        int code = fields.int32();
        switch (code) {
            case SSL_REQUEST_CODE -> {
                fields.end();
                return new SslRequest();
            }
            case GSSENC_REQUEST_CODE -> {
                fields.end();
                return new GssEncRequest();
            }
            case CANCEL_REQUEST_CODE -> {
                byte[] key = fields.rest();
                if (key.length <= Integer.BYTES || key.length > Integer.BYTES + MAX_KEY_LENGTH) {
                    throw fields.broken();
                }
                return new CancelRequest(CancelKey.of(key));
            }
            default -> {
                if (code >>> 16 != MAJOR_VERSION) {
                    throw new ProtocolViolation(UNSUPPORTED, "unsupported frontend protocol; connect with version 3");
                }
                return startup(fields);
            }
        }
    }

    private static StartupMessage startup(Fields fields) throws ProtocolViolation {
        Map<String, String> parameters = new LinkedHashMap<>();
        while (true) {
            byte[] name = fields.string();
            if (name.length == 0) {
                fields.end();
                break;
            }
            parameters.put(
                    new String(name, StandardCharsets.UTF_8), new String(fields.string(), StandardCharsets.UTF_8));
        }
        if (parameters.getOrDefault("user", "").isEmpty()) {
            throw new ProtocolViolation(NO_USER, "no PostgreSQL user name specified in startup packet");
        }
        return new StartupMessage(parameters);
    }
}
