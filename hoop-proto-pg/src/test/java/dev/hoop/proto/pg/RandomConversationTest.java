package dev.hoop.proto.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testkit.pg.PgReplay;
import dev.hoop.testkit.pg.PgScript;
import dev.hoop.testkit.pg.SharedPostgres;
import dev.hoop.testkit.sidecar.TestSidecar;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Conversations made at random are the same with and without the sidecar, and leave the same behind. The system properties {@code
 * pg.random.seed} and {@code pg.random.rounds} ask for others, or more.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RandomConversationTest {

    @RegisterExtension
    static final SharedPostgres POSTGRES = SharedPostgres.plain();

    private TestSidecar sidecar;

    @BeforeAll
    void start() {
        // Rules that match nothing of what is said here, so that everything is looked at.
        sidecar = PgSidecars.reviewing(POSTGRES.server().hostAndPort(), "hold");
    }

    @AfterAll
    void stop() {
        sidecar.close();
    }

    static LongStream seeds() {
        long first = Long.getLong("pg.random.seed", 1);
        return LongStream.range(first, first + Integer.getInteger("pg.random.rounds", 80));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void isTheSameWithTheSidecar(long seed) {
        PgScript script = RandomScripts.of(seed);
        PgReplay replay = PgReplay.in(POSTGRES.server(), POSTGRES.database());
        List<String> expected = replay.direct(script);
        List<List<String>> left = rows();
        PgReplay.assertSame(script.name(), expected, replay.through(script, sidecar.address(PgSidecars.LISTENER)));
        assertThat(rows()).isEqualTo(left);
    }

    private static List<List<String>> rows() {
        return POSTGRES.server().query(POSTGRES.database(), "select n, w from t order by n, w");
    }
}
