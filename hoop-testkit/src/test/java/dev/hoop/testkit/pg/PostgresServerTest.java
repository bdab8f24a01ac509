package dev.hoop.testkit.pg;

import static dev.hoop.testkit.pg.RawPgClient.lines;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hoop.testkit.tls.TestAuthority;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A real server, with TLS and every method of authentication. */
class PostgresServerTest {

    private static final TestAuthority AUTHORITY = TestAuthority.create();

    @RegisterExtension
    static final SharedPostgres POSTGRES = SharedPostgres.of(
            "tls and passwords",
            builder -> builder.tls(AUTHORITY.issueForLoopback())
                    .setting("application_name", "two words")
                    .hba(
                            "host all trusted 127.0.0.1/32 trust",
                            "host all scram 127.0.0.1/32 scram-sha-256",
                            "host all hashed 127.0.0.1/32 md5",
                            "hostssl all clear 127.0.0.1/32 password"));

    @BeforeAll
    static void roles() {
        POSTGRES.server()
                .execute(
                        "postgres",
                        "set password_encryption = 'scram-sha-256'",
                        "create role trusted login",
                        "create role scram login password 'secret'",
                        "create role clear login password 'secret'",
                        "create role stranger login");
        // Roles with an MD5 hash are on their way out; a server of today still knows them.
        POSTGRES.server()
                .execute("postgres", "set password_encryption = 'md5'; create role hashed login password 'secret'");
    }

    private static PgLogin login(String user) {
        return PgLogin.as(user, POSTGRES.database()).withPassword("secret");
    }

    private static String user(RawPgClient client) {
        return client.query("select current_user").get(1).line();
    }

    @Test
    void trust() {
        try (RawPgClient client = RawPgClient.open(POSTGRES.server().address(), login("trusted"))) {
            assertThat(user(client)).isEqualTo("D('trusted')");
        }
    }

    @Test
    void scramWithAndWithoutChannelBinding() {
        try (RawPgClient client = RawPgClient.open(POSTGRES.server().address(), login("scram"))) {
            assertThat(lines(client.welcome())).startsWith("R(10 SCRAM-SHA-256)", "R(11)", "R(12)", "R(0)");
        }
        for (PgLogin.Binding binding : List.of(PgLogin.Binding.UNKNOWN, PgLogin.Binding.TAKEN)) {
            PgLogin login = login("scram").withBinding(binding);
            try (RawPgClient client = RawPgClient.openTls(POSTGRES.server().address(), AUTHORITY.trusting(), login)) {
                assertThat(lines(client.welcome()))
                        .startsWith("R(10 SCRAM-SHA-256-PLUS,SCRAM-SHA-256)", "R(11)", "R(12)", "R(0)");
            }
        }
    }

    @Test
    void aClientThatWasNotOfferedTheBindingIsRefusedWhereItIsOffered() {
        PgLogin login = login("scram").withBinding(PgLogin.Binding.NOT_OFFERED);
        assertThatThrownBy(() -> RawPgClient.openTls(POSTGRES.server().address(), AUTHORITY.trusting(), login))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("SCRAM channel binding negotiation error");
    }

    @Test
    void md5() {
        try (RawPgClient client = RawPgClient.open(POSTGRES.server().address(), login("hashed"))) {
            assertThat(lines(client.welcome())).startsWith("R(5)", "R(0)");
        }
    }

    @Test
    void cleartextOverTls() {
        try (RawPgClient client =
                RawPgClient.openTls(POSTGRES.server().address(), AUTHORITY.trusting(), login("clear"))) {
            assertThat(lines(client.welcome())).startsWith("R(3)", "R(0)");
        }
    }

    @Test
    void directTlsWantsTheProtocolsName() {
        try (RawPgClient client =
                RawPgClient.connectDirectTls(POSTGRES.server().address(), AUTHORITY.trusting(), RawPgClient.ALPN)) {
            client.logIn(login("trusted"));
            assertThat(user(client)).isEqualTo("D('trusted')");
        }
        assertThatThrownBy(() -> {
                    try (RawPgClient client =
                            RawPgClient.connectDirectTls(POSTGRES.server().address(), AUTHORITY.trusting())) {
                        client.logIn(login("trusted"));
                    }
                })
                // Told by the end of the connection, before or after the StartupMessage is on its way.
                .isInstanceOfAny(AssertionError.class, UncheckedIOException.class);
    }

    @Test
    void strangersAreRefused() {
        assertThatThrownBy(() -> RawPgClient.open(POSTGRES.server().address(), login("stranger")))
                .hasMessageContaining("28000 no pg_hba.conf entry");
    }

    @Test
    void whatIsEmptiedIsEmpty() {
        POSTGRES.server().execute(POSTGRES.database(), "create table here (n int)", "insert into here values (1), (2)");
        assertThat(POSTGRES.server().query(POSTGRES.database(), "select n, null from here order by n"))
                .containsExactly(List.of("1", "NULL"), List.of("2", "NULL"));
        POSTGRES.server().empty(POSTGRES.database());
        assertThatThrownBy(() -> POSTGRES.server().query(POSTGRES.database(), "select n from here"))
                .hasMessageContaining("42P01");
    }
}
