package dev.hoop.proto.pg;

import static dev.hoop.testkit.pg.PgFrontend.bind;
import static dev.hoop.testkit.pg.PgFrontend.closeStatement;
import static dev.hoop.testkit.pg.PgFrontend.describePortal;
import static dev.hoop.testkit.pg.PgFrontend.describeStatement;
import static dev.hoop.testkit.pg.PgFrontend.execute;
import static dev.hoop.testkit.pg.PgFrontend.flush;
import static dev.hoop.testkit.pg.PgFrontend.parse;
import static dev.hoop.testkit.pg.PgFrontend.query;
import static dev.hoop.testkit.pg.PgFrontend.sync;

import dev.hoop.testkit.pg.PgScript;
import java.util.List;

/**
 * Conversations in which one statement fails when it is executed, which is where the extended protocol is judged. The
 * statement calls a function with one of two names: in a database of its own right it raises an error, and through a
 * sidecar with a rule on its name it is refused. Either way the client must hear the same.
 */
final class RefusedScripts {

    /** A function that refuses by itself, in the sidecar's words. */
    private static final String FUNCTION = """
            create function %s() returns int volatile language plpgsql as
            $$ begin raise exception 'forbidden here' using errcode = '42501'; end $$""";

    private static final String TABLE = "create table t (n int primary key)";

    private RefusedScripts() {}

    private static byte[] insert(int n) {
        return ExtendedScripts.run("insert into t values (" + n + ")");
    }

    private static PgScript named(String name, String function) {
        return PgScript.named(name).setup(TABLE, "create table f (n int)", FUNCTION.formatted(function));
    }

    /** @param function the name of the function that fails; part of the texts */
    static List<PgScript> all(String function) {
        // Without rows: a simple query with rows would be answered with their description before it fails.
        String call = "insert into f values (" + function + "())";
        byte[] run = ExtendedScripts.run(call);
        return List.of(
                named("alone", function).query(call).query("select 1"),
                named("again and again", function)
                        .query(call)
                        .query(call)
                        .query("select 1")
                        .query(call),
                named("in a transaction", function)
                        .query("begin")
                        .query("insert into t values (1)")
                        .query(call)
                        .query("select 1")
                        .query("commit")
                        .query("select count(*) from t"),
                named("with a savepoint", function)
                        .query("begin; insert into t values (1); savepoint s")
                        .query(call)
                        .query("select 1")
                        .query("rollback to savepoint s")
                        .query("insert into t values (2)")
                        .query("commit; select n from t order by n"),
                named("in a transaction that has failed already", function)
                        .query("begin")
                        .query("select 1/0")
                        .query("select 1")
                        .query("rollback"),
                named("among simple queries in one write", function)
                        .send(
                                query("insert into t values (1)"),
                                query(call),
                                query("insert into t values (2)"),
                                query(call),
                                query("select count(*) from t"))
                        .untilReady(5),
                named("alone in a pipeline", function)
                        .pipeline(run)
                        .pipeline(run)
                        .query("select 1"),
                named("first in a pipeline", function).pipeline(run, insert(1)).query("select count(*) from t"),
                named("in the middle of a pipeline", function)
                        .pipeline(insert(1), run, insert(2))
                        .query("select count(*) from t"),
                named("last in a pipeline", function)
                        .pipeline(insert(1), insert(2), run)
                        .query("select count(*) from t"),
                named("in one of several pipelines in one write", function)
                        .send(
                                insert(1),
                                sync(),
                                insert(2),
                                run,
                                insert(3),
                                sync(),
                                insert(4),
                                sync(),
                                query("select 5"))
                        .untilReady(4)
                        .query("select n from t order by n"),
                named("in a pipeline in a transaction", function)
                        .query("begin")
                        .pipeline(insert(1))
                        .pipeline(insert(2), run, insert(3))
                        .pipeline(insert(4))
                        .query("rollback")
                        .query("select count(*) from t"),
                named("with a savepoint, in pipelines", function)
                        .pipeline(ExtendedScripts.run("begin"), insert(1), ExtendedScripts.run("savepoint s"))
                        .pipeline(run)
                        .pipeline(ExtendedScripts.run("rollback to s"), insert(2), ExtendedScripts.run("commit"))
                        .query("select n from t order by n"),
                named("a transaction begins in the same pipeline", function)
                        .pipeline(ExtendedScripts.run("begin"), insert(1), run, insert(2))
                        .query("select 1")
                        .query("rollback")
                        .query("select count(*) from t"),
                named("prepared once, executed often", function)
                        .pipeline(parse("s", call), describeStatement("s"))
                        .pipeline(bind("", "s"), describePortal(""), execute("", 0))
                        .pipeline(bind("p", "s"), execute("p", 0), bind("", "s"), execute("", 0))
                        .pipeline(bind("", "s"), execute("", 1))
                        .pipeline(closeStatement("s"))
                        .query("select 1"),
                named("prepared under the name of one that was harmless", function)
                        .pipeline(parse("s", "select 1"), bind("", "s"), execute("", 0))
                        .pipeline(closeStatement("s"), parse("s", call))
                        .pipeline(bind("", "s"), execute("", 0))
                        .pipeline(bind("", "s"), execute("", 0)),
                named("flushed", function)
                        .send(run, flush())
                        .send(parse("", "select 1"), bind("", ""), execute("", 0), flush())
                        .send(sync())
                        .untilReady()
                        .query("select 1"),
                named("never executed", function)
                        .pipeline(parse("", call), describeStatement(""))
                        .query("select 1"),
                named("behind an error of the server", function)
                        .send(parse("", "selec 1"), flush())
                        .until('E')
                        .send(run, sync())
                        .untilReady()
                        .pipeline(run)
                        .query("select 1"),
                named("before an error of the server", function)
                        .pipeline(run, parse("", "selec 1"))
                        .query("select 1"),
                named("a simple query in the middle of a pipeline", function)
                        .send(insert(1), query(call), insert(2), sync())
                        .untilReady(2)
                        .query("select n from t order by n"),
                named("a pipeline before a simple query without Sync", function)
                        .send(insert(1), run, query("select 1"), sync())
                        .untilReady()
                        .query("select count(*) from t"),
                named("within a suspended portal's pipeline", function)
                        .query("begin")
                        .pipeline(parse("g", "select generate_series(1, 5)"), bind("p", "g"), execute("p", 2))
                        .pipeline(run)
                        .pipeline(execute("p", 2))
                        .query("rollback"),
                named("between harmless executions of one portal", function)
                        .send(
                                parse("g", "select generate_series(1, 5)"),
                                bind("p", "g"),
                                execute("p", 2),
                                run,
                                execute("p", 2),
                                sync())
                        .untilReady()
                        .query("select 1"),
                named("with a limit of rows", function)
                        .pipeline(parse("", call), bind("", ""), execute("", 1), execute("", 1)));
    }
}
