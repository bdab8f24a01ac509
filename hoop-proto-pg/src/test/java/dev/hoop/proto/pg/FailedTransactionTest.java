package dev.hoop.proto.pg;

import static dev.hoop.proto.pg.AskingSession.GUARDED;
import static dev.hoop.proto.pg.ExtendedScripts.run;
import static dev.hoop.testkit.pg.PgFrontend.flush;
import static dev.hoop.testkit.pg.PgFrontend.query;
import static dev.hoop.testkit.pg.PgFrontend.sync;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testkit.pg.PgMessage;
import dev.hoop.testkit.pg.SharedPostgres;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Nobody is asked about what the server refuses anyway, and nothing gets past a person by pretending that it would. */
class FailedTransactionTest {

    @RegisterExtension
    static final SharedPostgres POSTGRES = SharedPostgres.plain();

    private static final String FAILED = "E(ERROR 25P02 ";
    private static final String ASKED = "E(ERROR 42501 ";

    @RegisterExtension
    final AskingSession session = new AskingSession(POSTGRES);

    @BeforeEach
    void fail() {
        session.say(query("begin"));
        assertThat(session.say(query("select 1 / 0"))).endsWith("Z(E)");
    }

    @AfterEach
    void nothingRan() {
        assertThat(session.rows()).isEmpty();
    }

    private void assertAsked(List<String> answer) {
        assertThat(answer).anyMatch(line -> line.startsWith(ASKED));
        assertThat(session.audit().records("review.filed")).hasSize(1);
    }

    @Test
    void nobodyIsAskedAboutWhatTheServerRefuses() {
        assertThat(session.say(query(GUARDED))).hasSize(2).endsWith("Z(E)").anyMatch(line -> line.startsWith(FAILED));
        assertThat(session.say(run(GUARDED), sync()))
                .hasSize(2)
                .endsWith("Z(E)")
                .anyMatch(line -> line.startsWith(FAILED));
        assertThat(session.audit().records("review.filed")).isEmpty();

        assertThat(session.say(query("rollback"))).containsExactly("C(ROLLBACK)", "Z(I)");
        assertAsked(session.say(query(GUARDED)));
    }

    @Test
    void whatEndsTheTransactionFirst() {
        assertAsked(session.say(query("rollback; " + GUARDED)));
    }

    @Test
    void whatEndsTheTransactionIsOnItsWay() {
        session.say(query("rollback"), query(GUARDED));
        assertAsked(session.hear());
    }

    /** The server does not say what became of the transaction before Sync. */
    @Test
    void whatEndsTheTransactionIsDoneAndNotSynced() {
        session.client().send(run("rollback"), flush()).readUntil(PgMessage.CommandComplete.class::isInstance);
        assertAsked(session.say(run(GUARDED), sync()));
    }
}
