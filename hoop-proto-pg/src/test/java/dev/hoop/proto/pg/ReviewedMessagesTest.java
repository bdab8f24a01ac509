package dev.hoop.proto.pg;

import static dev.hoop.proto.pg.ExtendedScripts.run;
import static dev.hoop.testkit.pg.PgFrontend.bind;
import static dev.hoop.testkit.pg.PgFrontend.copyData;
import static dev.hoop.testkit.pg.PgFrontend.copyDone;
import static dev.hoop.testkit.pg.PgFrontend.execute;
import static dev.hoop.testkit.pg.PgFrontend.functionCall;
import static dev.hoop.testkit.pg.PgFrontend.parse;
import static dev.hoop.testkit.pg.PgFrontend.query;
import static dev.hoop.testkit.pg.PgFrontend.sync;
import static dev.hoop.testkit.pg.PgFrontend.together;
import static dev.hoop.testkit.pg.RawPgClient.lines;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hoop.review.Requester;
import dev.hoop.review.ReviewId;
import dev.hoop.testkit.pg.PgLogin;
import dev.hoop.testkit.pg.PgMessage;
import dev.hoop.testkit.pg.PgParameter;
import dev.hoop.testkit.pg.RawPgClient;
import dev.hoop.testkit.pg.SharedPostgres;
import dev.hoop.testkit.sidecar.TestSidecar;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.postgresql.PGConnection;
import org.postgresql.largeobject.LargeObjectManager;

/** A person decides about what is no plain statement, too: COPY in both directions, function calls, bound parameters. */
class ReviewedMessagesTest {

    @RegisterExtension
    static final SharedPostgres POSTGRES = SharedPostgres.plain();

    /** {@code int4pl(int4, int4)}. */
    private static final int PLUS = 177;

    private static final String ASKS = """
            guardrails:
              rules:
                - {name: ask-a-person, type: deny_words_list, words: [guarded], action: require_review}
                - {name: ask-about-the-unknown, type: operation, operations: [unknown], action: require_review}
            review: {approval_rule: shop-approvers, mode: hold, message: held here}
            """;

    private static final String IN = "copy held from stdin /* guarded */";

    private TestSidecar sidecar;

    @BeforeEach
    void start() {
        POSTGRES.server().empty(POSTGRES.database());
        POSTGRES.server().execute(POSTGRES.database(), "create table held (w text)");
        sidecar = PgSidecars.start(POSTGRES.server().hostAndPort(), ASKS);
    }

    @AfterEach
    void stop() {
        sidecar.close();
    }

    private RawPgClient open(String... options) {
        PgLogin login = PgLogin.as("postgres", POSTGRES.database());
        for (int i = 0; i < options.length; i += 2) {
            login = login.withOption(options[i], options[i + 1]);
        }
        return RawPgClient.open(sidecar.address(PgSidecars.LISTENER), login);
    }

    private static String inDatabase() {
        return PgSidecars.inDatabase(POSTGRES.database());
    }

    /** A new sidecar, in the mode return. */
    private void restartReturning() {
        sidecar.close();
        sidecar = PgSidecars.start(POSTGRES.server().hostAndPort(), ASKS.replace("mode: hold", "mode: return"));
    }

    private ReviewId awaitHold(int number) {
        ReviewId id = sidecar.plane().awaitReview(number);
        sidecar.audit()
                .await(
                        "review.held",
                        record -> record.path("review_id").asText().equals(id.value()));
        return id;
    }

    private static List<List<String>> rows() {
        return POSTGRES.server().query(POSTGRES.database(), "select w from held order by w");
    }

    private static List<String> withoutNotices(List<PgMessage> messages) {
        return lines(messages).stream().filter(line -> !line.startsWith("N(")).toList();
    }

    @Test
    void aCopyInIsHeldBeforeItsDataAndTakesItOnceApproved() {
        try (RawPgClient client = open()) {
            client.send(together(query(IN), copyData("one\n"), copyData("two\n"), copyDone(), query("select 1 as n")));
            ReviewId review = awaitHold(0);
            assertThat(sidecar.plane().reviews().await(0).text()).isEqualTo(IN + inDatabase());
            assertThat(rows()).isEmpty();
            sidecar.plane().reviews().approve(review, "Ana");
            assertThat(withoutNotices(client.readUntilReady())).containsExactly("G(0 [0])", "C(COPY 2)", "Z(I)");
            assertThat(lines(client.readUntilReady())).containsExactly("T(n:23)", "D('1')", "C(SELECT 1)", "Z(I)");
        }
        assertThat(rows()).containsExactly(List.of("one"), List.of("two"));
    }

