package dev.hoop.proto.pg;

import static dev.hoop.testkit.pg.PgFrontend.bind;
import static dev.hoop.testkit.pg.PgFrontend.closePortal;
import static dev.hoop.testkit.pg.PgFrontend.closeStatement;
import static dev.hoop.testkit.pg.PgFrontend.describePortal;
import static dev.hoop.testkit.pg.PgFrontend.describeStatement;
import static dev.hoop.testkit.pg.PgFrontend.execute;
import static dev.hoop.testkit.pg.PgFrontend.flush;
import static dev.hoop.testkit.pg.PgFrontend.frame;
import static dev.hoop.testkit.pg.PgFrontend.functionCall;
import static dev.hoop.testkit.pg.PgFrontend.parse;
import static dev.hoop.testkit.pg.PgFrontend.query;
import static dev.hoop.testkit.pg.PgFrontend.sync;
import static dev.hoop.testkit.pg.PgFrontend.together;

import dev.hoop.testkit.pg.PgParameter;
import dev.hoop.testkit.pg.PgScript;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Conversations of extended queries, and function calls. */
final class ExtendedScripts {

    private static final String TABLE = "create table t (n int primary key, w text)";
    private static final int INT4 = 23;
    private static final int TEXT = 25;

    /** {@code int4pl(int4, int4)} and {@code int4div(int4, int4)}. */
    private static final int PLUS = 177;

    private static final int DIVIDE = 154;

    private ExtendedScripts() {}

    /** Parse, Bind and Execute of a text without names and parameters. */
    static byte[] run(String sql) {
        return together(parse("", sql), bind("", ""), execute("", 0));
    }

    static List<PgScript> all() {
        List<PgScript> all = new ArrayList<>(queries());
        all.addAll(errors());
        all.addAll(transactions());
        all.addAll(functionCalls());
        return all;
    }

