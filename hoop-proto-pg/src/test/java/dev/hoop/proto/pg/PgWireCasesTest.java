package dev.hoop.proto.pg;

import static dev.hoop.proto.pg.ExtendedScripts.run;
import static dev.hoop.testkit.pg.PgFrontend.bind;
import static dev.hoop.testkit.pg.PgFrontend.execute;
import static dev.hoop.testkit.pg.PgFrontend.flush;
import static dev.hoop.testkit.pg.PgFrontend.parse;
import static dev.hoop.testkit.pg.PgFrontend.query;
import static dev.hoop.testkit.pg.PgFrontend.sync;
import static dev.hoop.testkit.pg.RawPgClient.lines;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.testkit.pg.PgBackend;
import dev.hoop.testkit.pg.PgFrontend;
import dev.hoop.testkit.pg.PgLogin;
import dev.hoop.testkit.pg.PgMessage;
import dev.hoop.testkit.pg.PgParameter;
import dev.hoop.testkit.pg.RawPgClient;
import dev.hoop.testkit.pg.RawPgUpstream;
import dev.hoop.testkit.pg.SharedPostgres;
import dev.hoop.testkit.sidecar.TestSidecar;
import dev.hoop.testkit.wire.WireJournal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Cases of the wire protocol that proxies are known to get wrong, by their numbers. Those about cancellation and holds are
 * in {@link CancelAndHoldTest}, about TLS in {@link TlsTest}, about broken messages in {@link HostileClientTest}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PgWireCasesTest {

    @RegisterExtension
    static final SharedPostgres POSTGRES = SharedPostgres.plain();

    private TestSidecar allowing;
    private TestSidecar denying;

    @BeforeAll
    void start() {
        allowing = PgSidecars.allowing(POSTGRES.server().hostAndPort());
        denying = PgSidecars.denying(POSTGRES.server().hostAndPort());
    }

    @AfterAll
    void stop() {
        allowing.close();
        denying.close();
    }

    private static RawPgClient open(TestSidecar sidecar) {
        return RawPgClient.open(sidecar.address(PgSidecars.LISTENER), PgLogin.as("postgres", POSTGRES.database()));
    }

    private static List<JsonNode> statements(TestSidecar sidecar, String part) {
        return sidecar.audit().records("statement").stream()
                .filter(record -> record.path("statement").asText().contains(part))
                .toList();
    }

    @Test
    void case1OneErrorThenEverythingIsSkippedToSync() {
        try (RawPgClient client = open(allowing)) {
            client.send(run("selec 1"), run("select 1"), sync());
            assertThat(lines(client.readUntilReady()))
                    .containsExactly("E(ERROR 42601 syntax error at or near \"selec\"; P=1)", "Z(I)");
        }
        try (RawPgClient client = open(denying)) {
            client.send(run("select 'forbidden'"), run("select 1 as case1"), sync(), query("select 2 as n"));
            assertThat(lines(client.readUntilReady())).containsExactly("E(ERROR 42501 forbidden here)", "Z(I)");
            assertThat(lines(client.readUntilReady())).containsExactly("T(n:23)", "D('2')", "C(SELECT 1)", "Z(I)");
        }
        assertThat(statements(denying, "case1")).isEmpty();
    }

    @Test
    void case3EachExecutionIsAttributedToItsStatementWithItsParameters() {
        List<PgParameter> eleven = new ArrayList<>(List.of(PgParameter.none(), PgParameter.text("it's")));
        IntStream.range(3, 12).forEach(i -> eleven.add(PgParameter.text("p" + i)));
        try (RawPgClient client = open(allowing)) {
            client.send(
                    parse("s1", "select generate_series(1, 15) as one"),
                    parse("s2", "select $1::text, $2::text, $3, $4, $5, $6, $7, $8, $9, $10, $11 as case3"),
                    bind("p2", "s2", eleven),
                    bind("p1", "s1"),
                    execute("p2", 0),
                    execute("p1", 10),
                    execute("p1", 10),
                    sync());
            List<String> heard = lines(client.readUntilReady());
            assertThat(heard)
                    .startsWith(
                            "1",
                            "1",
                            "2",
                            "2",
                            "D(NULL, 'it's', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8'," + " 'p9', 'p10', 'p11')",
                            "C(SELECT 1)",
                            "D('1')");
            assertThat(heard)
                    .endsWith(
                            "D('10')",
                            "s",
                            "D('11')",
                            "D('12')",
                            "D('13')",
                            "D('14')",
                            "D('15')",
                            "C(SELECT 5)",
                            "Z(I)");
        }
        JsonNode second = statements(allowing, "case3").get(0);
        assertThat(second.path("facts").path("portal").asText()).isEqualTo("p2");
        assertThat(second.path("facts").path("prepared").asText()).isEqualTo("s2");
        assertThat(second.path("facts").path("parameters").asText())
                .startsWith("$1 = NULL, $2 = 'it''s', $3 = 'p3', ")
                .endsWith("$11 = 'p11'");
        assertThat(statements(allowing, "generate_series(1, 15)")).isNotEmpty().allSatisfy(record -> {
            assertThat(record.path("facts").path("portal").asText()).isEqualTo("p1");
            assertThat(record.path("facts").path("prepared").asText()).isEqualTo("s1");
        });
    }

    @Test
    void case4ASuspendedPortalGoesOnAndEndsOnce() {
        try (RawPgClient client = open(allowing)) {
            client.send(parse("", "select generate_series(1,5)"), bind("", ""), execute("", 2), flush());
            assertThat(lines(client.readUntil(message -> message.line().equals("s"))))
                    .containsExactly("1", "2", "D('1')", "D('2')", "s");
            client.send(execute("", 2), execute("", 2), sync());
            assertThat(lines(client.readUntilReady()))
                    .containsExactly("D('3')", "D('4')", "s", "D('5')", "C(SELECT 1)", "Z(I)");
        }
    }

    @Test
    void case6LateCopyMessagesAreNeverTakenForStatements() {
        byte[] rows = PgFrontend.together(IntStream.range(0, 1000)
                .mapToObj(n -> PgFrontend.copyData("drop table case6; select 'forbidden'\n"))
                .toArray(byte[][]::new));
        try (RawPgClient client = open(denying)) {
            client.query("create table case6 (n int)");
            client.send(
                    query("copy case6 from stdin"), rows, PgFrontend.copyDone(), query("select 1 as after_the_copy"));
            assertThat(lines(client.readUntilReady()))
                    .hasSize(3)
                    .startsWith("G(0 [0])")
                    .endsWith("Z(I)")
                    .anyMatch(line -> line.startsWith("E(ERROR 22P02 invalid input syntax for type integer"));
            assertThat(lines(client.readUntilReady()))
                    .containsExactly("T(after_the_copy:23)", "D('1')", "C(SELECT 1)", "Z(I)");
        }
        assertThat(statements(denying, "drop table case6")).isEmpty();
        assertThat(statements(denying, "case6")).hasSize(2);
    }

    @Test
    void case8NoKeyIsInventedAndLongOnesPass() {
        for (byte[] key : List.of(new byte[0], new byte[32], new byte[256])) {
            RawPgUpstream.Play play = session -> {
                session.readStartupDecliningEncryption();
                session.send(
                        PgBackend.negotiateProtocolVersion(PgFrontend.VERSION_3_0, "_pq_.one"),
                        PgBackend.authenticationOk(),
                        key.length == 0 ? new byte[0] : PgBackend.backendKeyData(1, key),
                        PgBackend.readyForQuery('I'));
                session.awaitMore();
            };
            try (RawPgUpstream upstream = RawPgUpstream.start(new WireJournal(), play);
                    TestSidecar sidecar = PgSidecars.allowing(upstream.hostAndPort());
                    RawPgClient client = RawPgClient.connect(sidecar.address(PgSidecars.LISTENER))) {
                List<String> heard = lines(client.logIn(PgLogin.as("ana", "shop")
                        .withVersion(PgFrontend.VERSION_3_2)
                        .withOption("_pq_.one", "1")));
                assertThat(heard)
                        .isEqualTo(
                                key.length == 0
                                        ? List.of("v(3.0 _pq_.one)", "R(0)", "Z(I)")
                                        : List.of("v(3.0 _pq_.one)", "R(0)", "K(" + key.length + " bytes)", "Z(I)"));
                if (key.length > 0) {
                    assertThat(client.key().secretKey()).isEqualTo(key);
                }
            }
        }
    }

    @Test
    void case14AStatementThatIsMadeAfterDeallocateAllSurvives() {
        try (RawPgClient client = open(allowing)) {
            client.send(parse("s8", "select 8"), sync());
            client.readUntilReady();
            client.send(run("deallocate all"), parse("s9", "select 9 as n"), bind("", "s9"), execute("", 0), sync());
            assertThat(lines(client.readUntilReady()))
                    .containsExactly("1", "2", "C(DEALLOCATE ALL)", "1", "2", "D('9')", "C(SELECT 1)", "Z(I)");
            client.send(bind("", "s9"), execute("", 0), sync());
            assertThat(lines(client.readUntilReady())).containsExactly("2", "D('9')", "C(SELECT 1)", "Z(I)");
        }
        assertThat(statements(allowing, "select 9 as n"))
                .hasSize(2)
                .allSatisfy(record -> assertThat(
                                record.path("facts").path("prepared").asText())
                        .isEqualTo("s9"));
    }

    @Test
    void case16NotificationsAreForwardedAtOnce() {
        try (RawPgClient client = open(allowing)) {
            client.query("listen case16");
            POSTGRES.server().execute(POSTGRES.database(), "notify case16, 'while idle'");
            assertThat(client.next().line()).isEqualTo("A(case16 'while idle')");
        }
    }

    @Test
    void case20EachExecutionOfAPreparedStatementIsJudgedAndRecorded() {
        try (RawPgClient client = open(denying)) {
            client.send(parse("S_1", "select 'forbidden' || $1"), sync());
            assertThat(lines(client.readUntilReady())).containsExactly("1", "Z(I)");
            for (int i = 0; i < 3; i++) {
                client.send(bind("", "S_1", "case20 " + i), execute("", 0), sync());
                assertThat(lines(client.readUntilReady())).containsExactly("E(ERROR 42501 forbidden here)", "Z(I)");
            }
        }
        assertThat(denying.audit().records("statement").stream()
                        .filter(record ->
                                record.path("facts").path("parameters").asText().contains("case20")))
                .hasSize(3)
                .allSatisfy(record -> {
                    assertThat(record.path("decision").asText()).isEqualTo("refuse");
                    assertThat(record.path("rule").asText()).isEqualTo("no-forbidden");
                });
    }

    @Test
    void anyStatementOfATextIsEnoughToRefuseItAllAndNoneRuns() {
        try (RawPgClient client = open(denying)) {
            client.query("create table several (n int)");
            for (String text : List.of(
                    "insert into several values (1); select 'forbidden'",
                    "select 'forbidden'; insert into several values (1)",
                    "insert into several values (1); begin; select 'forbidden'; commit")) {
                assertThat(lines(client.query(text))).containsExactly("E(ERROR 42501 forbidden here)", "Z(I)");
            }
            assertThat(lines(client.query("select count(*) from several"))).contains("D('0')");
        }
    }

    @Test
    void aCopyIsRefusedBeforeItsDataAndTheDataIsDropped() {
        try (RawPgClient client = open(denying)) {
            client.query("create table forbidden_data (n int)");
            client.send(
                    query("copy public.t /* forbidden */ from stdin"),
                    PgFrontend.copyData("1\n"),
                    PgFrontend.copyDone(),
                    query("select 1 as n"));
            assertThat(lines(client.readUntilReady())).containsExactly("E(ERROR 42501 forbidden here)", "Z(I)");
            assertThat(lines(client.readUntilReady())).containsExactly("T(n:23)", "D('1')", "C(SELECT 1)", "Z(I)");
            assertThat(lines(client.query("copy (select 'forbidden') to stdout")))
                    .containsExactly("E(ERROR 42501 forbidden here)", "Z(I)");
            client.send(run("copy (select 'forbidden') to stdout"), sync());
            assertThat(lines(client.readUntilReady())).containsExactly("E(ERROR 42501 forbidden here)", "Z(I)");
        }
    }

    @Test
    void whatTheSidecarSendsInPlaceOfARefusedStatementIsNobodysStatement() {
        try (RawPgClient client = open(denying)) {
            client.query("select 'forbidden own'");
            client.send(run("select 'forbidden own'"), sync());
            assertThat(lines(client.readUntilReady())).containsExactly("E(ERROR 42501 forbidden here)", "Z(I)");
        }
        assertThat(statements(denying, "own")).hasSize(2);
        assertThat(statements(denying, "refused by hoop")).isEmpty();
    }

    @Test
    void statementsBeforeTheServerIsReadyWaitForIt() {
        RawPgUpstream.Play play = session -> {
            session.readStartupDecliningEncryption();
            session.send(PgBackend.authenticationOk());
            session.send(PgBackend.readyForQuery('I'));
            assertThat(session.read().text()).isEqualTo("select 'early'");
            session.send(PgBackend.commandComplete("SELECT 1"), PgBackend.readyForQuery('I'));
            session.awaitMore();
        };
        try (RawPgUpstream upstream = RawPgUpstream.start(new WireJournal(), play);
                TestSidecar sidecar = PgSidecars.denying(upstream.hostAndPort());
                RawPgClient client = RawPgClient.connect(sidecar.address(PgSidecars.LISTENER))) {
            client.send(PgLogin.as("ana", "shop").startup(), query("select 'early'"));
            assertThat(lines(client.readUntilReady())).containsExactly("R(0)", "Z(I)");
            assertThat(lines(client.readUntil(message -> message instanceof PgMessage.ReadyForQuery)))
                    .containsExactly("C(SELECT 1)", "Z(I)");
            assertThat(statements(sidecar, "early")).hasSize(1);
        }
    }
}
