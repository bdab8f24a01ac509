package dev.hoop.testkit.pg;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a client writes, named as in the protocol's chapter
 * <a href="https://www.postgresql.org/docs/18/protocol-message-formats.html">Message Formats</a>.
 */
public final class PgFrontend {

    /** Protocol 3.0. */
    public static final int VERSION_3_0 = 3 << 16;

    /** Protocol 3.2. */
    public static final int VERSION_3_2 = (3 << 16) | 2;

    private static final int CANCEL_REQUEST = 80877102;
    private static final int SSL_REQUEST = 80877103;
    private static final int GSSENC_REQUEST = 80877104;

    private PgFrontend() {}

    /** StartupMessage with a version and its parameters in their order, {@code _pq_.} options too. */
    public static byte[] startup(int version, Map<String, String> parameters) {
        PgBytes bytes = new PgBytes().int32(version);
        parameters.forEach((name, value) -> bytes.string(name).string(value));
        return bytes.int8(0).untagged();
    }

    public static byte[] sslRequest() {
        return new PgBytes().int32(SSL_REQUEST).untagged();
    }

    public static byte[] gssEncRequest() {
        return new PgBytes().int32(GSSENC_REQUEST).untagged();
    }

    /** CancelRequest; the key has four bytes in protocol 3.0 and up to 256 in 3.2. */
    public static byte[] cancelRequest(int processId, byte[] secretKey) {
        return new PgBytes()
                .int32(CANCEL_REQUEST)
                .int32(processId)
                .bytes(secretKey)
                .untagged();
    }

    public static byte[] query(String sql) {
        return new PgBytes().string(sql).tagged('Q');
    }

    /** Parse; the types by their object ids, 0 for one that the server finds out. */
    public static byte[] parse(String statement, String sql, int... types) {
        PgBytes bytes = new PgBytes().string(statement).string(sql).int16(types.length);
        for (int type : types) {
            bytes.int32(type);
        }
        return bytes.tagged('P');
    }

    /** Bind with parameters in text format and all results as text. */
    public static byte[] bind(String portal, String statement, String... texts) {
        return bind(portal, statement, Stream.of(texts).map(PgParameter::text).toList());
    }

    /** Bind; the results' format codes are none (all text), one (for all), or one for each. */
    public static byte[] bind(String portal, String statement, List<PgParameter> parameters, int... resultFormats) {
        PgBytes bytes = new PgBytes().string(portal).string(statement);
        values(bytes, parameters);
        bytes.int16(resultFormats.length);
        for (int format : resultFormats) {
            bytes.int16(format);
        }
        return bytes.tagged('B');
    }

    private static void values(PgBytes bytes, List<PgParameter> parameters) {
        bytes.int16(parameters.size());
        parameters.forEach(parameter -> bytes.int16(parameter.format()));
        bytes.int16(parameters.size());
        parameters.forEach(parameter -> parameter
                .value()
                .ifPresentOrElse(value -> bytes.int32(value.length).bytes(value), () -> bytes.int32(-1)));
    }

    public static byte[] describeStatement(String statement) {
        return new PgBytes().int8('S').string(statement).tagged('D');
    }

    public static byte[] describePortal(String portal) {
        return new PgBytes().int8('P').string(portal).tagged('D');
    }

    /** Execute; 0 is no limit. */
    public static byte[] execute(String portal, int maxRows) {
        return new PgBytes().string(portal).int32(maxRows).tagged('E');
    }

    public static byte[] closeStatement(String statement) {
        return new PgBytes().int8('S').string(statement).tagged('C');
    }

    public static byte[] closePortal(String portal) {
        return new PgBytes().int8('P').string(portal).tagged('C');
    }

    public static byte[] sync() {
        return new PgBytes().tagged('S');
    }

    public static byte[] flush() {
        return new PgBytes().tagged('H');
    }

    public static byte[] copyData(String text) {
        return copyData(text.getBytes(StandardCharsets.UTF_8));
    }

    public static byte[] copyData(byte[] data) {
        return new PgBytes().bytes(data).tagged('d');
    }

    public static byte[] copyDone() {
        return new PgBytes().tagged('c');
    }

    public static byte[] copyFail(String why) {
        return new PgBytes().string(why).tagged('f');
    }

    /** FunctionCall of a function by its object id. */
    public static byte[] functionCall(int function, List<PgParameter> arguments, int resultFormat) {
        PgBytes bytes = new PgBytes().int32(function);
        values(bytes, arguments);
        return bytes.int16(resultFormat).tagged('F');
    }

    public static byte[] terminate() {
        return new PgBytes().tagged('X');
    }

    /** PasswordMessage: the password itself, or the answer to an MD5 request. */
    public static byte[] password(String password) {
        return new PgBytes().string(password).tagged('p');
    }

    public static byte[] saslInitialResponse(String mechanism, String response) {
        byte[] bytes = response.getBytes(StandardCharsets.UTF_8);
        return new PgBytes().string(mechanism).int32(bytes.length).bytes(bytes).tagged('p');
    }

    public static byte[] saslResponse(String response) {
        return new PgBytes().bytes(response.getBytes(StandardCharsets.UTF_8)).tagged('p');
    }

    /** A message as it is: also one whose length is not that of its body plus four. */
    public static byte[] frame(char tag, int length, byte[] body) {
        return ByteBuffer.allocate(1 + Integer.BYTES + body.length)
                .put((byte) tag)
                .putInt(length)
                .put(body)
                .array();
    }

    /** One piece for one write. */
    public static byte[] together(byte[]... messages) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] message : messages) {
            all.writeBytes(message);
        }
        return all.toByteArray();
    }
}
