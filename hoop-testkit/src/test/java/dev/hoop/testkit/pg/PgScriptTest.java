package dev.hoop.testkit.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hoop.testkit.wire.FragmentFeeder;
import dev.hoop.testkit.wire.WireJournal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A conversation can be held again, and a difference is seen. */
class PgScriptTest {

    @RegisterExtension
    static final SharedPostgres POSTGRES = SharedPostgres.plain();

    private static final PgScript SCRIPT = PgScript.named("two ways")
            .setup("create table t (n int)")
            .query("insert into t values (1); select n from t")
            .pipeline(PgFrontend.parse("", "select 1/n from t"), PgFrontend.bind("", ""), PgFrontend.execute("", 0))
            .send(PgFrontend.parse("", "select n from t"), PgFrontend.flush())
            .until('1')
            .send(PgFrontend.terminate())
            .untilEnd();

    @Test
    void holdsTheSameConversationTwice() {
        PgReplay replay = PgReplay.in(POSTGRES.server(), POSTGRES.database());

        assertThat(replay.direct(SCRIPT))
                .containsExactly(
                        "C(INSERT 0 1)",
                        "T(n:23)",
                        "D('1')",
                        "C(SELECT 1)",
                        "Z(I)",
                        "1",
                        "2",
                        "D('1')",
                        "C(SELECT 1)",
                        "Z(I)",
                        "1");
        replay.assertSame(SCRIPT, POSTGRES.server().address());
        PgReplay.assertSame("cut", replay.direct(SCRIPT), replay.direct(SCRIPT.cut(FragmentFeeder::byteByByte)));
    }

    @Test
    void showsWhereConversationsDiffer() {
        PgReplay replay = PgReplay.in(POSTGRES.server(), POSTGRES.database());
        try (RawPgUpstream other =
                RawPgUpstream.answering(new WireJournal(), sql -> PgBackend.commandComplete("SELECT 2"))) {
            PgScript script = PgScript.named("counted").query("select 1 as n");
            assertThatThrownBy(() -> replay.assertSame(script, other.address()))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("counted")
                    .hasMessageMatching("(?s).*! T\\(n:23\\) +\\| C\\(SELECT 2\\).*");
            assertThat(other.queries()).containsExactly("select 1 as n");
        }
    }

    @Test
    void aServerThatSaysTooLittleIsQuoted() {
        assertThatThrownBy(() -> PgScript.named("waits in vain")
                        .query("select 1")
                        .send(PgFrontend.terminate())
                        .untilReady()
                        .run(POSTGRES.server().address(), PgLogin.as("postgres", POSTGRES.database())))
                .hasMessageContaining("waits in vain")
                .hasMessageContaining("C(SELECT 1)");
    }
}
