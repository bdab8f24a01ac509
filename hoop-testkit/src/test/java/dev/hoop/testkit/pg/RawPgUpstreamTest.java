package dev.hoop.testkit.pg;

import static dev.hoop.testkit.pg.RawPgClient.lines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testkit.tls.TestAuthority;
import dev.hoop.testkit.wire.WireJournal;
import org.junit.jupiter.api.Test;

/** A server that is played sends what it is told to. */
class RawPgUpstreamTest {

    private static final PgLogin LOGIN = PgLogin.as("ana", "shop").withOption("application_name", "till");

    @Test
    void answersQueries() {
        try (RawPgUpstream upstream = RawPgUpstream.answering(
                        new WireJournal(),
                        sql -> PgFrontend.together(
                                PgBackend.rowDescription("echo"),
                                PgBackend.dataRow(sql),
                                PgBackend.commandComplete("SELECT 1")));
                RawPgClient client = RawPgClient.open(upstream.address(), LOGIN)) {
            assertThat(lines(client.query("select")))
                    .containsExactly("T(echo:25)", "D('select')", "C(SELECT 1)", "Z(I)");
            assertThat(upstream.queries()).containsExactly("select");
            assertThat(client.key().processId()).isEqualTo(4711);
        }
    }

    @Test
    void playsWithinTls() {
        TestAuthority authority = TestAuthority.create();
        RawPgUpstream.Play play = session -> {
            PgFrame startup = session.readStartup();
            session.send(PgBackend.error("FATAL", "28000", "no " + startup.parameters()));
        };
        try (RawPgUpstream upstream = RawPgUpstream.startTls(
                        new WireJournal(), authority.showing(authority.issueForLoopback()), play);
                RawPgClient client = RawPgClient.connectTls(upstream.address(), authority.trusting())) {
            assertThat(lines(client.tryLogIn(LOGIN)))
                    .containsExactly("E(FATAL 28000 no {user=ana, database=shop, application_name=till})");
        }
    }

    @Test
    void playsWhatNoServerDoes() {
        RawPgUpstream.Play play = session -> {
            session.readStartupDecliningEncryption();
            session.send(
                    PgBackend.negotiateProtocolVersion(PgFrontend.VERSION_3_0, "_pq_.a"),
                    PgBackend.authenticationOk(),
                    PgBackend.backendKeyData(1, new byte[256]),
                    PgBackend.readyForQuery('I'));
            session.awaitMore();
        };
        try (RawPgUpstream upstream = RawPgUpstream.start(new WireJournal(), play);
                RawPgClient client = RawPgClient.connect(upstream.address())) {
            client.send(PgFrontend.sslRequest());
            assertThat(client.takeByte()).isEqualTo('N');
            assertThat(lines(client.logIn(LOGIN.withVersion(PgFrontend.VERSION_3_2))))
                    .containsExactly("v(3.0 _pq_.a)", "R(0)", "K(256 bytes)", "Z(I)");
        }
    }
}
