package dev.hoop.proto.pg;

import static dev.hoop.proto.pg.ExtendedScripts.run;
import static dev.hoop.testkit.pg.PgFrontend.flush;
import static dev.hoop.testkit.pg.PgFrontend.query;
import static dev.hoop.testkit.pg.PgFrontend.sync;
import static dev.hoop.testkit.pg.RawPgClient.lines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testkit.pg.PgLogin;
import dev.hoop.testkit.pg.PgMessage;
import dev.hoop.testkit.pg.RawPgClient;
import dev.hoop.testkit.pg.SharedPostgres;
import dev.hoop.testkit.sidecar.TestSidecar;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Nobody is asked about what the server refuses anyway, and nothing gets past a person by pretending that it would. */
class FailedTransactionTest {

    @RegisterExtension
    static final SharedPostgres POSTGRES = SharedPostgres.plain();

    private static final String GUARDED = "insert into held values ('guarded')";
    private static final String FAILED = "E(ERROR 25P02 ";
    private static final String ASKED = "E(ERROR 42501 ";

    private TestSidecar sidecar;
    private RawPgClient client;

    @BeforeEach
    void start() {
        POSTGRES.server().empty(POSTGRES.database());
        POSTGRES.server().execute(POSTGRES.database(), "create table held (w text)");
        sidecar = PgSidecars.reviewing(POSTGRES.server().hostAndPort(), "return");
        client = RawPgClient.open(sidecar.address(PgSidecars.LISTENER), PgLogin.as("postgres", POSTGRES.database()));
        client.query("begin");
        assertThat(lines(client.query("select 1 / 0"))).endsWith("Z(E)");
    }

    @AfterEach
    void stop() {
        client.close();
        sidecar.close();
        assertThat(POSTGRES.server().query(POSTGRES.database(), "select w from held"))
                .isEmpty();
    }

    private void assertAsked(List<PgMessage> answer) {
        assertThat(lines(answer)).anyMatch(line -> line.startsWith(ASKED));
        assertThat(sidecar.audit().records("review.filed")).hasSize(1);
    }

    @Test
    void nobodyIsAskedAboutWhatTheServerRefuses() {
        assertThat(lines(client.query(GUARDED))).hasSize(2).endsWith("Z(E)").anyMatch(line -> line.startsWith(FAILED));
        assertThat(lines(client.send(run(GUARDED), sync()).readUntilReady()))
                .hasSize(2)
                .endsWith("Z(E)")
                .anyMatch(line -> line.startsWith(FAILED));
        assertThat(sidecar.audit().records("review.filed")).isEmpty();

        assertThat(lines(client.query("rollback"))).containsExactly("C(ROLLBACK)", "Z(I)");
        assertAsked(client.query(GUARDED));
    }

    @Test
    void whatEndsTheTransactionFirst() {
        assertAsked(client.query("rollback; " + GUARDED));
    }

    @Test
    void whatEndsTheTransactionIsOnItsWay() {
        client.send(query("rollback"), query(GUARDED)).readUntilReady();
        assertAsked(client.readUntilReady());
    }

    /** The server does not say what became of the transaction before Sync. */
    @Test
    void whatEndsTheTransactionIsDoneAndNotSynced() {
        client.send(run("rollback"), flush()).readUntil(message -> message instanceof PgMessage.CommandComplete);
        assertAsked(client.send(run(GUARDED), sync()).readUntilReady());
    }
}
