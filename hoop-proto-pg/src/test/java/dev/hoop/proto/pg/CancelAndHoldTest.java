package dev.hoop.proto.pg;

import static dev.hoop.proto.pg.ExtendedScripts.run;
import static dev.hoop.testkit.pg.PgFrontend.query;
import static dev.hoop.testkit.pg.PgFrontend.sync;
import static dev.hoop.testkit.pg.RawPgClient.lines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewStatus;
import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.pg.PgFrontend;
import dev.hoop.testkit.pg.PgLogin;
import dev.hoop.testkit.pg.PgMessage;
import dev.hoop.testkit.pg.RawPgClient;
import dev.hoop.testkit.pg.SharedPostgres;
import dev.hoop.testkit.sidecar.TestSidecar;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A statement that is held, a statement that is canceled, and both at once; against a real server. */
class CancelAndHoldTest {

    @RegisterExtension
    static final SharedPostgres POSTGRES = SharedPostgres.plain();

    private static final String GUARDED = "insert into held values ('guarded')";
    private static final String CANCELED = "E(ERROR 57014 canceling statement due to user request)";

    private TestSidecar sidecar;

    @BeforeEach
    void start() {
        POSTGRES.server().empty(POSTGRES.database());
        POSTGRES.server().execute(POSTGRES.database(), "create table held (w text)");
        sidecar = PgSidecars.reviewing(POSTGRES.server().hostAndPort(), "hold");
    }

    @AfterEach
    void stop() {
        sidecar.close();
    }

    private RawPgClient open() {
        return RawPgClient.open(sidecar.address(PgSidecars.LISTENER), PgLogin.as("postgres", POSTGRES.database()));
    }

    private ReviewId awaitHold(int number) {
        awaitHolds(number + 1);
        return sidecar.plane().awaitReview(number);
    }

    private void awaitHolds(int count) {
        Eventually.await(
                () -> sidecar.audit().records("review.held").size() >= count, Eventually.SOON, count + " holds");
    }

    private static long rows() {
        return Long.parseLong(POSTGRES.server()
                .query(POSTGRES.database(), "select count(*) from held")
                .get(0)
                .get(0));
    }

    private static void awaitSleepers(int count) {
        Eventually.await(
                () -> POSTGRES.server()
                                .query("postgres", "select 1 from pg_stat_activity where wait_event = 'PgSleep'")
                                .size()
                        == count,
                Eventually.SOON,
                count + " sleeping statements");
    }

    /** Sends a CancelRequest through the sidecar and waits until it has been acted on. */
    private void cancel(RawPgClient client) {
        PgMessage.BackendKeyData key = client.key();
        try (RawPgClient other = RawPgClient.connect(sidecar.address(PgSidecars.LISTENER))) {
            other.send(PgFrontend.cancelRequest(key.processId(), key.secretKey()));
            assertThat(other.readToEnd()).isEmpty();
        }
    }

    // Cancellation of what runs.

    @ParameterizedTest
    @ValueSource(ints = {PgFrontend.VERSION_3_0, PgFrontend.VERSION_3_2})
    void case7ACancelHitsWhatRuns(int version) {
        try (RawPgClient client = RawPgClient.open(
                sidecar.address(PgSidecars.LISTENER),
                PgLogin.as("postgres", POSTGRES.database()).withVersion(version))) {
            client.send(query("select pg_sleep(60)"));
            awaitSleepers(1);
            cancel(client);
            assertThat(lines(client.readUntilReady())).containsExactly("T(pg_sleep:2278)", CANCELED, "Z(I)");
            assertThat(lines(client.query("select 1"))).endsWith("C(SELECT 1)", "Z(I)");
        }
    }

    @Test
    void aCancelEndsWhatRunsAndWhatWaitsBehindItInOnePipeline() {
        try (RawPgClient client = open()) {
            client.send(PgFrontend.together(run("select pg_sleep(60)"), run(GUARDED), sync()));
            awaitSleepers(1);
            cancel(client);
            assertThat(lines(client.readUntilReady())).contains(CANCELED).endsWith("Z(I)");
            assertThat(sidecar.audit().records("review.filed")).isEmpty();
            assertThat(lines(client.query("select 1"))).endsWith("C(SELECT 1)", "Z(I)");
        }
        awaitSleepers(0);
        assertThat(rows()).isZero();
    }