    @Test
    void theDataOfACopyThatIsRejectedIsDropped() {
        try (RawPgClient client = open()) {
            client.send(together(query(IN), copyData("one\n"), copyDone(), query("select 1 as n")));
            sidecar.plane().reviews().reject(awaitHold(0), "no");
            assertThat(withoutNotices(client.readUntilReady()))
                    .hasSize(2)
                    .endsWith("Z(I)")
                    .anyMatch(line -> line.startsWith("E(ERROR 42501 held here: rejected: no "));
            assertThat(lines(client.readUntilReady())).containsExactly("T(n:23)", "D('1')", "C(SELECT 1)", "Z(I)");
        }
        assertThat(rows()).isEmpty();
    }

    @Test
    void aCopyOfTheExtendedProtocolIsHeldBothWays() {
        try (RawPgClient client = open()) {
            client.send(together(run(IN), copyData("one\n"), copyDone(), sync()));
            sidecar.plane().reviews().approve(awaitHold(0));
            assertThat(withoutNotices(client.readUntilReady()))
                    .containsExactly("1", "2", "G(0 [0])", "C(COPY 1)", "Z(I)");

            client.send(together(run("copy (select w from held where w <> 'guarded') to stdout"), sync()));
            sidecar.plane().reviews().approve(awaitHold(1));
            assertThat(withoutNotices(client.readUntilReady()))
                    .startsWith("1", "2", "H(0 [0])")
                    .endsWith("c", "C(COPY 1)", "Z(I)");
        }
        assertThat(rows()).containsExactly(List.of("one"));
    }

    @Test
    void aFunctionCallIsHeldAndRunsOrIsRefused() {
        byte[] call = functionCall(PLUS, List.of(PgParameter.text("40"), PgParameter.text("2")), 0);
        try (RawPgClient client = open()) {
            client.send(call);
            ReviewId review = awaitHold(0);
            assertThat(sidecar.plane().reviews().await(0).text())
                    .isEqualTo("call of function 177, result in text\n-- $1 = '40'\n-- $2 = '2'" + inDatabase());
            sidecar.plane().reviews().approve(review);
            List<String> straight = lines(straight(call));
            assertThat(straight).hasSize(2).startsWith("V('42')");
            assertThat(withoutNotices(client.readUntilReady())).isEqualTo(straight);

            client.send(together(call, query("select 1 as n")));
            sidecar.plane().reviews().reject(awaitHold(1), "no");
            assertThat(withoutNotices(client.readUntilReady()))
                    .hasSize(2)
                    .endsWith("Z(I)")
                    .anyMatch(line -> line.startsWith("E(ERROR 42501 held here: rejected: no "));
            assertThat(lines(client.readUntilReady())).containsExactly("T(n:23)", "D('1')", "C(SELECT 1)", "Z(I)");
        }
    }

    /** Whatever differs makes another statement; also what only the server's answer would show. */
    @Test
    void anApprovalOfAFunctionCallIsForItsFunctionArgumentsAndForms() {
        List<PgParameter> numbers = List.of(PgParameter.text("40"), PgParameter.text("2"));
        byte[] call = functionCall(PLUS, numbers, 0);
        try (RawPgClient client = open("application_name", "hoop-review=return")) {
            client.send(call).readUntilReady();
            ReviewId review = sidecar.plane().awaitReview(0);
            sidecar.plane().reviews().approve(review);
            for (byte[] other : List.of(
                    functionCall(PLUS + 4, numbers, 0),
                    functionCall(PLUS, numbers, 1),
                    functionCall(PLUS, List.of(PgParameter.text("2"), PgParameter.text("40")), 0),
                    functionCall(PLUS, List.of(PgParameter.text("40")), 0),
                    functionCall(PLUS, List.of(PgParameter.text("40"), PgParameter.none()), 0),
                    functionCall(PLUS, List.of(PgParameter.text("40"), PgParameter.text("NULL")), 0),
                    functionCall(PLUS, List.of(PgParameter.text("40"), PgParameter.int4(2)), 0))) {
                assertThat(lines(client.send(other).readUntilReady()))
                        .anyMatch(line -> line.contains("waiting for approval"))
                        .noneMatch(line -> line.contains(review.value()));
            }
            assertThat(sidecar.plane().reviews().all()).hasSize(8);
            assertThat(lines(client.send(call).readUntilReady())).contains("V('42')");
        }
    }