    private static List<PgScript> queries() {
        List<PgParameter> eleven = new ArrayList<>(List.of(PgParameter.none(), PgParameter.text("it's; drop table t")));
        for (int i = 0; i < 9; i++) {
            eleven.add(PgParameter.text("p" + i));
        }
        return List.of(
                PgScript.named("one execution").pipeline(run("select 1 as n")),
                PgScript.named("described in both ways")
                        .setup(TABLE)
                        .pipeline(
                                parse("s", "select $1::int as n, w from t where n > $2", INT4, INT4),
                                describeStatement("s"),
                                bind("p", "s", List.of(PgParameter.int4(1), PgParameter.text("0")), 1, 0),
                                describePortal("p"),
                                execute("p", 0),
                                closePortal("p"),
                                closeStatement("s"))
                        .pipeline(parse("", "insert into t values ($1, $2)"), describeStatement(""))
                        .pipeline(
                                parse("", ""), describeStatement(""), bind("", ""), describePortal(""), execute("", 0)),
                PgScript.named("two statements, two portals, the other way round")
                        .pipeline(
                                parse("s1", "select generate_series(1, 12) as one"),
                                parse("s2", "select $1::text, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11"),
                                bind("p2", "s2", eleven),
                                bind("p1", "s1"),
                                execute("p2", 0),
                                execute("p1", 10),
                                execute("p1", 10)),
                PgScript.named("a portal is suspended and goes on")
                        .send(parse("", "select generate_series(1, 5)"), bind("", ""), execute("", 2), flush())
                        .until('s')
                        .send(execute("", 2), execute("", 2), sync())
                        .untilReady(),
                PgScript.named("a portal that has been read to its end")
                        .pipeline(run("select 1"), execute("", 0), execute("", 1))
                        .setup(TABLE)
                        .pipeline(run("insert into t values (1, 'a')"), execute("", 0)),
                PgScript.named("a portal that outlives its statement")
                        .pipeline(
                                parse("s", "select generate_series(1, 3)"),
                                bind("p", "s"),
                                closeStatement("s"),
                                execute("p", 2),
                                execute("p", 2)),
                PgScript.named("binary parameters and results")
                        .pipeline(
                                parse("", "select $1::int4, $2::text, $3::bytea, $4::int4", INT4, TEXT),
                                bind(
                                        "",
                                        "",
                                        List.of(
                                                PgParameter.int4(7),
                                                PgParameter.binary("t".getBytes(StandardCharsets.UTF_8)),
                                                PgParameter.binary(new byte[] {0, 1, 2}),
                                                new PgParameter(1, Optional.empty())),
                                        1),
                                execute("", 0)),
                PgScript.named("prepared once, executed often")
                        .setup(TABLE)
                        .pipeline(parse("s", "insert into t values ($1, $2)"))
                        .pipeline(bind("", "s", "1", "a"), execute("", 0), bind("", "s", "2", "b"), execute("", 0))
                        .pipeline(bind("", "s", "3", "c"), execute("", 0))
                        .query("select * from t order by n"),
                PgScript.named("flushed message by message")
                        .send(parse("s", "select 1"), flush())
                        .until('1')
                        .send(describeStatement("s"), flush())
                        .until('T')
                        .send(bind("", "s"), flush())
                        .until('2')
                        .send(execute("", 0), flush())
                        .until('C')
                        .send(sync())
                        .untilReady(),
                PgScript.named("several pipelines in one write")
                        .send(
                                run("select 1"),
                                sync(),
                                run("select 1/0"),
                                run("select 2"),
                                sync(),
                                sync(),
                                run("select 3"),
                                sync(),
                                query("select 4"))
                        .untilReady(5),
                PgScript.named("a simple query within a pipeline")
                        .send(parse("", "select 1"), bind("", ""), query("select 2"), execute("", 0), sync())
                        .untilReady(2)
                        .send(parse("s", "select 1"), bind("p", "s"), query("select 2"), bind("p", "s"), sync())
                        .untilReady(2),
                PgScript.named("statements are forgotten, of three kinds")
                        .pipeline(parse("a", "select 1"), parse("b", "select 2"))
                        .query("deallocate a")
                        .pipeline(bind("", "a"))
                        .pipeline(bind("", "b"), execute("", 0))
                        .query("discard all")
                        .pipeline(bind("", "b"))
                        .pipeline(parse("b", "select 3"), bind("", "b"), execute("", 0), closeStatement("b"))
                        .pipeline(bind("", "b")),
                PgScript.named("all are forgotten within a pipeline, and one is new")
                        .pipeline(parse("s8", "select 8"))
                        .pipeline(run("deallocate all"), parse("s9", "select 9"), bind("", "s9"), execute("", 0))
                        .pipeline(bind("", "s9"), execute("", 0))
                        .pipeline(bind("", "s8")),
                PgScript.named("closing what is not there").pipeline(closeStatement("no"), closePortal("no")),
                PgScript.named("nothing but Sync")
                        .send(sync(), sync(), flush(), sync())
                        .untilReady(3));
    }

    private static List<PgScript> errors() {
        return List.of(
                PgScript.named("everything after an error is skipped, to Sync")
                        .pipeline(parse("", "selec 1"), bind("", ""), execute("", 0), run("select 1"))
                        .query("select 2"),
                PgScript.named("an error skips simple queries and function calls too")
                        .send(
                                parse("", "selec 1"),
                                query("select 1"),
                                functionCall(PLUS, List.of(PgParameter.int4(1), PgParameter.int4(2)), 1),
                                sync())
                        .untilReady()
                        .query("select 2"),
                PgScript.named("an error at Bind")
                        .pipeline(parse("", "select $1::int"), bind("", "", "x"), execute("", 0))
                        .pipeline(parse("", "select $1::int"), bind("", ""), execute("", 0))
                        .pipeline(bind("", "missing"), execute("", 0)),
                PgScript.named("an error at Execute")
                        .pipeline(run("select 1/0"), run("select 1"))
                        .pipeline(execute("missing", 0))
                        .pipeline(
                                parse("", "select 10/(3 - n) from generate_series(1, 5) as n"),
                                bind("", ""),
                                execute("", 0)),
                PgScript.named("an error at Describe and at Close")
                        .pipeline(describeStatement("missing"), run("select 1"))
                        .pipeline(describePortal("missing"))
                        .pipeline(closePortal("missing"), run("select 1")),
                PgScript.named("names that are taken")
                        .pipeline(parse("s", "select 1"), parse("s", "select 2"))
                        .send(parse("q", "select 1"), bind("p", "q"), bind("p", "q"), execute("p", 0), sync())
                        .untilReady()
                        .pipeline(bind("", "s"), execute("", 0)),
                PgScript.named("a prepared statement that failed is not there")
                        .pipeline(parse("s", "selec 1"))
                        .pipeline(bind("", "s"), execute("", 0))
                        .pipeline(parse("s", "select 1"), bind("", "s"), execute("", 0)),
                PgScript.named("several commands are no prepared statement")
                        .pipeline(parse("", "select 1; select 2"), bind("", ""), execute("", 0)),
                PgScript.named("a wrong Parse before a right one of the same name, in one write")
                        .send(
                                parse("", "selec 1"),
                                bind("", ""),
                                execute("", 0),
                                parse("", "select 1"),
                                bind("", ""),
                                execute("", 0),
                                sync())
                        .untilReady());
    }