    @Test
    void case7ACancelThatComesTooLateHitsNothing() {
        try (RawPgClient client = open()) {
            for (int i = 0; i < 30; i++) {
                // The query's end and the cancellation race; the query after it must never be hit.
                client.send(query("select pg_sleep(0.002)"));
                PgMessage.BackendKeyData key = client.key();
                try (RawPgClient other = RawPgClient.connect(sidecar.address(PgSidecars.LISTENER))) {
                    other.send(PgFrontend.cancelRequest(key.processId(), key.secretKey()));
                    client.readUntilReady();
                    // The end of that connection says that the cancellation has had its effect, as drivers know.
                    assertThat(other.readToEnd()).isEmpty();
                    assertThat(lines(client.query("select pg_sleep(0.005), 'next " + i + "'")))
                            .endsWith("C(SELECT 1)", "Z(I)");
                }
            }
        }
    }

    @Test
    void case7ACancelHitsNobodyElse() {
        try (RawPgClient first = open();
                RawPgClient second = open()) {
            first.send(query("select pg_sleep(60)"));
            second.send(query("select pg_sleep(60)"));
            awaitSleepers(2);
            cancel(second);
            assertThat(lines(second.readUntilReady())).contains(CANCELED);
            awaitSleepers(1);
            assertThat(first.wire().untaken())
                    .as("nothing but its rows' description")
                    .hasSizeLessThan(50);
            cancel(first);
            assertThat(lines(first.readUntilReady())).contains(CANCELED);
        }
    }

    @Test
    void aCancelWithAWrongKeyIsTheServersToIgnore() {
        try (RawPgClient client = open();
                RawPgClient other = RawPgClient.connect(sidecar.address(PgSidecars.LISTENER))) {
            client.send(query("select pg_sleep(0.3)"));
            other.send(PgFrontend.cancelRequest(client.key().processId(), new byte[] {9, 9, 9, 9}));
            assertThat(other.readToEnd()).isEmpty();
            assertThat(lines(client.readUntilReady())).endsWith("C(SELECT 1)", "Z(I)");
        }
    }

    @Test
    void aCancelOfAnIdleSessionHitsNothing() {
        try (RawPgClient client = open()) {
            cancel(client);
            assertThat(lines(client.query("select pg_sleep(0.05)"))).endsWith("C(SELECT 1)", "Z(I)");
        }
    }

    // Holds.

    @Test
    void aHeldStatementIsToldAtOnceAndRunsLateOnItsConnection() {
        try (RawPgClient client = open()) {
            String backend = client.query("select pg_backend_pid()").get(1).line();
            client.send(query(GUARDED), query("select pg_backend_pid()"));
            ReviewId review = awaitHold(0);
            assertThat(client.next().line())
                    .startsWith("N(NOTICE 00000 ")
                    .contains("(review " + review + ")", "D=review_id=" + review + " status=PENDING");
            assertThat(rows()).isZero();
            sidecar.plane().reviews().approve(review, "Ana");
            assertThat(lines(client.readUntilReady()))
                    .containsExactly(
                            "N(NOTICE 00000 approved by Ana (review " + review + "))", "C(INSERT 0 1)", "Z(I)");
            assertThat(client.readUntilReady().get(1).line()).isEqualTo(backend);
        }
        assertThat(rows()).isOne();
    }

    @Test
    void laterMessagesWaitInTheirOrder() {
        try (RawPgClient client = open()) {
            client.send(
                    query("insert into held values ('before')"),
                    query(GUARDED),
                    run("insert into held values ('after')"),
                    sync(),
                    query("select w from held order by ctid"));
            // The notice that the second one waits may come before the first one's answer.
            assertThat(lines(client.readUntilReady())).endsWith("C(INSERT 0 1)", "Z(I)");
            ReviewId review = awaitHold(0);
            assertThat(rows()).isOne();
            sidecar.plane().reviews().approve(review, "Ana");
            client.readUntilReady();
            assertThat(lines(client.readUntilReady())).containsExactly("1", "2", "C(INSERT 0 1)", "Z(I)");
            assertThat(lines(client.readUntilReady()))
                    .containsExactly("T(w:25)", "D('before')", "D('guarded')", "D('after')", "C(SELECT 3)", "Z(I)");
        }
    }

    @Test
    void case9ACancelEndsAHoldAndNothingRunsLater() {
        try (RawPgClient client = open()) {
            client.send(query(GUARDED));
            ReviewId review = awaitHold(0);
            assertThat(client.next()).isInstanceOf(PgMessage.NoticeResponse.class);
            cancel(client);
            assertThat(lines(client.readUntilReady())).containsExactly(CANCELED, "Z(I)");
            sidecar.plane().reviews().approve(review);
            assertThat(lines(client.query("select 'alive'"))).endsWith("C(SELECT 1)", "Z(I)");
            assertThat(rows()).isZero();
            assertThat(sidecar.plane().reviews().forwards()).isZero();
        }
    }

