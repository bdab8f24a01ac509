package dev.hoop.proto.pg;

import static dev.hoop.testkit.pg.PgFrontend.bind;
import static dev.hoop.testkit.pg.PgFrontend.copyData;
import static dev.hoop.testkit.pg.PgFrontend.copyDone;
import static dev.hoop.testkit.pg.PgFrontend.copyFail;
import static dev.hoop.testkit.pg.PgFrontend.execute;
import static dev.hoop.testkit.pg.PgFrontend.flush;
import static dev.hoop.testkit.pg.PgFrontend.parse;
import static dev.hoop.testkit.pg.PgFrontend.query;
import static dev.hoop.testkit.pg.PgFrontend.sync;
import static dev.hoop.testkit.pg.PgFrontend.together;

import dev.hoop.testkit.pg.PgScript;
import java.util.List;
import java.util.stream.IntStream;

/** Conversations with COPY in both directions. */
final class CopyScripts {

    private static final String TABLE = "create table t (n int, w text)";
    private static final String IN = "copy t from stdin";

    private CopyScripts() {}

    private static byte[] rows(int count) {
        return together(IntStream.range(0, count)
                .mapToObj(n -> copyData(n + "\tdrop table t; -- " + n + "\n"))
                .toArray(byte[][]::new));
    }

    static List<PgScript> all() {
        return List.of(
                PgScript.named("copy in, everything in one write")
                        .setup(TABLE)
                        .send(query(IN), rows(3), copyDone())
                        .untilReady()
                        .query("select count(*) from t"),
                PgScript.named("copy in, rows after the answer")
                        .setup(TABLE)
                        .send(query(IN))
                        .until('G')
                        .send(rows(1))
                        .send(copyData("7\tin "), copyData("two parts\n"))
                        .send(rows(1000))
                        .send(copyDone())
                        .untilReady()
                        .query("select count(*) from t; select w from t where n = 7 and w like 'in %'"),
                PgScript.named("copy in that the client fails")
                        .setup(TABLE)
                        .send(query(IN), rows(2), copyFail("changed its mind"), query("select count(*) from t"))
                        .untilReady(2),
                PgScript.named("copy in whose first row is bad, with the rest in flight")
                        .setup(TABLE)
                        .send(
                                query(IN),
                                copyData("bad\tQ\n"),
                                rows(1000),
                                copyDone(),
                                query("select 1 as after_the_copy"))
                        .untilReady(2),
                PgScript.named("copy in of several tables in one text")
                        .setup(TABLE, "create table u (n int)")
                        .send(
                                query("copy t from stdin; select 1; copy u from stdin; select 2"),
                                rows(2),
                                copyDone(),
                                copyData("1\n"),
                                copyDone())
                        .untilReady()
                        .query("select (select count(*) from t), (select count(*) from u)"),
                PgScript.named("copy in within a transaction that has failed")
                        .setup(TABLE)
                        .query("begin")
                        .query("select 1/0")
                        .send(query(IN), rows(1), copyDone(), query("rollback"))
                        .untilReady(2),
                PgScript.named("copy messages that nobody asked for")
                        .send(rows(3), copyDone(), copyFail("why"), query("select 1"))
                        .untilReady(),
                PgScript.named("a simple query during copy in ends the session")
                        .setup(TABLE)
                        .send(query(IN))
                        .until('G')
                        .send(rows(1), query("select 1"))
                        .untilEnd(),
                PgScript.named("copy in by the extended protocol")
                        .setup(TABLE)
                        .send(parse("", IN), bind("", ""), execute("", 0), rows(2), copyDone(), sync())
                        .untilReady()
                        .query("select count(*) from t"),
                PgScript.named("Flush and Sync are not heard during copy in")
                        .setup(TABLE)
                        .send(parse("", IN), bind("", ""), execute("", 0), sync(), flush(), rows(2), sync())
                        .until('G')
                        .send(rows(1), copyDone(), sync())
                        .untilReady()
                        .query("select count(*) from t"),
                PgScript.named("copy in by the extended protocol that fails")
                        .setup(TABLE)
                        .send(
                                parse("", IN),
                                bind("", ""),
                                execute("", 0),
                                rows(1),
                                copyFail("no"),
                                parse("", "select 1"),
                                bind("", ""),
                                execute("", 0),
                                sync())
                        .untilReady()
                        .send(parse("", IN), bind("", ""), execute("", 0), flush())
                        .until('G')
                        .send(copyData("bad\tQ\n"), copyData("1\tx\n"), copyDone(), sync())
                        .untilReady()
                        .query("select count(*) from t"),
                PgScript.named("copy out")
                        .setup(TABLE, "insert into t select n, 'row ' || n from generate_series(1, 500) as n")
                        .query("copy t to stdout")
                        .query("copy (select n, w from t order by n limit 3) to stdout with (format csv, header)")
                        .pipeline(parse("", "copy t to stdout"), bind("", ""), execute("", 0)),
                PgScript.named("copy out that fails half way")
                        .query("copy (select 10/(3 - n) from generate_series(1, 5) as n) to stdout")
                        .query("select 1"),
                PgScript.named("copy in binary")
                        .setup(TABLE)
                        .query("insert into t values (1, 'one'), (2, null)")
                        .query("copy t to stdout with (format binary)")
                        .send(
                                query("copy t from stdin with (format binary)"),
                                copyData(new byte[] {
                                    'P',
                                    'G',
                                    'C',
                                    'O',
                                    'P',
                                    'Y',
                                    '\n',
                                    (byte) 0xff,
                                    '\r',
                                    '\n',
                                    0,
                                    0,
                                    0,
                                    0,
                                    0,
                                    0,
                                    0,
                                    0,
                                    0
                                }),
                                copyData(new byte[] {0, 2, 0, 0, 0, 4, 0, 0, 0, 9, 0, 0, 0, 1, 'x'}),
                                copyData(new byte[] {(byte) 0xff, (byte) 0xff}),
                                copyDone())
                        .untilReady()
                        .query("select * from t order by n"));
    }
}
