package dev.hoop.testkit.pg;

import static dev.hoop.testkit.pg.RawPgClient.lines;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The client's messages are those that a real server understands, and every answer of its can be read. */
class RawPgClientTest {

    private static final int INT4 = 23;
    private static final int INT4_PLUS = 177;

    @RegisterExtension
    static final SharedPostgres POSTGRES = SharedPostgres.plain();

    private static RawPgClient open() {
        return RawPgClient.open(POSTGRES.server().address(), PgLogin.as("postgres", POSTGRES.database()));
    }

    @Test
    void simpleQueries() {
        try (RawPgClient client = open()) {
            assertThat(lines(client.query("select 1 as one, null as none; select 'a' as letter where false")))
                    .containsExactly(
                            "T(one:23, none:25)", "D('1', NULL)", "C(SELECT 1)", "T(letter:25)", "C(SELECT 0)", "Z(I)");
            assertThat(lines(client.query(""))).containsExactly("I", "Z(I)");
            assertThat(lines(client.query("begin; select 1/0")))
                    .containsExactly("C(BEGIN)", "E(ERROR 22012 division by zero)", "Z(E)");
            assertThat(lines(client.query("rollback"))).containsExactly("C(ROLLBACK)", "Z(I)");
        }
    }

    @Test
    void extendedQueries() {
        try (RawPgClient client = open()) {
            client.send(
                    PgFrontend.parse("s", "select $1::int + $2 as sum, $3::text as words", INT4),
                    PgFrontend.describeStatement("s"),
                    PgFrontend.bind(
                            "p", "s", List.of(PgParameter.int4(40), PgParameter.text("2"), PgParameter.none()), 1),
                    PgFrontend.describePortal("p"),
                    PgFrontend.execute("p", 0),
                    PgFrontend.closePortal("p"),
                    PgFrontend.closeStatement("s"),
                    PgFrontend.sync());
            assertThat(lines(client.readUntilReady()))
                    .containsExactly(
                            "1",
                            "t(23, 23, 25)",
                            "T(sum:23, words:25)",
                            "2",
                            "T(sum:23:b, words:25:b)",
                            "D(0000002a, NULL)",
                            "C(SELECT 1)",
                            "3",
                            "3",
                            "Z(I)");
        }
    }

    @Test
    void portalsAreSuspendedAndFlushed() {
        try (RawPgClient client = open()) {
            client.send(
                    PgFrontend.parse("", "select generate_series(1, 3)"),
                    PgFrontend.bind("", ""),
                    PgFrontend.execute("", 2),
                    PgFrontend.flush());
            assertThat(lines(client.readUntil(message -> message.line().equals("s"))))
                    .containsExactly("1", "2", "D('1')", "D('2')", "s");
            client.send(PgFrontend.execute("", 2), PgFrontend.sync());
            assertThat(lines(client.readUntilReady())).containsExactly("D('3')", "C(SELECT 1)", "Z(I)");
        }
    }

    @Test
    void copies() {
        try (RawPgClient client = open()) {
            client.query("create table copied (n int, w text)");
            client.send(
                    PgFrontend.query("copy copied from stdin"),
                    PgFrontend.copyData("1\tone\n"),
                    PgFrontend.copyData("2\t\\N\n".getBytes(StandardCharsets.US_ASCII)),
                    PgFrontend.copyDone());
            assertThat(lines(client.readUntilReady())).containsExactly("G(0 [0, 0])", "C(COPY 2)", "Z(I)");
            assertThat(lines(client.query("copy copied to stdout")))
                    .containsExactly("H(0 [0, 0])", "d('1\\tone\\n')", "d('2\\t\\N\\n')", "c", "C(COPY 2)", "Z(I)");
            client.send(PgFrontend.query("copy copied from stdin"), PgFrontend.copyFail("no more"));
            assertThat(lines(client.readUntilReady()))
                    .containsExactly(
                            "G(0 [0, 0])",
                            "E(ERROR 57014 COPY from stdin failed: no more; W=COPY copied, line 1)",
                            "Z(I)");
        }
    }

