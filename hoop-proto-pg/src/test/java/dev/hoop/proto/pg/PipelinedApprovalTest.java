package dev.hoop.proto.pg;

import static dev.hoop.proto.pg.AskingSession.GUARDED;
import static dev.hoop.proto.pg.ExtendedScripts.run;
import static dev.hoop.testkit.pg.PgFrontend.bind;
import static dev.hoop.testkit.pg.PgFrontend.execute;
import static dev.hoop.testkit.pg.PgFrontend.parse;
import static dev.hoop.testkit.pg.PgFrontend.query;
import static dev.hoop.testkit.pg.PgFrontend.sync;
import static dev.hoop.testkit.pg.PgFrontend.together;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewStatus;
import dev.hoop.testkit.pg.SharedPostgres;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An approval is not spent on a statement that the server skips; where it is, the trail says that nothing ran. */
class PipelinedApprovalTest {

    @RegisterExtension
    static final SharedPostgres POSTGRES = SharedPostgres.plain();

    @RegisterExtension
    final AskingSession session = new AskingSession(POSTGRES);

    private ReviewStatus status(ReviewId id) {
        return session.sidecar().plane().reviews().find(id).orElseThrow().status();
    }

    private List<String> reasons(String reason) {
        return session.audit().records("statement").stream()
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
        ReviewId id = session.approved(together(run(GUARDED), sync()));

        assertThat(session.say(together(failing, run(GUARDED), sync())))
                .filteredOn(line -> line.startsWith("E("))
                .hasSize(1);
        assertThat(status(id)).isEqualTo(ReviewStatus.APPROVED);
        assertThat(session.rows()).isEmpty();
        assertThat(session.audit().records("review.released")).isEmpty();

        assertThat(session.say(together(run(GUARDED), sync()))).contains("C(INSERT 0 1)");
        assertThat(status(id)).isEqualTo(ReviewStatus.EXECUTED);
        assertThat(session.rows()).containsExactly(List.of("guarded"));
    }

    /** There the server takes the statement for broken data, and ends the connection. */
    @Test
    void anApprovalIsKeptInTheMidstOfACopy() {
        ReviewId id = session.approved(together(run(GUARDED), sync()));
        session.client()
                .send(together(run("copy held from stdin"), run(GUARDED), sync()))
                .readToEnd();
        assertThat(status(id)).isEqualTo(ReviewStatus.APPROVED);
        assertThat(session.rows()).isEmpty();
    }

    @Test
    void theTrailTellsThatTheStatementWasSkipped() {
        session.approved(together(run(GUARDED), sync()));
        session.say(together(run("select 1 / 0"), run(GUARDED), sync()));
        assertThat(reasons("skipped")).containsExactly(GUARDED);
        assertThat(session.audit().records("review.ended"))
                .extracting(record -> record.path("end").asText())
                .containsExactly("skipped");
    }

    @Test
    void whatIsApprovedRunsBehindWhatIsRight() {
        session.approved(together(run(GUARDED), sync()));
        assertThat(session.say(together(run("insert into held values ('before')"), run(GUARDED), sync())))
                .filteredOn(line -> line.startsWith("C("))
                .containsExactly("C(INSERT 0 1)", "C(INSERT 0 1)");
        assertThat(session.rows()).containsExactly(List.of("before"), List.of("guarded"));
    }

    /** The transaction fails in a segment of its own, which is on its way. */
    @Test
    void anApprovalIsKeptInATransactionThatIsAboutToFail() {
        ReviewId id = session.approved(query(GUARDED));
        session.client().send(together(query("begin"), query("select 1 / 0"), query(GUARDED)));
        assertThat(session.hear()).endsWith("Z(T)");
        assertThat(session.hear()).endsWith("Z(E)");
        assertThat(session.hear())
                .anyMatch(line -> line.startsWith("E(ERROR 25P02 "))
                .endsWith("Z(E)");
        assertThat(status(id)).isEqualTo(ReviewStatus.APPROVED);
    }

    /** A Close is answered in a failed transaction, too, and changes nothing about it. */
    @Test
    void anApprovalIsKeptInAFailedTransactionBehindWhatRunsNothing() {
        ReviewId id = session.approved(together(run(GUARDED), sync()));
        session.say(query("begin"));
        session.say(query("select 1 / 0"));
        assertThat(session.say(together(parse("r", "rollback"), run(GUARDED), sync())))
                .anyMatch(line -> line.startsWith("E(ERROR 25P02 "));
        assertThat(status(id)).isEqualTo(ReviewStatus.APPROVED);
    }

