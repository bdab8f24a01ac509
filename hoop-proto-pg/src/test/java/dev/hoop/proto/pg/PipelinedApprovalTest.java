package dev.hoop.proto.pg;

import static dev.hoop.proto.pg.ExtendedScripts.run;
import static dev.hoop.testkit.pg.PgFrontend.bind;
import static dev.hoop.testkit.pg.PgFrontend.execute;
import static dev.hoop.testkit.pg.PgFrontend.parse;
import static dev.hoop.testkit.pg.PgFrontend.query;
import static dev.hoop.testkit.pg.PgFrontend.sync;
import static dev.hoop.testkit.pg.PgFrontend.together;
import static dev.hoop.testkit.pg.RawPgClient.lines;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewStatus;
import dev.hoop.testkit.pg.PgLogin;
import dev.hoop.testkit.pg.RawPgClient;
import dev.hoop.testkit.pg.SharedPostgres;
import dev.hoop.testkit.sidecar.TestSidecar;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An approval is not spent on a statement that the server skips; where it is, the trail says that nothing ran. */
class PipelinedApprovalTest {

    @RegisterExtension
    static final SharedPostgres POSTGRES = SharedPostgres.plain();

    private static final String GUARDED = "insert into held values ('guarded')";

    private TestSidecar sidecar;
    private RawPgClient client;

    @BeforeEach
    void start() {
        POSTGRES.server().empty(POSTGRES.database());
        POSTGRES.server().execute(POSTGRES.database(), "create table held (w text)");
        sidecar = PgSidecars.reviewing(POSTGRES.server().hostAndPort(), "return");
        client = RawPgClient.open(sidecar.address(PgSidecars.LISTENER), PgLogin.as("postgres", POSTGRES.database()));
    }

    @AfterEach
    void stop() {
        client.close();
        sidecar.close();
    }

    /** Files the review of a statement and approves it. */
    private ReviewId approved(byte[] messages) {
        int known = sidecar.audit().records("review.filed").size();
        client.send(messages).readUntilReady();
        ReviewId id = sidecar.plane().awaitReview(known);
        sidecar.plane().reviews().approve(id);
        return id;
    }

    private ReviewStatus status(ReviewId id) {
        return sidecar.plane().reviews().find(id).orElseThrow().status();
    }

    private static List<List<String>> rows() {
        return POSTGRES.server().query(POSTGRES.database(), "select w from held order by w");
    }

