package dev.hoop.proto.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.pg.PgLogin;
import dev.hoop.testkit.pg.PgMessage;
import dev.hoop.testkit.pg.RawPgClient;
import dev.hoop.testkit.pg.SharedPostgres;
import dev.hoop.testkit.sidecar.TestSidecar;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Where literals end is what the server reports of it, whoever changed it and whenever; against a real server. */
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
        return RawPgClient.open(sidecar.address(PgSidecars.LISTENER), PgLogin.as("postgres", POSTGRES.database()));
    }

    private static boolean isRefused(RawPgClient client) {
        return RawPgClient.lines(client.query(TWO_FACED)).stream().anyMatch(line -> line.contains("42501"));
    }

    /** Says something harmless until the server reports the setting. */
    private static void awaitReport(RawPgClient client, String value) {
        Eventually.await(
                () -> client.query("select 1").stream()
                        .anyMatch(message -> message instanceof PgMessage.ParameterStatus status
                                && status.name().equals("standard_conforming_strings")
                                && status.value().equals(value)),
                Eventually.SOON,
                "the report of the setting");
    }

    @Test
    void aReloadOfTheServersConfigurationIsFollowedBothWays() {
        try (RawPgClient client = open()) {
            assertThat(isRefused(client)).isFalse();

            POSTGRES.server().execute(POSTGRES.database(), "alter system set standard_conforming_strings = off");
            POSTGRES.server().query(POSTGRES.database(), "select pg_reload_conf()");
            awaitReport(client, "off");
            assertThat(isRefused(client)).isTrue();

            POSTGRES.server().execute(POSTGRES.database(), "alter system set standard_conforming_strings = on");
            POSTGRES.server().query(POSTGRES.database(), "select pg_reload_conf()");
            awaitReport(client, "on");
            assertThat(isRefused(client)).isFalse();
        }
    }

    @Test
    void aSessionOfARoleWithItsOwnSettingBeginsWithIt() {
        try (RawPgClient before = open()) {
            POSTGRES.server().execute(POSTGRES.database(), "alter role postgres set standard_conforming_strings = off");
            assertThat(isRefused(before)).isFalse();
            try (RawPgClient client = open()) {
                assertThat(isRefused(client)).isTrue();
            }
        }
    }

    @Test
    void aFunctionThatChangesItIsFollowed() {
        POSTGRES.server()
                .execute(
                        POSTGRES.database(),
                        "create function flip() returns void language sql as "
                                + "$$ select set_config('standard_conforming_strings', 'off', false) $$");
        try (RawPgClient client = open()) {
            client.query("select flip()");
            assertThat(isRefused(client)).isTrue();
            client.query("reset standard_conforming_strings");
            assertThat(isRefused(client)).isFalse();
        }
    }
}