    @Test
    void anApprovalForOneDatabaseIsNoneForAnother() {
        restartReturning();
        byte[] insert = query("insert into held values ('guarded')");
        PgLogin elsewhere = PgLogin.as("postgres", "postgres");
        try (RawPgClient here = open();
                RawPgClient there = RawPgClient.open(sidecar.address(PgSidecars.LISTENER), elsewhere)) {
            here.send(insert).readUntilReady();
            sidecar.plane().reviews().approve(sidecar.plane().reviews().await(0).id());

            assertThat(lines(there.send(insert).readUntilReady()))
                    .first()
                    .asString()
                    .contains("waiting for approval");
            assertThat(sidecar.plane().reviews().await(1).text()).endsWith(PgSidecars.inDatabase("postgres"));
            assertThat(lines(here.send(insert).readUntilReady())).contains("C(INSERT 0 1)");
        }
    }

    @Test
    void aCallOfALargeObjectsFunctionSaysWhichAndWithWhat() throws SQLException {
        restartReturning();
        String url = "jdbc:postgresql://" + sidecar.hostAndPort(PgSidecars.LISTENER) + "/" + POSTGRES.database();
        Properties login = new Properties();
        login.setProperty("user", "postgres");
        try (Connection connection = DriverManager.getConnection(url, login)) {
            connection.setAutoCommit(false);
            LargeObjectManager objects = connection.unwrap(PGConnection.class).getLargeObjectAPI();
            assertThatThrownBy(objects::createLO).hasMessageContaining("waiting for approval");
            connection.rollback();
            assertThatThrownBy(() -> objects.delete(16_400)).hasMessageContaining("waiting for approval");
        }
        assertThat(sidecar.plane().reviews().await(0).text())
                .isEqualTo("call of function 957 lo_creat, result in binary\n-- $1 int4 = '393216'" + inDatabase());
        assertThat(sidecar.plane().reviews().await(1).text())
                .isEqualTo("call of function 964 lo_unlink, result in binary\n-- $1 oid = '16400'" + inDatabase());
        assertThat(sidecar.audit().records("statement"))
                .last()
                .satisfies(
                        record -> assertThat(record.path("effects").toString()).contains("delete"))
                .satisfies(record -> assertThat(
                                record.path("facts").path("parameters").asText())
                        .isEqualTo("$1 oid = '16400'"));
    }

    private static List<PgMessage> straight(byte[] message) {
        PgLogin login = PgLogin.as("postgres", POSTGRES.database());
        try (RawPgClient client = RawPgClient.open(POSTGRES.server().address(), login)) {
            return client.send(message).readUntilReady();
        }
    }

    /** The approval is there, unspent, while the others are asked for. */
    @Test
    void anApprovalIsForTheParametersThatWereShownAndNoOthers() {
        try (RawPgClient client = open("application_name", "hoop-review=return")) {
            assertThat(insert(client, PgParameter.text("one"))).anyMatch(line -> line.contains("waiting for approval"));
            ReviewId review = sidecar.plane().awaitReview(0);
            sidecar.plane().reviews().approve(review);

            for (PgParameter other : List.of(
                    PgParameter.text("two"), PgParameter.text("one "), PgParameter.text(""), PgParameter.none())) {
                assertThat(insert(client, other))
                        .anyMatch(line -> line.contains("waiting for approval"))
                        .noneMatch(line -> line.contains(review.value()));
            }
            assertThat(rows()).isEmpty();
            assertThat(sidecar.plane().reviews().all()).hasSize(5);

            assertThat(insert(client, PgParameter.text("one"))).contains("C(INSERT 0 1)");
        }
        assertThat(rows()).containsExactly(List.of("guarded one"));
    }

    private static List<String> insert(RawPgClient client, PgParameter value) {
        client.send(together(
                parse("", "insert into held values ('guarded ' || $1)"),
                bind("", "", List.of(value)),
                execute("", 0),
                sync()));
        return lines(client.readUntilReady());
    }

    @Test
    void aReviewSaysWhoAsksAndFromWhere() {
        try (RawPgClient client = open("application_name", "till; hoop-review=return")) {
            client.query("select 'guarded'");
            Requester requester = sidecar.plane().reviews().await(0).requester();
            assertThat(requester.subject()).isEqualTo(Optional.of("postgres"));
            assertThat(requester.peerAddress())
                    .isEqualTo("127.0.0.1:" + client.wire().socket().getLocalPort());
        }
    }
}