    @Test
    void case9ACancelEndsAHoldInATransactionAndInAPipeline() {
        try (RawPgClient client = open()) {
            client.query("begin");
            client.send(run("insert into held values ('before')"), run(GUARDED), run("select 1"), sync());
            awaitHold(0);
            cancel(client);
            assertThat(lines(client.readUntilReady())).contains(CANCELED).endsWith("Z(E)");
            assertThat(lines(client.query("commit"))).containsExactly("C(ROLLBACK)", "Z(I)");
        }
        assertThat(rows()).isZero();
    }

    @Test
    void case16NotificationsFlowWhileAStatementIsHeld() {
        try (RawPgClient client = open()) {
            client.query("listen c");
            client.send(query(GUARDED));
            ReviewId review = awaitHold(0);
            assertThat(client.next()).isInstanceOf(PgMessage.NoticeResponse.class);
            POSTGRES.server().execute(POSTGRES.database(), "notify c, 'while held'");
            assertThat(client.next().line()).isEqualTo("A(c 'while held')");
            sidecar.plane().reviews().approve(review);
            assertThat(lines(client.readUntilReady())).contains("C(INSERT 0 1)");
        }
    }

    @Test
    void aClientThatLeavesEndsItsHoldAndTheApprovalIsForTheNext() {
        try (RawPgClient client = open()) {
            client.send(query(GUARDED));
            awaitHold(0);
            client.wire().reset();
        }
        sidecar.audit()
                .await("review.ended", record -> record.path("end").asText().equals("client_gone"));
        ReviewId review = sidecar.plane().awaitReview(0);
        sidecar.plane().reviews().approve(review);
        assertThat(rows()).isZero();
        try (RawPgClient client = open()) {
            assertThat(lines(client.query(GUARDED))).contains("C(INSERT 0 1)", "Z(I)");
        }
        assertThat(rows()).isOne();
    }

    @Test
    void terminateBehindAHeldStatementEndsTheHold() {
        try (RawPgClient client = open()) {
            client.send(query(GUARDED), PgFrontend.terminate());
            client.wire().halfClose();
            sidecar.audit()
                    .await("review.ended", record -> record.path("end").asText().equals("client_gone"));
        }
        sidecar.plane().reviews().approve(sidecar.plane().awaitReview(0));
        assertThat(sidecar.plane().reviews().forwards()).isZero();
        assertThat(rows()).isZero();
    }

    @Test
    void whatTwoOfTheSameWaitForRunsOnce() {
        try (RawPgClient first = open();
                RawPgClient second = open()) {
            first.send(query(GUARDED));
            second.send(query(GUARDED));
            awaitHolds(2);
            assertThat(sidecar.plane().reviews().all()).hasSize(1);
            sidecar.plane().reviews().approve(sidecar.plane().awaitReview(0));
            List<String> heard = new ArrayList<>(lines(first.readUntilReady()));
            heard.addAll(lines(second.readUntilReady()));
            assertThat(heard).containsOnlyOnce("C(INSERT 0 1)");
            assertThat(heard)
                    .anyMatch(line -> line.startsWith("E(ERROR 42501 held here: the approval was already used"));
        }
        assertThat(rows()).isOne();
    }

    @Test
    void aHoldWithinATransactionLeavesItAsItWas() {
        try (RawPgClient client = open()) {
            client.query("begin; insert into held values ('mine')");
            client.send(query(GUARDED));
            ReviewId review = awaitHold(0);
            assertThat(rows()).isZero();
            sidecar.plane().reviews().approve(review);
            assertThat(lines(client.readUntilReady())).endsWith("C(INSERT 0 1)", "Z(T)");
            assertThat(lines(client.query("commit"))).containsExactly("C(COMMIT)", "Z(I)");
        }
        assertThat(rows()).isEqualTo(2);
    }

    @Test
    void eachGuardedStatementOfAPipelineIsAReviewOfItsOwn() {
        try (RawPgClient client = open()) {
            client.send(
                    run("insert into held values ('guarded one')"),
                    run("insert into held values ('two')"),
                    run("insert into held values ('guarded three')"),
                    sync());
            sidecar.plane().reviews().approve(awaitHold(0));
            ReviewId second = awaitHold(1);
            assertThat(rows()).as("a pipeline is one transaction").isZero();
            sidecar.plane().reviews().approve(second);
            assertThat(lines(client.readUntilReady()).stream().filter(line -> !line.startsWith("N(")))
                    .containsExactly(
                            "1", "2", "C(INSERT 0 1)", "1", "2", "C(INSERT 0 1)", "1", "2", "C(INSERT 0 1)", "Z(I)");
        }
        assertThat(rows()).isEqualTo(3);
    }

