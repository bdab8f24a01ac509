package dev.hoop.proto.pg;

import static dev.hoop.testkit.pg.PgFrontend.query;
import static dev.hoop.testkit.pg.PgFrontend.together;

import dev.hoop.testkit.pg.PgFrontend;
import dev.hoop.testkit.pg.PgScript;
import java.util.List;
import java.util.stream.IntStream;

/** Conversations of simple queries. */
final class SimpleScripts {

    private static final String TABLE = "create table t (n int primary key check (n < 1000), w text)";

    private SimpleScripts() {}

    static List<PgScript> all() {
        return List.of(
                PgScript.named("one row").query("select 1 as n, null as none, 'x' as w"),
                PgScript.named("several statements in one text")
                        .setup(TABLE)
                        .query("insert into t values (1, 'a'), (2, 'b'); update t set w = 'c' where n = 2;"
                                + " select * from t order by n; delete from t; select count(*) from t"),
                PgScript.named("an error in the middle of a text undoes what came before it")
                        .setup(TABLE)
                        .query("insert into t values (1, 'a'); select 1/0; insert into t values (2, 'b')")
                        .query("select count(*) from t"),
                PgScript.named("texts without a statement")
                        .query("")
                        .query(";")
                        .query(" ; ; ")
                        .query("-- nothing")
                        .query("/* nothing /* at all */ */"),
                PgScript.named("a transaction")
                        .setup(TABLE)
                        .query("begin")
                        .query("insert into t values (1, 'a')")
                        .query("select * from t")
                        .query("commit"),
                PgScript.named("a transaction that fails")
                        .setup(TABLE)
                        .query("begin")
                        .query("insert into t values (1, 'a')")
                        .query("insert into t values (1, 'again')")
                        .query("select * from t")
                        .query("commit")
                        .query("select count(*) from t"),
                PgScript.named("savepoints")
                        .setup(TABLE)
                        .query("begin; insert into t values (1, 'a'); savepoint s")
                        .query("insert into t values (1, 'again')")
                        .query("rollback to savepoint s")
                        .query("insert into t values (2, 'b')")
                        .query("release savepoint s")
                        .query("commit; select n from t order by n"),
                PgScript.named("transaction commands within a text")
                        .setup(TABLE)
                        .query(
                                "begin; insert into t values (1, 'a'); commit; begin; insert into t values (2, 'b'); rollback")
                        .query("select n from t"),
                PgScript.named("errors with all their fields")
                        .setup(TABLE, "insert into t values (1, 'a')")
                        .query("insert into t values (1, 'again')")
                        .query("insert into t values (2000, 'too many')")
                        .query("select missing from t")
                        .query("selec 1")
                        .query("select * from nowhere")
                        .query("select 'unterminated"),
                PgScript.named("notices")
                        .query("do $$ begin raise notice 'one'; raise warning 'two' using hint = 'three'; end $$")
                        .query("rollback")
                        .query("drop table if exists nowhere"),
                PgScript.named("changes of parameters")
                        .query("set application_name = 'other'")
                        .query("set client_encoding = 'latin1'; select 'caf' || chr(233)")
                        .query("set datestyle = 'german'; set timezone = 'Asia/Tokyo'")
                        .query("begin; set intervalstyle = 'iso_8601'; rollback")
                        .query("reset all"),
                PgScript.named("strings with and without conforming")
                        .query("select 'a\\'; drop table t; --'")
                        .query("set standard_conforming_strings = off; set escape_string_warning = off")
                        .query("select 'a\\'; select 2 as b; --'")
                        .query("set standard_conforming_strings = on"),
                PgScript.named("text that is not ASCII")
                        .query("select 'žluťoučký 馬 🐎' as \"Šířka\"")
                        .query("select $ž$ ; $ž$"),
                PgScript.named("many rows").query("select n, repeat('x', 500) from generate_series(1, 3000) as n"),
                PgScript.named("long values")
                        .query("select repeat('long', 500000)")
                        .query("select '" + "y".repeat(300_000) + "'"),
                PgScript.named("twenty queries in one write")
                        .setup(TABLE)
                        .send(together(IntStream.range(0, 20)
                                .mapToObj(n -> query("insert into t values (" + n % 15 + ", 'n')"))
                                .toArray(byte[][]::new)))
                        .untilReady(20)
                        .query("select count(*) from t"),
                PgScript.named("prepared in SQL")
                        .query("prepare p as select $1::int + 1")
                        .query("execute p(41)")
                        .query("execute p('x')")
                        .query("deallocate p")
                        .query("execute p(1)")
                        .query("prepare q as select 1; deallocate all; execute q"),
                PgScript.named("cursors in SQL")
                        .query("begin; declare c cursor for select generate_series(1, 5)")
                        .query("fetch 2 from c")
                        .query("move 1 in c; fetch all from c")
                        .query("close c; commit")
                        .query("declare d cursor with hold for select 1")
                        .query("fetch d; close d"),
                PgScript.named("notifications to itself")
                        .query("listen c")
                        .query("notify c, 'one'; notify c, 'two'")
                        .query("begin; notify c, 'late'")
                        .query("commit")
                        .query("unlisten *; notify c, 'nobody'"),
                PgScript.named("definitions")
                        .query(
                                "create table made (n int); alter table made add w text; create view v as select * from made")
                        .query("create table copied as select 1 as n; select n into again from copied")
                        .query("truncate made; drop view v; drop table made, copied, again"),
                PgScript.named("commands of all sorts")
                        .setup(TABLE)
                        .query("explain (costs off) select * from t")
                        .query("explain (analyze, costs off, timing off, summary off, buffers off) delete from t")
                        .query("table t; values (1), (2)")
                        .query("with gone as (delete from t returning *) select * from gone")
                        .query(
                                "merge into t using (values (1)) as s(n) on t.n = s.n when not matched then insert values (s.n, 'm')")
                        .query("lock table t")
                        .query("begin; lock table t; select * from t for update; commit")
                        .query("vacuum t; analyze t")
                        .query("vacuum t")
                        .query("show server_encoding; discard all"),
                PgScript.named("the server ends the session")
                        .send(query("select pg_terminate_backend(pg_backend_pid())"))
                        .untilEnd(),
                PgScript.named("the client ends the session")
                        .query("select 1")
                        .send(PgFrontend.terminate())
                        .untilEnd(),
                PgScript.named("no such message")
                        .query("begin")
                        .send(PgFrontend.frame('j', 4, new byte[0]))
                        .untilEnd());
    }
}
