package dev.hoop.proto.pg.internal.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testkit.pg.PgLogin;
import dev.hoop.testkit.pg.PgMessage;
import dev.hoop.testkit.pg.RawPgClient;
import dev.hoop.testkit.pg.SharedPostgres;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** PostgreSQL itself says what its binary forms mean. */
class BinaryValueTest {

    @RegisterExtension
    static final SharedPostgres POSTGRES = SharedPostgres.plain();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "16|bool|boolsend|true|true",
                "16|bool|boolsend|false|false",
                "21|int2|int2send|-32768|-32768",
                "23|int4|int4send|2147483647|2147483647",
                "20|int8|int8send|-9223372036854775808|-9223372036854775808",
                "26|oid|oidsend|4294967295|4294967295",
                "701|float8|float8send|1.5|1.5",
                "700|float4|float4send|-0.25|-0.25",
                "25|text|textsend|O''Brien|O'Brien",
                "1700|numeric|numeric_send|0|0",
                "1700|numeric|numeric_send|123.4500|123.4500",
                "1700|numeric|numeric_send|-0.00012|-0.00012",
                "1700|numeric|numeric_send|1000000000000000000000000|1000000000000000000000000",
                "1700|numeric|numeric_send|10000.0001|10000.0001",
                "2950|uuid|uuid_send|00112233-4455-6677-8899-aabbccddeeff|00112233-4455-6677-8899-aabbccddeeff",
                "1082|date|date_send|1999-12-31|1999-12-31",
                "1083|time|time_send|23:59:59.123456|23:59:59.123456",
                "1114|timestamp|timestamp_send|2024-02-29 12:34:56.789|2024-02-29T12:34:56.789",
                "1184|timestamptz|timestamptz_send|2024-02-29 12:34:56+02|2024-02-29T10:34:56Z",
                "3802|jsonb|jsonb_send|{\"a\": 1}|{\"a\": 1}",
            })
    void readsWhatTheServerSends(int oid, String type, String send, String value, String expected) {
        String hex = ask("select encode(" + send + "('" + value + "'::" + type + "), 'hex')");

        assertThat(BinaryValue.text(oid, HexFormat.of().parseHex(hex))).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"'NaN'", "'Infinity'"})
    void showsNumbersThatAreNoneAsBytes(String value) {
        String hex = ask("select encode(numeric_send(" + value + "::numeric), 'hex')");

        assertThat(BinaryValue.text(1700, HexFormat.of().parseHex(hex))).isEmpty();
    }

    @Test
    void showsWhatDoesNotFitItsTypeAsBytes() {
        for (int oid : List.of(16, 20, 21, 23, 26, 700, 701, 1082, 1083, 1114, 1184, 1700, 2950, 3802)) {
            for (int length : List.of(0, 1, 3, 5, 7, 9, 15, 17)) {
                byte[] bytes = new byte[length];
                java.util.Arrays.fill(bytes, (byte) 0x7f);
                Optional<String> text = BinaryValue.text(oid, bytes);
                assertThat(text).as("%d bytes of type %d", length, oid).isEmpty();
            }
        }
    }

    private static String ask(String sql) {
        PgLogin login = PgLogin.as("postgres", POSTGRES.database());
        try (RawPgClient client = RawPgClient.open(POSTGRES.server().address(), login)) {
            return client.query(sql).stream()
                    .filter(message -> message instanceof PgMessage.DataRow)
                    .map(message ->
                            ((PgMessage.DataRow) message).values().get(0).orElseThrow())
                    .map(value -> new String(value, StandardCharsets.UTF_8))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
