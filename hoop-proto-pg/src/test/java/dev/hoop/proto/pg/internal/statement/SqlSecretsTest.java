package dev.hoop.proto.pg.internal.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.core.spi.Fingerprints;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlSecretsTest {

    private final SqlSecrets secrets = new SqlSecrets(new Fingerprints(new byte[] {1}));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "alter role bob password 'hunter2'",
                "ALTER ROLE bob WITH ENCRYPTED PASSWORD E'hunter2'",
                "create user bob password $$hunter2$$",
                "create user bob password $q$hunter2$q$",
                "create user mapping for bob server s options (user 'bob', password 'hunter2')",
                "create subscription s connection 'host=a password=hunter2' publication p",
                "select dblink_connect('c', 'host=a password=hunter2 user=b')",
                "select * from users where password = 'hunter2'",
                "update users set \"password\" = 'hunter2' where id = 1",
                "select f(api_key => 'hunter2')",
                "alter role bob password /* x */ -- y\n 'hunter2'",
            })
    void neverShowsASecret(String sql) {
        assertThat(secrets.redact(sql)).doesNotContain("hunter2").contains("[redacted:");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select 1",
                "select * from t where name = 'it''s'",
                "select password from users where id = $1",
                "update users set password = $1 where password_changed < '2020-01-01'",
                "select 'the word password'",
            })
    void showsEverythingElseAsItIs(String sql) {
        assertThat(secrets.redact(sql)).isEqualTo(sql);
    }

    @Test
    void tellsDifferentSecretsApart() {
        assertThat(secrets.redact("alter role a password 'x'"))
                .isNotEqualTo(secrets.redact("alter role a password 'y'"));
        assertThat(secrets.redact("alter role a password 'x'")).isEqualTo(secrets.redact("alter role a password 'x'"));
    }

    /** A backslash ends nothing in a plain literal: what comes behind it is what a reviewer must see. */
    @Test
    void hidesNoStatementBehindALiteral() {
        assertThat(secrets.redact("alter role a password '\\'; drop table t; --'"))
                .contains("; drop table t; --");
    }

    @Test
    void looksAtLongTextsInOneGo() {
        String hostile = "password '".repeat(100_000) + "password $a$ ".repeat(10_000);

        assertThat(secrets.redact(hostile)).isNotEmpty();
    }
}
