package dev.hoop.proto.pg;

import static dev.hoop.testkit.pg.RawPgClient.lines;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.pg.PgBackend;
import dev.hoop.testkit.pg.PgFrontend;
import dev.hoop.testkit.pg.PgLogin;
import dev.hoop.testkit.pg.RawPgClient;
import dev.hoop.testkit.pg.RawPgUpstream;
import dev.hoop.testkit.pg.SharedPostgres;
import dev.hoop.testkit.sidecar.TestSidecar;
import dev.hoop.testkit.tls.TestAuthority;
import dev.hoop.testkit.wire.WireJournal;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS on both legs: a refusal is an error, never a downgrade, and what came before a handshake is never used. */
class TlsTest {

    @RegisterExtension
    static final SharedPostgres POSTGRES = Legs.postgres();

    @TempDir
    private Path folder;

    @BeforeAll
    static void roles() {
        Legs.roles(POSTGRES.server());
    }

    private static PgLogin login() {
        return PgLogin.as("trusted", POSTGRES.database());
    }

    private static InetSocketAddress address(TestSidecar sidecar) {
        return sidecar.address(PgSidecars.LISTENER);
    }

    private TestSidecar sidecar(Legs legs) {
        return legs.sidecar(POSTGRES.server(), folder);
    }

    // The client's leg.

    @Test
    void case10EncryptionIsDeclinedThenItGoesOn() {
        try (TestSidecar sidecar = sidecar(Legs.PLAIN);
                RawPgClient client = RawPgClient.connect(address(sidecar))) {
            assertThat(client.send(PgFrontend.gssEncRequest()).takeByte()).isEqualTo('N');
            assertThat(client.send(PgFrontend.sslRequest()).takeByte()).isEqualTo('N');
            client.logIn(login());
            assertThat(lines(client.query("select 1"))).endsWith("C(SELECT 1)", "Z(I)");
        }
    }

    @Test
    void case10GssIsDeclinedAndTlsTaken() {
        try (TestSidecar sidecar = sidecar(Legs.DOWNSTREAM);
                RawPgClient client = RawPgClient.connect(address(sidecar))) {
            assertThat(client.send(PgFrontend.gssEncRequest()).takeByte()).isEqualTo('N');
            assertThat(client.send(PgFrontend.sslRequest()).takeByte()).isEqualTo('S');
        }
        try (TestSidecar sidecar = sidecar(Legs.DOWNSTREAM);
                RawPgClient client = RawPgClient.connectTlsAfterGss(address(sidecar), Legs.AUTHORITY.trusting(), 'N')) {
            client.logIn(login());
            assertThat(lines(client.query("select 1"))).endsWith("C(SELECT 1)", "Z(I)");
        }
    }

    /** Clients of libpq before version 17 cancel without TLS, whatever their session has; the server allows it, too. */
    @ParameterizedTest
    @EnumSource(Legs.class)
    void aCancelReachesTheServerOnEveryLegWithTlsOrWithout(Legs legs) {
        try (TestSidecar sidecar = sidecar(legs);
                RawPgClient client = legs.connect(address(sidecar))) {
            client.logIn(login());
            byte[] cancel = PgFrontend.cancelRequest(
                    client.key().processId(), client.key().secretKey());
            for (boolean asItsSession : List.of(true, false)) {
                client.send(PgFrontend.query("select pg_sleep(60), 'on a leg'"));
                awaitSleeper();
                try (RawPgClient other =
                        asItsSession ? legs.connect(address(sidecar)) : RawPgClient.connect(address(sidecar))) {
                    assertThat(other.send(cancel).readToEnd()).isEmpty();
                }
                assertThat(lines(client.readUntilReady()))
                        .endsWith("E(ERROR 57014 canceling statement due to user request)", "Z(I)");
            }
        }
    }

    private static void awaitSleeper() {
        Eventually.await(
                () -> !POSTGRES.server()
                        .query(
                                "postgres",
                                "select 1 from pg_stat_activity where wait_event = 'PgSleep' and query like '%on a leg%'")
                        .isEmpty(),
                Eventually.SOON,
                "a sleeping statement");
    }

