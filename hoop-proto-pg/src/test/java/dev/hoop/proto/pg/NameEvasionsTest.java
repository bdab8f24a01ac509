package dev.hoop.proto.pg;

import static dev.hoop.testkit.pg.PgFrontend.bind;
import static dev.hoop.testkit.pg.PgFrontend.closeStatement;
import static dev.hoop.testkit.pg.PgFrontend.execute;
import static dev.hoop.testkit.pg.PgFrontend.flush;
import static dev.hoop.testkit.pg.PgFrontend.frame;
import static dev.hoop.testkit.pg.PgFrontend.functionCall;
import static dev.hoop.testkit.pg.PgFrontend.parse;
import static dev.hoop.testkit.pg.PgFrontend.query;
import static dev.hoop.testkit.pg.PgFrontend.sync;
import static dev.hoop.testkit.pg.PgFrontend.together;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testkit.pg.PgLogin;
import dev.hoop.testkit.pg.PgMessage;
import dev.hoop.testkit.pg.RawPgClient;
import dev.hoop.testkit.pg.SharedPostgres;
import dev.hoop.testkit.sidecar.TestSidecar;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Conversations that try to make a sidecar believe that a name stands for something harmless. Each is sent in one write, so
 * that nothing is answered before the next message must be judged.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NameEvasionsTest {

    private static final String NO_DELETES = """
            guardrails:
              rules:
                - {name: no-deletes, type: operation, operations: [delete, unknown], message: no deletes}
            """;

    private static final String DELETE = "delete from precious";

    @RegisterExtension
    static final SharedPostgres POSTGRES = SharedPostgres.plain();

    private TestSidecar sidecar;
    private RawPgClient direct;
    private RawPgClient client;

    @BeforeAll
    void start() {
        sidecar = PgSidecars.start(POSTGRES.server().hostAndPort(), NO_DELETES);
    }

    @AfterAll
    void stop() {
        sidecar.close();
    }

    @BeforeEach
    void connect() {
        PgLogin login = PgLogin.as("postgres", POSTGRES.database());
        direct = RawPgClient.open(POSTGRES.server().address(), login);
        direct.query("create table precious as select 1 as id");
        client = RawPgClient.open(sidecar.address(PgSidecars.LISTENER), login);
    }

    @AfterEach
    void close() {
        client.close();
        assertThat(RawPgClient.lines(direct.query("select count(*)::int from precious")))
                .as("the row is still there")
                .anyMatch(line -> line.startsWith("D(") && line.contains("1"));
        direct.query("drop table precious");
        direct.close();
    }

    /** The server keeps the first statement of a name and fails the second Parse. */
    @Test
    void aSecondParseOfANameThatTheServerWillFail() {
        client.send(parse("s", DELETE), sync()).readUntilReady();

        assertRefused(2, together(parse("s", "select 1"), sync(), bind("", "s"), execute("", 0), sync()));
    }

    @Test
    void aParseThatTheServerSkips() {
        client.send(parse("", DELETE), sync()).readUntilReady();

        assertRefused(
                2, together(parse("x", "selec"), parse("", "select 1"), sync(), bind("", ""), execute("", 0), sync()));
    }

    @Test
    void aCloseThatTheServerSkips() {
        client.send(parse("s", DELETE), sync()).readUntilReady();

        assertRefused(
                2,
                together(
                        parse("x", "selec"),
                        closeStatement("s"),
                        parse("s", "select 1"),
                        sync(),
                        bind("", "s"),
                        execute("", 0),
                        sync()));
    }

    @Test
    void aPrepareInSqlUnderAnotherMeaning() {
        client.send(parse("s", "select 1"), sync()).readUntilReady();

        // What stands behind the name from here on is nothing that was seen.
        assertRefused(2, together(query("deallocate s"), bind("", "s"), execute("", 0), sync()));
    }

    @Test
    void aDeallocateThatIsWrittenOtherwise() {
        client.send(parse("s", "select 1"), sync()).readUntilReady();

        assertRefused(2, together(query("deallocate /* */ prepare s"), bind("", "s"), execute("", 0), sync()));
    }

    /** The server's error for it answers nothing that is awaited: each answer behind it would be another message's. */
    @Test
    void aFlushWithABodyThatTheServerFails() {
        client.send(frame('H', 6, "xx".getBytes(StandardCharsets.US_ASCII)), query("select 1"), sync());

        assertThat(RawPgClient.lines(client.readToEnd()))
                .singleElement()
                .satisfies(line -> assertThat(line).startsWith("E(FATAL 08P01 "));
    }

    @Test
    void aPortalThatWasNeverBound() {
        assertRefused(1, together(execute("nowhere", 0), sync()));
    }

    @Test
    void aCursorOfSqlThatIsRunAsAPortal() {
        client.query("begin");
        client.query("declare c cursor for select 1");

        assertRefused(1, together(execute("c", 0), sync()));
    }

    @Test
    void aBindThatNothingExecutes() {
        assertRefused(1, together(parse("", DELETE), bind("p", ""), sync()));
    }

    @Test
    void aBindThatIsFlushedBeforeItIsExecuted() {
        assertRefused(1, together(parse("", DELETE), bind("p", ""), flush(), execute("p", 0), sync()));
    }

    @Test
    void aFunctionThatIsCalledByItsNumber() {
        assertRefused(1, functionCall(964, List.of(), 1));
    }

    @Test
    void aSettingThatChangesWhereLiteralsEndWhileItIsOnItsWay() {
        client.query("set standard_conforming_strings = off");

        assertRefused(
                2,
                together(
                        query("set standard_conforming_strings = on"),
                        query("select '\\'; delete from precious; --'")));
    }

    @Test
    void aSettingThatIsUndoneWhileItIsOnItsWay() {
        client.query("begin");
        client.query("set standard_conforming_strings = off");

        assertRefused(2, together(query("rollback"), query("select '\\'; delete from precious; --'")));
    }

    /** The error undoes what the transaction set, before the server reads the next text. */
    @Test
    void aSettingThatAnErrorOnItsWayUndoes() {
        client.query("begin");
        client.query("set standard_conforming_strings = off");

        assertRefused(2, together(query("select 1 / 0"), query("rollback; select '\\'; delete from precious; --'")));
    }

    @Test
    void aSettingThatAnErrorOfAPreparedStatementUndoes() {
        client.query("begin");
        client.query("set local standard_conforming_strings = off");

        assertRefused(
                2,
                together(
                        parse("", "select 1 / 0"),
                        bind("", ""),
                        execute("", 0),
                        sync(),
                        query("rollback; select '\\'; delete from precious; --'")));
    }

    /** The server tells of a change with the ReadyForQuery behind it, so between the two nothing is known. */
    @Test
    void aSettingOfWhichTheServerHasNotToldYet() {
        client.send(parse("", "set standard_conforming_strings = off"), bind("", ""), execute("", 0), flush());
        client.readUntil(message -> message instanceof PgMessage.CommandComplete);
        String text =
                "with a as (select '\\', '), b as (delete from precious returning 1), c as (select 1 --'\n) select 2";

        assertRefused(1, together(parse("", text), bind("", ""), execute("", 0), sync()));
    }

    @Test
    void anEncodingThatIsOnItsWay() {
        // 0x83 0x5c is one character there, and two in every other encoding.
        byte[] bytes = "select E'?\\'; delete from precious; --'".getBytes(StandardCharsets.US_ASCII);
        bytes["select E'".length()] = (byte) 0x83;
        assertRefused(2, together(query("set client_encoding = 'SJIS'"), rawQuery(bytes)));
    }

    @Test
    void theSecondOfTwoStatementsInOneText() {
        assertRefused(1, query("select 1; " + DELETE));
        assertRefused(1, together(parse("", "select 1; " + DELETE), bind("", ""), execute("", 0), sync()));
    }

    private static byte[] rawQuery(byte[] text) {
        return frame('Q', 4 + text.length + 1, Arrays.copyOf(text, text.length + 1));
    }

    /** @param answers how many ReadyForQuery the messages bring */
    private void assertRefused(int answers, byte[] messages) {
        client.send(messages);
        List<PgMessage> all = new ArrayList<>();
        for (int i = 0; i < answers; i++) {
            all.addAll(client.readUntilReady());
        }
        assertThat(RawPgClient.lines(all)).anyMatch(line -> line.contains("no deletes"));
    }
}