    /** The approval is for one run, and this was it: who asks is told so, in front of the server's error. */
    @Test
    void anApprovalIsUsedByAStatementThatTheServerCannotParseOrBind() {
        for (byte[] failing : List.of(
                run("insert into missing values ('guarded')"),
                together(
                        parse("", "insert into held values ('guarded' || $1::int)"),
                        bind("", "", "no number"),
                        execute("", 0)))) {
            ReviewId id = session.approved(together(failing, sync()));
            assertUsed(id, session.say(together(failing, sync())));
            assertNotRun(id, "failed");
        }
    }

    /** The first one's messages go ahead of the second one, which is asked for. */
    @Test
    void anApprovalIsUsedByAStatementThatTheServerCannotParseInFrontOfAnother() {
        String missing = "insert into missing values ('guarded')";
        ReviewId id = session.approved(together(run(missing), sync()));
        assertUsed(id, session.say(together(run(missing), run(GUARDED), sync())));
        assertNotRun(id, "failed");
    }

    @Test
    void anApprovalIsUsedByAStatementThatFailsWhenItRuns() {
        String failing = "select 1 / count(w), 'guarded' from held";
        for (byte[] messages : List.of(query(failing), together(run(failing), sync()))) {
            ReviewId id = session.approved(messages);
            assertUsed(id, session.say(messages));
            JsonNode record = session.audit()
                    .await(
                            "statement.completed",
                            found -> found.path("review_id").asText().equals(id.toString()));
            assertThat(record.path("result").asText()).isEqualTo("ERROR 22012");
        }
    }

    private void assertUsed(ReviewId id, List<String> heard) {
        int used = heard.indexOf("N(NOTICE 00000 the approved statement failed, and its approval is used (review " + id
                + "); D=review_id=" + id + " status=EXECUTED;"
                + " H=To run it again, send it again: a person is asked anew.)");
        assertThat(used).as(heard.toString()).isPositive();
        assertThat(heard.get(used + 1)).startsWith("E(ERROR ");
        assertThat(status(id)).isEqualTo(ReviewStatus.EXECUTED);
    }

    @Test
    void anApprovalSpentOnAPortalThatIsNeverExecutedIsRecordedAsNotRun() {
        byte[] first = together(parse("", GUARDED), bind("p", ""));
        ReviewId id = session.approved(together(first, execute("p", 0), sync()));
        byte[] second = together(parse("", "insert into held values ('guarded too')"), bind("q", ""));
        session.say(together(first, second, execute("p", 0), execute("q", 0), sync()));
        assertThat(session.rows()).isEmpty();
        assertThat(status(id)).isEqualTo(ReviewStatus.EXECUTED);
        assertNotRun(id, "skipped");
    }

    /** A portal may be executed on; its approval has one line about its end all the same. */
    @Test
    void anApprovedPortalThatIsExecutedTwiceEndsOnce() {
        byte[] twice = together(parse("", "select 'guarded'"), bind("p", ""), execute("p", 0), execute("p", 0), sync());
        ReviewId id = session.approved(twice);
        assertThat(session.say(twice)).contains("C(SELECT 1)", "C(SELECT 0)").noneMatch(line -> line.contains("used"));
        session.say(query("select 'behind it'"));
        assertThat(session.audit().records("statement.completed"))
                .singleElement()
                .satisfies(
                        record -> assertThat(record.path("review_id").asText()).isEqualTo(id.toString()))
                .satisfies(record -> assertThat(record.path("result").asText()).isEqualTo("SELECT 1"));
    }

    /** FETCH runs what is bound, and the trail must not say that nothing ran. */
    @Test
    void anApprovedPortalThatIsRunBySqlIsNotRecordedAsNotRun() {
        byte[] binds = together(parse("", GUARDED + " returning w"), bind("p", ""), sync());
        ReviewId id = session.approved(binds);
        session.say(query("begin"));
        session.say(binds);
        assertThat(session.say(query("fetch all from p"))).contains("D('guarded')");
        session.say(query("commit"));
        assertThat(session.rows()).containsExactly(List.of("guarded"));
        assertThat(session.audit()
                        .await("statement.completed", found -> true)
                        .path("result")
                        .asText())
                .isEqualTo("bound");
        assertThat(session.audit().records("statement.not_run")).isEmpty();
        assertThat(status(id)).isEqualTo(ReviewStatus.EXECUTED);
    }

    private void assertNotRun(ReviewId id, String reason) {
        JsonNode record = session.audit()
                .await(
                        "statement.not_run",
                        found -> found.path("review_id").asText().equals(id.toString()));
        assertThat(record.path("reason").asText()).isEqualTo(reason);
    }
}