    @Test
    void aServerThatGoesAwayEndsTheHold() {
        try (RawPgClient client = open()) {
            String backend =
                    client.query("select pg_backend_pid()").get(1).line().replaceAll("\\D", "");
            client.send(query(GUARDED));
            ReviewId review = awaitHold(0);
            POSTGRES.server().query("postgres", "select pg_terminate_backend(" + backend + ")");
            List<String> heard = lines(client.readToEnd());
            assertThat(heard.get(heard.size() - 1)).startsWith("E(FATAL 57P01 ");
            sidecar.plane().reviews().approve(review);
            assertThat(sidecar.plane().reviews().forwards()).isZero();
        }
        assertThat(rows()).isZero();
    }

    @Test
    void parametersAreWhatIsReviewedAndWhatAnApprovalIsFor() {
        try (RawPgClient client = open()) {
            byte[] first = guardedInsert("one");
            client.send(first);
            ReviewId review = awaitHold(0);
            assertThat(sidecar.plane().reviews().await(0).text())
                    .isEqualTo("insert into held values ('guarded' || $1)\n-- $1 = 'one'"
                            + PgSidecars.inDatabase(POSTGRES.database()));
            sidecar.plane().reviews().approve(review);
            assertThat(lines(client.readUntilReady())).contains("C(INSERT 0 1)");
            client.send(guardedInsert("two"));
            ReviewId other = awaitHold(1);
            assertThat(other).isNotEqualTo(review);
            sidecar.plane().reviews().reject(other, "no");
            assertThat(lines(client.readUntilReady()))
                    .anyMatch(line -> line.startsWith("E(ERROR 42501 held here: rejected: no (review " + other));
        }
        assertThat(rows()).isOne();
    }

    private static byte[] guardedInsert(String value) {
        return PgFrontend.together(
                PgFrontend.parse("", "insert into held values ('guarded' || $1)"),
                PgFrontend.bind("", "", value),
                PgFrontend.execute("", 0),
                sync());
    }

    private void assertReturned(RawPgClient client) {
        assertThat(lines(client.query(GUARDED))).anyMatch(line -> line.startsWith("E(ERROR 42501 held here: waiting"));
    }

    /** The first one that is, and cancels it. */
    private void assertHeld(RawPgClient client) {
        client.send(query(GUARDED));
        awaitHold(0);
        cancel(client);
        assertThat(lines(client.readUntilReady())).contains(CANCELED);
    }

    @Test
    void theModeIsTheClientsToChoose() {
        PgLogin login =
                PgLogin.as("postgres", POSTGRES.database()).withOption("application_name", "till; hoop-review=return");
        try (RawPgClient client = RawPgClient.open(sidecar.address(PgSidecars.LISTENER), login)) {
            List<String> pending = lines(client.query(GUARDED));
            ReviewId review = sidecar.plane().awaitReview(0);
            assertThat(pending)
                    .containsExactly(
                            "E(ERROR 42501 held here: waiting for approval; resend the identical statement once it is"
                                    + " approved (review " + review + "); D=review_id=" + review
                                    + " status=PENDING; H=Wait for the decision, then run the identical statement again.)",
                            "Z(I)");
            sidecar.plane().reviews().approve(review);
            assertThat(lines(client.query(GUARDED))).contains("C(INSERT 0 1)", "Z(I)");
            assertThat(sidecar.plane().reviews().await(0).review().status()).isEqualTo(ReviewStatus.EXECUTED);
            assertReturned(client);
        }
        assertThat(rows()).isOne();
    }

    /** The server cuts it to 63 bytes, and reports what is left. */
    @Test
    void theModeIsTheClientsToChooseBehindALongNameToo() {
        String name = "an-agent-with-a-name-that-is-longer-than-a-server-keeps-0123456789";
        PgLogin login = PgLogin.as("postgres", POSTGRES.database())
                .withOption("application_name", name + " hoop-review=return");
        try (RawPgClient client = RawPgClient.open(sidecar.address(PgSidecars.LISTENER), login)) {
            assertReturned(client);
            client.query("set application_name = 'an-agent'");
            assertHeld(client);
        }
    }

    /** The JDBC driver names its application only once it is in, by a statement. */
    @Test
    void theModeIsTheClientsToChooseLaterToo() {
        try (RawPgClient client = open()) {
            client.query("set application_name = 'till hoop-review=return'");
            assertReturned(client);
            client.query("set application_name = 'till'");
            assertHeld(client);
        }
    }
}
