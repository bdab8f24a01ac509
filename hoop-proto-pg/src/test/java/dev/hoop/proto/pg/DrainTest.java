package dev.hoop.proto.pg;

import static dev.hoop.testkit.pg.PgFrontend.query;
import static dev.hoop.testkit.pg.RawPgClient.lines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewStatus;
import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.pg.PgLogin;
import dev.hoop.testkit.pg.RawPgClient;
import dev.hoop.testkit.pg.SharedPostgres;
import dev.hoop.testkit.sidecar.TestSidecar;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A sidecar that drains lets everybody finish what they began, holds nothing more, and says why it goes. */
class DrainTest {

    @RegisterExtension
    static final SharedPostgres POSTGRES = SharedPostgres.plain();

    private static final String GOODBYE = "E(FATAL 57P01 terminating connection because the sidecar is shutting down)";
    private static final String GUARDED = "insert into drained values ('guarded')";

    private TestSidecar sidecar;

    @BeforeEach
    void start() {
        POSTGRES.server().empty(POSTGRES.database());
        POSTGRES.server().execute(POSTGRES.database(), "create table drained (w text)");
        sidecar = PgSidecars.reviewing(POSTGRES.server().hostAndPort(), "hold");
    }

    @AfterEach
    void stop() {
        sidecar.close();
    }

    private RawPgClient open() {
        return RawPgClient.open(sidecar.address(PgSidecars.LISTENER), PgLogin.as("postgres", POSTGRES.database()));
    }

    private CompletionStage<Integer> drain() {
        return sidecar.drain(Eventually.SOON);
    }

    private static void assertNobodyCutOff(CompletionStage<Integer> drained) {
        assertThat(Eventually.get(drained, Eventually.SOON, "the end of the drain"))
                .isZero();
    }

    private static void awaitLockWaiters(int count) {
        Eventually.await(
                () -> POSTGRES.server()
                                .query(
                                        POSTGRES.database(),
                                        "select 1 from pg_locks where locktype = 'advisory' and not granted")
                                .size()
                        == count,
                Eventually.SOON,
                count + " statements that wait for a lock");
    }

    private static List<List<String>> rows() {
        return POSTGRES.server().query(POSTGRES.database(), "select w from drained order by ctid");
    }

    @Test
    void whoIsIdleIsToldAndLeft() {
        try (RawPgClient client = open()) {
            CompletionStage<Integer> drained = drain();
            assertThat(lines(client.readToEnd())).containsExactly(GOODBYE);
            assertNobodyCutOff(drained);
        }
    }

    @Test
    void whatRunsIsFinishedAndSoIsWhatWasSentBehindIt() {
        try (RawPgClient holder =
                        RawPgClient.open(POSTGRES.server().address(), PgLogin.as("postgres", POSTGRES.database()));
                RawPgClient client = open()) {
            holder.query("select pg_advisory_lock(7)");
            client.send(
                    query("select pg_advisory_lock_shared(7) is null as n"),
                    query("insert into drained values ('behind')"));
            awaitLockWaiters(1);
            CompletionStage<Integer> drained = drain();
            holder.query("select pg_advisory_unlock(7)");
            assertThat(lines(client.readToEnd()))
                    .containsExactly("T(n:16)", "D('f')", "C(SELECT 1)", "Z(I)", "C(INSERT 0 1)", "Z(I)", GOODBYE);
            assertNobodyCutOff(drained);
        }
        assertThat(rows()).containsExactly(List.of("behind"));
    }

    @Test
    void aTransactionThatIsOpenMayEnd() {
        try (RawPgClient client = open()) {
            client.query("begin");
            CompletionStage<Integer> drained = drain();
            assertThat(lines(client.query("insert into drained values ('mine')")))
                    .containsExactly("C(INSERT 0 1)", "Z(T)");
            assertThat(lines(client.query("commit"))).containsExactly("C(COMMIT)", "Z(I)");
            assertThat(lines(client.readToEnd())).containsExactly(GOODBYE);
            assertNobodyCutOff(drained);
        }
        assertThat(rows()).containsExactly(List.of("mine"));
    }

    @Test
    void nothingIsHeldAnyMore() {
        try (RawPgClient holder =
                        RawPgClient.open(POSTGRES.server().address(), PgLogin.as("postgres", POSTGRES.database()));
                RawPgClient client = open()) {
            holder.query("select pg_advisory_lock(8)");
            client.query("begin");
            client.send(query("select pg_advisory_lock_shared(8) is null as n"), query(GUARDED));
            awaitLockWaiters(1);
            CompletionStage<Integer> drained = drain();
            holder.query("select pg_advisory_unlock(8)");
            client.readUntilReady();
            List<String> first = lines(client.readUntilReady());
            ReviewId review = sidecar.plane().awaitReview(0);
            assertInterrupted(first, review, "Z(E)");
            assertThat(lines(client.query("rollback; begin"))).endsWith("Z(T)");
            assertInterrupted(lines(client.query(GUARDED)), review, "Z(E)");
            client.query("rollback");
            assertThat(lines(client.readToEnd())).containsExactly(GOODBYE);
            assertNobodyCutOff(drained);
            assertThat(sidecar.plane().reviews().await(0).review().status()).isEqualTo(ReviewStatus.PENDING);
        }
        assertThat(sidecar.plane().reviews().all()).hasSize(1);
        assertThat(rows()).isEmpty();
    }

    private static void assertInterrupted(List<String> heard, ReviewId review, String status) {
        assertThat(heard)
                .anySatisfy(line -> assertThat(line)
                        .startsWith(
                                "E(ERROR 42501 held here: the sidecar is shutting down; run the statement again once it is approved ")
                        .contains("(review " + review + ")"))
                .endsWith(status);
    }

    @Test
    void whoKeepsATransactionOpenIsToldWhenTheTimeIsOver() {
        try (RawPgClient client = open()) {
            client.query("begin; insert into drained values ('lost')");
            CompletionStage<Integer> drained = sidecar.drain(Duration.ofMillis(200));
            assertThat(lines(client.readToEnd())).containsExactly(GOODBYE);
            assertThat(Eventually.get(drained, Eventually.SOON, "the end of the drain"))
                    .isOne();
        }
        assertThat(rows()).isEmpty();
    }
}
