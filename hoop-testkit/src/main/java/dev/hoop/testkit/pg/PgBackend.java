package dev.hoop.testkit.pg;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** What a server writes, for an upstream that is played. */
public final class PgBackend {

    private static final int TEXT_TYPE = 25;

    private PgBackend() {}

    public static byte[] authenticationOk() {
        return new PgBytes().int32(0).tagged('R');
    }

    /** A request for authentication with what follows its code. */
    public static byte[] authentication(int code, byte[] rest) {
        return new PgBytes().int32(code).bytes(rest).tagged('R');
    }

    /** AuthenticationSASL with its offer. */
    public static byte[] authenticationSasl(String... mechanisms) {
        PgBytes bytes = new PgBytes().int32(10);
        for (String mechanism : mechanisms) {
            bytes.string(mechanism);
        }
        return bytes.int8(0).tagged('R');
    }

    public static byte[] parameterStatus(String name, String value) {
        return new PgBytes().string(name).string(value).tagged('S');
    }

    public static byte[] backendKeyData(int processId, byte[] secretKey) {
        return new PgBytes().int32(processId).bytes(secretKey).tagged('K');
    }

    /** NegotiateProtocolVersion; servers give the whole version, {@link PgFrontend#VERSION_3_0} for example. */
    public static byte[] negotiateProtocolVersion(int newest, String... unknownOptions) {
        PgBytes bytes = new PgBytes().int32(newest).int32(unknownOptions.length);
        for (String option : unknownOptions) {
            bytes.string(option);
        }
        return bytes.tagged('v');
    }

    /** ReadyForQuery; the status is {@code I}, {@code T} or {@code E}. */
    public static byte[] readyForQuery(char status) {
        return new PgBytes().int8(status).tagged('Z');
    }

    /** RowDescription of columns of type {@code text}. */
    public static byte[] rowDescription(String... columns) {
        PgBytes bytes = new PgBytes().int16(columns.length);
        for (String column : columns) {
            bytes.string(column)
                    .int32(0)
                    .int16(0)
                    .int32(TEXT_TYPE)
                    .int16(-1)
                    .int32(-1)
                    .int16(0);
        }
        return bytes.tagged('T');
    }

    public static byte[] dataRow(String... values) {
        PgBytes bytes = new PgBytes().int16(values.length);
        for (String value : values) {
            byte[] text = value.getBytes(StandardCharsets.UTF_8);
            bytes.int32(text.length).bytes(text);
        }
        return bytes.tagged('D');
    }

    public static byte[] commandComplete(String tag) {
        return new PgBytes().string(tag).tagged('C');
    }

    /** ErrorResponse with severity, code and message. */
    public static byte[] error(String severity, String code, String message) {
        return fields('E', Map.of('S', severity, 'V', severity, 'C', code, 'M', message));
    }

    /** ErrorResponse ({@code E}) or NoticeResponse ({@code N}) with any fields, sent in the order of their letters. */
    public static byte[] fields(char tag, Map<Character, String> fields) {
        PgBytes bytes = new PgBytes();
        List<Character> letters = fields.keySet().stream().sorted().toList();
        letters.forEach(letter -> bytes.int8(letter).string(fields.getOrDefault(letter, "")));
        return bytes.int8(0).tagged(tag);
    }

    public static byte[] notification(int processId, String channel, String payload) {
        return new PgBytes().int32(processId).string(channel).string(payload).tagged('A');
    }

    /** What usually follows a startup that needs no password: authenticated, a key of four bytes, ready. */
    public static byte[] welcome() {
        return PgFrontend.together(
                authenticationOk(),
                parameterStatus("server_version", "18.0 (played)"),
                parameterStatus("client_encoding", "UTF8"),
                parameterStatus("standard_conforming_strings", "on"),
                backendKeyData(4711, new byte[] {1, 2, 3, 4}),
                readyForQuery('I'));
    }
}
