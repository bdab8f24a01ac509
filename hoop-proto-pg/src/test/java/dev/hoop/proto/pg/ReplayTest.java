package dev.hoop.proto.pg;

import dev.hoop.testkit.pg.PgReplay;
import dev.hoop.testkit.pg.PgScript;
import dev.hoop.testkit.pg.SharedPostgres;
import dev.hoop.testkit.sidecar.TestSidecar;
import dev.hoop.testkit.wire.FragmentFeeder;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A sidecar that allows everything is not noticed: the same conversation, message by message, with and without it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReplayTest {

    @RegisterExtension
    static final SharedPostgres POSTGRES = SharedPostgres.plain();

    private TestSidecar allowing;
    private TestSidecar reviewing;

    @BeforeAll
    void start() {
        String upstream = POSTGRES.server().hostAndPort();
        allowing = PgSidecars.allowing(upstream);
        // Rules that match nothing of what is said here, so that everything is looked at.
        reviewing = PgSidecars.reviewing(upstream, "hold");
    }

    @AfterAll
    void stop() {
        allowing.close();
        reviewing.close();
    }

    static Stream<PgScript> scripts() {
        return Stream.of(SimpleScripts.all(), ExtendedScripts.all(), CopyScripts.all())
                .flatMap(List::stream);
    }

    private static PgReplay replay() {
        return PgReplay.in(POSTGRES.server(), POSTGRES.database());
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void withoutRules(PgScript script) {
        replay().assertSame(script, allowing.address(PgSidecars.LISTENER));
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void withRulesThatMatchNothing(PgScript script) {
        replay().assertSame(script, reviewing.address(PgSidecars.LISTENER));
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void inSmallPieces(PgScript script) {
        PgReplay replay = replay();
        PgScript pieces = script.cut(bytes -> pieces(bytes, Math.max(7, bytes.length / 500)));
        PgReplay.assertSame(
                script.name(), replay.direct(script), replay.through(pieces, allowing.address(PgSidecars.LISTENER)));
    }

    private static List<byte[]> pieces(byte[] bytes, int size) {
        if (bytes.length <= size) {
            return List.of(bytes);
        }
        List<byte[]> split = FragmentFeeder.splitAt(bytes, size);
        return Stream.concat(Stream.of(split.get(0)), pieces(split.get(1), size).stream())
                .toList();
    }
}