    @Test
    void case12DirectTlsWithTheProtocolsName() {
        try (TestSidecar sidecar = sidecar(Legs.DOWNSTREAM);
                RawPgClient client =
                        RawPgClient.connectDirectTls(address(sidecar), Legs.AUTHORITY.trusting(), RawPgClient.ALPN)) {
            client.logIn(login());
            assertThat(lines(client.query("select 1"))).endsWith("C(SELECT 1)", "Z(I)");
        }
    }

    @Test
    void case12DirectTlsWithoutTheNameOrWithoutTlsIsRefused() {
        try (TestSidecar secure = sidecar(Legs.DOWNSTREAM);
                TestSidecar plain = sidecar(Legs.PLAIN)) {
            assertNoTls(() -> RawPgClient.connectDirectTls(address(secure), Legs.AUTHORITY.trusting()));
            assertNoTls(() -> RawPgClient.connectDirectTls(address(secure), Legs.AUTHORITY.trusting(), "http/1.1"));
            assertNoTls(
                    () -> RawPgClient.connectDirectTls(address(plain), Legs.AUTHORITY.trusting(), RawPgClient.ALPN));
        }
    }

    private interface Connecting {
        RawPgClient connect();
    }

    private static void assertNoTls(Connecting connecting) {
        assertThatThrownBy(() -> {
                    try (RawPgClient client = connecting.connect()) {
                        client.logIn(login());
                    }
                })
                .isInstanceOfAny(AssertionError.class, UncheckedIOException.class);
    }

    @Test
    void aClientWithoutTlsIsToldToUseIt() {
        try (TestSidecar sidecar = sidecar(Legs.DOWNSTREAM);
                RawPgClient client = RawPgClient.connect(address(sidecar))) {
            assertThat(lines(client.tryLogIn(login())))
                    .containsExactly("E(FATAL 28000 this listener takes encrypted connections only;"
                            + " H=Connect with sslmode=require or stricter.)");
            assertThat(client.readToEnd()).isEmpty();
        }
    }

    @Test
    void whatAClientSmugglesBeforeTheHandshakeIsNotUsed() {
        try (TestSidecar sidecar = sidecar(Legs.DOWNSTREAM)) {
            byte[] smuggled = PgFrontend.together(login().startup(), PgFrontend.query("select 'smuggled'"));
            assertThatThrownBy(() -> {
                        try (RawPgClient client =
                                RawPgClient.connectTls(address(sidecar), Legs.AUTHORITY.trusting(), smuggled)) {
                            client.next();
                        }
                    })
                    .isInstanceOfAny(AssertionError.class, UncheckedIOException.class);
            assertThat(sidecar.audit().records("statement")).isEmpty();
        }
    }

    /** As those of listeners whose connections begin with TLS. */
    @Test
    void failedHandshakesAreCountedHoweverTheyWereBegun() {
        try (TestSidecar sidecar = sidecar(Legs.DOWNSTREAM)) {
            try (RawPgClient client = RawPgClient.connect(address(sidecar))) {
                client.send(PgFrontend.sslRequest());
                assertThat(client.takeByte()).isEqualTo('S');
                client.send(PgFrontend.query("select 'no TLS'"));
                awaitFailures(sidecar, 1);
            }
            try (RawPgClient client = RawPgClient.connect(address(sidecar))) {
                assertThat(client.send(PgFrontend.sslRequest()).takeByte()).isEqualTo('S');
            }
            awaitFailures(sidecar, 2);
            try (RawPgClient client = RawPgClient.connect(address(sidecar))) {
                client.send(new byte[] {0x16, 3, 1, 0, 1, 0});
            }
            awaitFailures(sidecar, 3);
            try (RawPgClient client = Legs.DOWNSTREAM.connect(address(sidecar))) {
                client.logIn(login());
            }
            assertThat(sidecar.counters(PgSidecars.LISTENER).failedHandshakes()).isEqualTo(3);
        }
    }