    @Test
    void functionCallsAndNotifications() {
        try (RawPgClient client = open()) {
            client.send(PgFrontend.functionCall(INT4_PLUS, List.of(PgParameter.int4(1), PgParameter.int4(2)), 1));
            assertThat(lines(client.readUntilReady())).containsExactly("V(00000003)", "Z(I)");
            assertThat(lines(client.query("listen c; notify c, 'x'")))
                    .containsExactly("C(LISTEN)", "C(NOTIFY)", "A(c 'x')", "Z(I)");
            assertThat(lines(client.query("do $$begin raise notice 'said'; end$$")))
                    .containsExactly(
                            "N(NOTICE 00000 said; W=PL/pgSQL function inline_code_block line 1 at RAISE)",
                            "C(DO)",
                            "Z(I)");
            assertThat(lines(client.query("set application_name = 'named'")))
                    .containsExactly("C(SET)", "S(application_name=named)", "Z(I)");
        }
    }

    @Test
    void newerProtocolsAndTheirKeys() {
        PgLogin login = PgLogin.as("postgres", POSTGRES.database())
                .withVersion(PgFrontend.VERSION_3_2)
                .withOption("_pq_.unheard_of", "1");
        try (RawPgClient client = RawPgClient.open(POSTGRES.server().address(), login)) {
            assertThat(lines(client.welcome()))
                    .startsWith("v(3.2 _pq_.unheard_of)", "R(0)")
                    .contains("K(32 bytes)")
                    .endsWith("Z(I)");
        }
        try (RawPgClient client = open()) {
            assertThat(lines(client.welcome())).startsWith("R(0)").contains("K(4 bytes)");
        }
    }

    @Test
    void cancels() {
        try (RawPgClient sleeper = open()) {
            sleeper.send(PgFrontend.query("select pg_sleep(60)"));
            long sleeping = 0;
            while (sleeping == 0) {
                sleeping = POSTGRES.server()
                        .query("postgres", "select 1 from pg_stat_activity where wait_event = 'PgSleep'")
                        .size();
            }
            PgMessage.BackendKeyData key = sleeper.key();
            try (RawPgClient other = RawPgClient.connect(POSTGRES.server().address())) {
                other.send(PgFrontend.cancelRequest(key.processId(), key.secretKey()));
                assertThat(other.readToEnd()).isEmpty();
            }
            assertThat(lines(sleeper.readUntilReady()))
                    .containsExactly(
                            "T(pg_sleep:2278)", "E(ERROR 57014 canceling statement due to user request)", "Z(I)");
        }
    }

    @Test
    void refusesWhatItIsAskedBeforeTheStart() {
        try (RawPgClient client = RawPgClient.connect(POSTGRES.server().address())) {
            assertThat(client.send(PgFrontend.gssEncRequest()).takeByte()).isEqualTo('N');
            assertThat(client.send(PgFrontend.sslRequest()).takeByte()).isEqualTo('N');
            client.logIn(PgLogin.as("postgres", POSTGRES.database()));
            assertThat(lines(client.query("select 1"))).endsWith("C(SELECT 1)", "Z(I)");
        }
    }

    @Test
    void brokenFramesEndTheConnection() {
        try (RawPgClient client = open()) {
            client.send(PgFrontend.frame('Q', 3, new byte[0]));
            // The server tells its log alone.
            assertThat(lines(client.readToEnd())).isEmpty();
        }
    }

    @Test
    void messagesAreReadToTheirLastByte() {
        assertThat(PgMessage.of('Z', new byte[] {'I', 0}).line()).isEqualTo("unreadable 'Z'(4900)");
        assertThat(PgMessage.of('D', new byte[] {0, 1, 0, 0, 0, 9}).line()).startsWith("unreadable 'D'");
        assertThat(PgMessage.of('!', new byte[0]).line()).isEqualTo("unreadable '!'('')");
        byte[] played = PgBackend.fields('E', Map.of('S', "ERROR", 'C', "42501", 'M', "no", 'L', "17", 'H', "ask"));
        byte[] body = Arrays.copyOfRange(played, 5, played.length);
        assertThat(PgMessage.of('E', body).line()).isEqualTo("E(ERROR 42501 no; H=ask)");
    }
}