    private List<String> reasons(String reason) {
        return sidecar.audit().records("statement").stream()
                .filter(record -> record.path("reason").asText().equals(reason))
                .map(record -> record.path("statement").asText())
                .toList();
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of("a text that is none", run("selec 1")),
                Arguments.of("one that fails when it runs", run("select 1 / 0")),
                Arguments.of("one behind another that is right", together(run("select 1"), run("select 1 / 0"))),
                Arguments.of("a Parse alone", parse("other", "selec 1")),
                Arguments.of("a Bind of nothing", bind("nothing", "nothing")),
                Arguments.of("an Execute of nothing", execute("nothing", 0)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("failures")
    void anApprovalIsKeptWhereTheServerSkipsTheStatement(String name, byte[] failing) {
        ReviewId id = approved(together(run(GUARDED), sync()));

        assertThat(lines(client.send(together(failing, run(GUARDED), sync())).readUntilReady()))
                .filteredOn(line -> line.startsWith("E("))
                .hasSize(1);
        assertThat(status(id)).isEqualTo(ReviewStatus.APPROVED);
        assertThat(rows()).isEmpty();
        assertThat(sidecar.audit().records("review.released")).isEmpty();

        assertThat(lines(client.send(together(run(GUARDED), sync())).readUntilReady()))
                .contains("C(INSERT 0 1)");
        assertThat(status(id)).isEqualTo(ReviewStatus.EXECUTED);
        assertThat(rows()).containsExactly(List.of("guarded"));
    }

    /** There the server takes the statement for broken data, and ends the connection. */
    @Test
    void anApprovalIsKeptInTheMidstOfACopy() {
        ReviewId id = approved(together(run(GUARDED), sync()));
        client.send(together(run("copy held from stdin"), run(GUARDED), sync())).readToEnd();
        assertThat(status(id)).isEqualTo(ReviewStatus.APPROVED);
        assertThat(rows()).isEmpty();
    }

    @Test
    void theTrailTellsThatTheStatementWasSkipped() {
        approved(together(run(GUARDED), sync()));
        client.send(together(run("select 1 / 0"), run(GUARDED), sync())).readUntilReady();
        assertThat(reasons("skipped")).containsExactly(GUARDED);
        assertThat(sidecar.audit().records("review.ended"))
                .extracting(record -> record.path("end").asText())
                .containsExactly("skipped");
    }

    @Test
    void whatIsApprovedRunsBehindWhatIsRight() {
        approved(together(run(GUARDED), sync()));
        assertThat(lines(client.send(together(run("insert into held values ('before')"), run(GUARDED), sync()))
                        .readUntilReady()))
                .filteredOn(line -> line.startsWith("C("))
                .containsExactly("C(INSERT 0 1)", "C(INSERT 0 1)");
        assertThat(rows()).containsExactly(List.of("before"), List.of("guarded"));
    }

    /** The transaction fails in a segment of its own, which is on its way. */
    @Test
    void anApprovalIsKeptInATransactionThatIsAboutToFail() {
        ReviewId id = approved(query(GUARDED));
        client.send(together(query("begin"), query("select 1 / 0"), query(GUARDED)));
        assertThat(lines(client.readUntilReady())).endsWith("Z(T)");
        assertThat(lines(client.readUntilReady())).endsWith("Z(E)");
        assertThat(lines(client.readUntilReady()))
                .anyMatch(line -> line.startsWith("E(ERROR 25P02 "))
                .endsWith("Z(E)");
        assertThat(status(id)).isEqualTo(ReviewStatus.APPROVED);
    }

    /** A Close is answered in a failed transaction, too, and changes nothing about it. */
    @Test
    void anApprovalIsKeptInAFailedTransactionBehindWhatRunsNothing() {
        ReviewId id = approved(together(run(GUARDED), sync()));
        client.query("begin");
        client.query("select 1 / 0");
        assertThat(lines(client.send(together(parse("r", "rollback"), run(GUARDED), sync()))
                        .readUntilReady()))
                .anyMatch(line -> line.startsWith("E(ERROR 25P02 "));
        assertThat(status(id)).isEqualTo(ReviewStatus.APPROVED);
    }

    @Test
    void anApprovedStatementThatTheServerCannotParseIsRecordedAsNotRun() {
        String missing = "insert into missing values ('guarded')";
        ReviewId id = approved(together(run(missing), sync()));
        client.send(together(run(missing), sync())).readUntilReady();
        assertThat(status(id)).isEqualTo(ReviewStatus.EXECUTED);
        assertNotRun(id, "skipped");
    }

    @Test
    void anApprovalSpentOnAPortalThatIsNeverExecutedIsRecordedAsNotRun() {
        byte[] first = together(parse("", GUARDED), bind("p", ""));
        ReviewId id = approved(together(first, execute("p", 0), sync()));
        byte[] second = together(parse("", "insert into held values ('guarded too')"), bind("q", ""));
        client.send(together(first, second, execute("p", 0), execute("q", 0), sync()))
                .readUntilReady();
        assertThat(rows()).isEmpty();
        assertThat(status(id)).isEqualTo(ReviewStatus.EXECUTED);
        assertNotRun(id, "skipped");
    }

    private void assertNotRun(ReviewId id, String reason) {
        JsonNode record = sidecar.audit().await("statement.not_run", found -> true);
        assertThat(record.path("reason").asText()).isEqualTo(reason);
        assertThat(record.path("review_id").asText()).isEqualTo(id.toString());
    }
}
