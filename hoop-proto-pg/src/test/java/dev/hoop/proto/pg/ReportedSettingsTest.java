package dev.hoop.proto.pg;

import static dev.hoop.testkit.pg.RawPgClient.lines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.pg.PgLogin;
import dev.hoop.testkit.pg.RawPgClient;
import dev.hoop.testkit.pg.SharedPostgres;
import dev.hoop.testkit.sidecar.TestSidecar;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Where literals end is what the server says of it, whoever changed it and whenever; where it may change unsaid, nothing gets
 * through by it. Against a real server.
 */
class ReportedSettingsTest {

    /** Its settings change, so nobody shares it. */
    @RegisterExtension
    static final SharedPostgres POSTGRES = SharedPostgres.of("settings change", builder -> builder);

    private static final String NO_DELETES = """
            guardrails:
              rules:
                - {name: no-deletes, type: operation, operations: [delete], message: no deletes}
            """;

    /** One literal where a backslash is nothing special; a second statement where it escapes. */
    private static final String TWO_FACED = "select 'a\\''; delete from shop; --'";

    private TestSidecar sidecar;

    @BeforeEach
    void start() {
        POSTGRES.server().empty(POSTGRES.database());
        POSTGRES.server().execute(POSTGRES.database(), "create table shop (id int); insert into shop values (1)");
        sidecar = PgSidecars.start(POSTGRES.server().hostAndPort(), NO_DELETES);
    }

    @AfterEach
    void stop() {
        sidecar.close();
        POSTGRES.server().execute(POSTGRES.database(), "alter system reset standard_conforming_strings");
        POSTGRES.server().execute(POSTGRES.database(), "alter role postgres reset standard_conforming_strings");
        POSTGRES.server().query(POSTGRES.database(), "select pg_reload_conf()");
        assertThat(POSTGRES.server().query(POSTGRES.database(), "select id from shop"))
                .hasSize(1);
    }

    private RawPgClient open() {
        return open(PgLogin.as("postgres", POSTGRES.database()));
    }

    private RawPgClient open(PgLogin login) {
        return RawPgClient.open(sidecar.address(PgSidecars.LISTENER), login);
    }

    private static void reload(String value) {
        POSTGRES.server().execute(POSTGRES.database(), "alter system set standard_conforming_strings = " + value);
        POSTGRES.server().query(POSTGRES.database(), "select pg_reload_conf()");
    }

    private static boolean isRefused(RawPgClient client) {
        return lines(client.query(TWO_FACED)).stream().anyMatch(line -> line.contains("42501"));
    }

    /** Asks until a session has the value. */
    private static void awaitValue(RawPgClient client, String value) {
        Eventually.await(
                () -> lines(client.query("show standard_conforming_strings")).contains("D('" + value + "')"),
                Eventually.SOON,
                "the new value of the setting");
    }

    /** A session that was there before has the new value as well, and has not said so. */
    @Test
    void whatComesRightBehindAReloadOfTheServersConfigurationIsReadBothWays() {
        try (RawPgClient witness =
                        RawPgClient.open(POSTGRES.server().address(), PgLogin.as("postgres", POSTGRES.database()));
                RawPgClient client = open()) {
            reload("off");
            awaitValue(witness, "off");
            assertThat(isRefused(client)).isTrue();
            reload("on");
            awaitValue(witness, "on");
            assertThat(isRefused(client)).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "options, -c standard_conforming_strings=on",
        "options, --work-mem=4MB --Standard-Conforming-Strings=on",
        "standard_conforming_strings, on"
    })
    void aSessionWithAValueOfItsOwnIsReadByItWhateverTheServersConfiguration(String option, String value) {
        try (RawPgClient client =
                open(PgLogin.as("postgres", POSTGRES.database()).withOption(option, value))) {
            assertThat(isRefused(client)).isFalse();
            reload("off");
            try (RawPgClient later = open()) {
                awaitValue(later, "off");
                assertThat(isRefused(client)).isFalse();
                assertThat(isRefused(later)).isTrue();
            }
        }
    }

    @Test
    void aSessionOfARoleWithItsOwnSettingBeginsWithIt() {
        POSTGRES.server().execute(POSTGRES.database(), "alter role postgres set standard_conforming_strings = off");
        try (RawPgClient client = open()) {
            assertThat(isRefused(client)).isTrue();
        }
    }

    @Test
    void aFunctionThatChangesItIsFollowed() {
        POSTGRES.server()
                .execute(
                        POSTGRES.database(),
                        "create function flip() returns void language sql as "
                                + "$$ select set_config('standard_conforming_strings', 'off', false) $$");
        try (RawPgClient client = open(PgLogin.as("postgres", POSTGRES.database())
                .withOption("options", "-c standard_conforming_strings=on"))) {
            assertThat(isRefused(client)).isFalse();
            client.query("select flip()");
            assertThat(isRefused(client)).isTrue();
            client.query("reset standard_conforming_strings");
            assertThat(isRefused(client)).isFalse();
        }
    }
}