    private static List<PgScript> transactions() {
        return List.of(
                PgScript.named("a pipeline is a transaction")
                        .setup(TABLE)
                        .pipeline(run("insert into t values (1, 'a')"), run("insert into t values (1, 'again')"))
                        .query("select count(*) from t"),
                PgScript.named("a pipeline within a transaction")
                        .setup(TABLE)
                        .query("begin")
                        .pipeline(run("insert into t values (1, 'a')"))
                        .pipeline(run("insert into t values (1, 'again')"), run("select 1"))
                        .pipeline(run("select 1"))
                        .pipeline(parse("", "rollback"))
                        .pipeline(run("rollback"))
                        .query("select count(*) from t"),
                PgScript.named("transactions begin and end within pipelines")
                        .setup(TABLE)
                        .pipeline(run("begin"), run("insert into t values (1, 'a')"), run("commit"))
                        .pipeline(run("insert into t values (2, 'b')"), run("begin"), run("select 1/0"))
                        .pipeline(run("rollback"))
                        .query("select n from t"),
                PgScript.named("savepoints within pipelines")
                        .setup(TABLE)
                        .pipeline(run("begin"), run("insert into t values (1, 'a')"), run("savepoint s"))
                        .pipeline(run("insert into t values (1, 'again')"))
                        .pipeline(run("rollback to s"), run("insert into t values (2, 'b')"), run("commit"))
                        .query("select n from t order by n"),
                PgScript.named("portals end with their transaction")
                        .query("begin")
                        .pipeline(parse("s", "select generate_series(1, 5)"), bind("p", "s"), execute("p", 1))
                        .pipeline(execute("p", 1))
                        .query("commit")
                        .pipeline(execute("p", 1))
                        .pipeline(bind("p", "s"), execute("p", 1))
                        .pipeline(execute("p", 1)));
    }

    private static List<PgScript> functionCalls() {
        List<PgParameter> numbers = List.of(PgParameter.int4(40), PgParameter.int4(2));
        List<PgParameter> byZero = List.of(PgParameter.int4(40), PgParameter.int4(0));
        return List.of(
                PgScript.named("function calls")
                        .send(functionCall(PLUS, numbers, 1))
                        .untilReady()
                        .send(functionCall(PLUS, List.of(PgParameter.text("1"), PgParameter.text("2")), 0))
                        .untilReady()
                        .send(functionCall(PLUS, List.of(PgParameter.none(), PgParameter.int4(2)), 1))
                        .untilReady(),
                PgScript.named("a function call whose argument is longer than the message")
                        .send(frame('F', 18, new byte[] {0, 0, 0, (byte) PLUS, 0, 0, 0, 1, 127, 0, 0, 0, 0, 1}))
                        .untilReady()
                        .query("select 1"),
                PgScript.named("function calls that fail")
                        .send(functionCall(DIVIDE, byZero, 1))
                        .untilReady()
                        .send(functionCall(1, numbers, 1))
                        .untilReady()
                        .query("begin")
                        .send(functionCall(DIVIDE, byZero, 1), functionCall(PLUS, numbers, 1))
                        .untilReady(2)
                        .query("rollback"));
    }
}
