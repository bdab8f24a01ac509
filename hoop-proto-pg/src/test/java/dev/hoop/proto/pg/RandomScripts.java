package dev.hoop.proto.pg;

import static dev.hoop.testkit.pg.PgFrontend.bind;
import static dev.hoop.testkit.pg.PgFrontend.closePortal;
import static dev.hoop.testkit.pg.PgFrontend.closeStatement;
import static dev.hoop.testkit.pg.PgFrontend.copyData;
import static dev.hoop.testkit.pg.PgFrontend.copyDone;
import static dev.hoop.testkit.pg.PgFrontend.copyFail;
import static dev.hoop.testkit.pg.PgFrontend.describePortal;
import static dev.hoop.testkit.pg.PgFrontend.describeStatement;
import static dev.hoop.testkit.pg.PgFrontend.execute;
import static dev.hoop.testkit.pg.PgFrontend.flush;
import static dev.hoop.testkit.pg.PgFrontend.functionCall;
import static dev.hoop.testkit.pg.PgFrontend.parse;
import static dev.hoop.testkit.pg.PgFrontend.query;
import static dev.hoop.testkit.pg.PgFrontend.sync;
import static dev.hoop.testkit.pg.PgFrontend.terminate;
import static dev.hoop.testkit.pg.PgFrontend.together;

import dev.hoop.testkit.pg.PgParameter;
import dev.hoop.testkit.pg.PgScript;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Conversations that nobody would hold: any message anywhere, in one pipeline. The same for the same seed. */
final class RandomScripts {

    private static final List<String> TEXTS = List.of(
            "",
            ";",
            "selec",
            "select 1",
            "select 2; select 3",
            "select 1 / 0",
            "select generate_series(1, 3)",
            "select $1::int",
            "begin",
            "commit",
            "rollback",
            "savepoint a",
            "rollback to a",
            "begin; select 1 / 0; commit",
            "commit; begin",
            "insert into t values (1, 'x') returning w",
            "update t set w = 'y'",
            "copy t (w) from stdin",
            "select 8; copy t (w) from stdin",
            "copy t (w) from stdin; select 7",
            "copy (select 'r' from generate_series(1, 3)) to stdout",
            "prepare s1 as select 'p1'",
            "prepare s2 as select 1 / 0",
            "execute s1",
            "deallocate s1",
            "deallocate all",
            "discard all",
            "declare c1 cursor for select generate_series(1, 4)",
            "declare p1 cursor with hold for select 5",
            "fetch 2 from c1",
            "close c1",
            "set standard_conforming_strings = off",
            "set client_encoding = 'LATIN1'",
            "reset all",
            "select 'a\\', 'b'",
            "set application_name = 'k'",
            "do $$ begin raise notice 'hi'; end $$");

    private static final List<String> STATEMENTS = List.of("", "s1", "s2");
    private static final List<String> PORTALS = List.of("", "p1", "c1");

    /** {@code int4abs(int4)}. */
    private static final int ABSOLUTE = 1251;

    private final Random random;

    private RandomScripts(long seed) {
        random = new Random(seed);
    }

    static PgScript of(long seed) {
        RandomScripts scripts = new RandomScripts(seed);
        PgScript script = PgScript.named("seed " + seed).setup("create table t (n int, w text)");
        List<byte[]> messages = new ArrayList<>();
        int count = 1 + scripts.random.nextInt(14);
        for (int i = 0; i < count; i++) {
            messages.addAll(scripts.some());
        }
        script = scripts.random.nextBoolean() ? script.send(messages.toArray(new byte[0][])) : each(script, messages);
        return script.send(copyFail("the end"), sync(), query("select 'the end'"), terminate())
                .untilEnd();
    }

    private static PgScript each(PgScript script, List<byte[]> messages) {
        PgScript longer = script;
        for (byte[] message : messages) {
            longer = longer.send(message);
        }
        return longer;
    }

    private List<byte[]> some() {
        return switch (random.nextInt(20)) {
            case 0, 1, 2, 3, 4 -> List.of(query(any(TEXTS)));
            case 5, 6, 7 -> List.of(execution(), sync());
            case 8 -> List.of(execution());
            case 9 -> List.of(parse(any(STATEMENTS), any(TEXTS)));
            case 10, 11 -> List.of(bind(any(PORTALS), any(STATEMENTS), parameters()));
            case 12 -> List.of(execute(any(PORTALS), random.nextInt(3)));
            case 13 ->
                List.of(random.nextBoolean() ? describePortal(any(PORTALS)) : describeStatement(any(STATEMENTS)));
            case 14 -> List.of(random.nextBoolean() ? closePortal(any(PORTALS)) : closeStatement(any(STATEMENTS)));
            case 15, 16 -> List.of(sync());
            case 17 -> List.of(flush());
            case 18 -> List.of(functionCall(ABSOLUTE, List.of(PgParameter.text("-4")), 0));
            default -> copy();
        };
    }

    private byte[] execution() {
        String text = any(TEXTS);
        String statement = any(STATEMENTS);
        String portal = any(PORTALS);
        List<PgParameter> parameters = text.contains("$1") ? List.of(PgParameter.text("5")) : List.of();
        byte[] made = together(parse(statement, text), bind(portal, statement, parameters));
        byte[] described = random.nextBoolean() ? describePortal(portal) : new byte[0];
        return together(made, described, execute(portal, random.nextInt(3)));
    }

    private List<PgParameter> parameters() {
        return random.nextInt(3) > 0 ? List.of() : List.of(PgParameter.text("5"));
    }

    private List<byte[]> copy() {
        return switch (random.nextInt(4)) {
            case 0 -> List.of(copyData("row\n"));
            case 1 -> List.of(copyDone());
            case 2 -> List.of(copyFail("no"));
            default -> List.of(copyData("a\nb\n"), copyDone(), sync());
        };
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