    private static void awaitFailures(TestSidecar sidecar, long count) {
        Eventually.await(
                () -> sidecar.counters(PgSidecars.LISTENER).failedHandshakes() == count,
                Eventually.SOON,
                "a failed handshake to be counted");
    }

    // The server's leg.

    private static final RawPgUpstream.Play WELCOMING = session -> {
        session.readStartup();
        session.send(PgBackend.welcome());
        session.awaitMore();
    };

    private List<String> heardFrom(RawPgUpstream upstream) {
        try (TestSidecar sidecar = Legs.UPSTREAM.sidecar(upstream.hostAndPort(), folder, "");
                RawPgClient client = RawPgClient.connect(address(sidecar))) {
            List<String> heard = lines(client.tryLogIn(login()));
            assertThat(client.readToEnd()).isEmpty();
            return heard;
        }
    }

    @Test
    void anUpstreamWithTls() {
        try (RawPgUpstream upstream = RawPgUpstream.startTls(
                        new WireJournal(), Legs.AUTHORITY.showing(Legs.AUTHORITY.issueForLoopback()), WELCOMING);
                TestSidecar sidecar = Legs.UPSTREAM.sidecar(upstream.hostAndPort(), folder, "");
                RawPgClient client = RawPgClient.connect(address(sidecar))) {
            assertThat(lines(client.tryLogIn(login()))).endsWith("Z(I)");
        }
    }

    @Test
    void anUpstreamWithAnotherCertificateIsRefused() {
        TestAuthority other = TestAuthority.create();
        for (var shown : List.of(
                other.showing(other.issueForLoopback()),
                Legs.AUTHORITY.showing(Legs.AUTHORITY.issue("db.example.com")))) {
            try (RawPgUpstream upstream = RawPgUpstream.startTls(new WireJournal(), shown, WELCOMING)) {
                assertThat(heardFrom(upstream))
                        .singleElement()
                        .satisfies(line -> assertThat(line).startsWith("E(FATAL 08001 "));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"N", "E", "X", ""})
    void anUpstreamThatDoesNotTakeTlsIsRefused(String answer) {
        RawPgUpstream.Play play = session -> {
            session.readStartup();
            if (!answer.isEmpty()) {
                session.send(answer.getBytes(StandardCharsets.US_ASCII));
                session.awaitMore();
            }
        };
        try (RawPgUpstream upstream = RawPgUpstream.start(new WireJournal(), play)) {
            assertThat(heardFrom(upstream))
                    .singleElement()
                    .satisfies(line -> assertThat(line).startsWith("E(FATAL 08001 "));
            assertThat(upstream.awaitConnection(0).received()).isEqualTo(PgFrontend.sslRequest());
        }
    }

    @Test
    void whatAnUpstreamSmugglesBeforeTheHandshakeIsNotUsed() {
        RawPgUpstream.Play play = session -> {
            session.readStartup();
            session.send("S".getBytes(StandardCharsets.US_ASCII), PgBackend.welcome());
            session.awaitMore();
        };
        try (RawPgUpstream upstream = RawPgUpstream.start(new WireJournal(), play)) {
            assertThat(heardFrom(upstream))
                    .singleElement()
                    .satisfies(line -> assertThat(line).startsWith("E(FATAL 08001 "));
        }
    }

    @Test
    void anUpstreamThatIsNotThereIsAnErrorOfTheProtocol() {
        RawPgUpstream gone = RawPgUpstream.start(new WireJournal(), WELCOMING);
        gone.close();
        for (Legs legs : List.of(Legs.PLAIN, Legs.UPSTREAM)) {
            try (TestSidecar sidecar = legs.sidecar(gone.hostAndPort(), folder, "");
                    RawPgClient client = RawPgClient.connect(address(sidecar))) {
                assertThat(lines(client.tryLogIn(login())))
                        .singleElement()
                        .satisfies(line -> assertThat(line).startsWith("E(FATAL 08001 "));
                assertThat(client.readToEnd()).isEmpty();
            }
        }
    }
}
