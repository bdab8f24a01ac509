package dev.hoop.proto.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.review.ReviewId;
import dev.hoop.testbase.Background;
import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.pg.PgReplay;
import dev.hoop.testkit.pg.PgScript;
import dev.hoop.testkit.pg.SharedPostgres;
import dev.hoop.testkit.plane.ScriptedReview;
import dev.hoop.testkit.sidecar.TestSidecar;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A refusal is what an error of the server at that place would be: the same conversation, whether the server raises the
 * error or the sidecar refuses by rule, by a reviewer's no, or in return mode. An approved statement is as if nobody had
 * been asked, but for the notices.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RefusedReplayTest {

    private static final Set<String> PREPARED = Set.of("1", "2", "n");

    @RegisterExtension
    static final SharedPostgres POSTGRES = SharedPostgres.plain();

    private TestSidecar denying;
    private TestSidecar holding;
    private TestSidecar returning;

    @BeforeAll
    void start() {
        String upstream = POSTGRES.server().hostAndPort();
        denying = PgSidecars.denying(upstream);
        holding = PgSidecars.reviewing(upstream, "hold");
        returning = PgSidecars.reviewing(upstream, "return");
    }

    @AfterAll
    void stop() {
        denying.close();
        holding.close();
        returning.close();
    }

    private static PgReplay replay() {
        return PgReplay.in(POSTGRES.server(), POSTGRES.database());
    }

    static IntStream scripts() {
        return IntStream.range(0, RefusedScripts.all("any").size());
    }

    private static PgScript script(int number, String function) {
        return RefusedScripts.all(function).get(number);
    }

    /**
     * Refusals in one word: what else they say is not what this is about. And without ParseComplete, BindComplete and NoData
     * right before one: the server gets none of these messages before the decision, so the refusal answers the first.
     */
    private static List<String> plain(Stream<String> lines) {
        List<String> plain = new ArrayList<>();
        lines.filter(line -> !line.startsWith("N(")).forEach(line -> {
            if (line.startsWith("E(ERROR 42501 ")) {
                while (!plain.isEmpty() && PREPARED.contains(plain.get(plain.size() - 1))) {
                    plain.remove(plain.size() - 1);
                }
                plain.add("refused");
            } else {
                plain.add(line);
            }
        });
        return plain;
    }

    private static List<String> direct(int number, String function) {
        return plain(replay().direct(script(number, function)).stream());
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void byRule(int number) {
        PgScript script = script(number, "forbidden");
        List<String> heard = replay().through(script, denying.address(PgSidecars.LISTENER));
        PgReplay.assertSame(script.name(), direct(number, "forbidden"), plain(heard.stream()));
        assertThat(heard.stream().filter(line -> line.startsWith("E(ERROR 42501 ")))
                .allSatisfy(line -> assertThat(line).isEqualTo("E(ERROR 42501 forbidden here)"));
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void byReturn(int number) {
        PgScript script = script(number, "guarded");
        List<String> heard = replay().through(script, returning.address(PgSidecars.LISTENER));
        PgReplay.assertSame(script.name(), direct(number, "guarded"), plain(heard.stream()));
        assertThat(heard.stream().filter(line -> line.startsWith("E(ERROR 42501 ")))
                .allSatisfy(line -> assertThat(line).contains("D=review_id=").contains("status=PENDING; H="));
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void byAReviewer(int number) {
        PgScript script = script(number, "guarded");
        List<String> heard =
                decided(script, (sidecar, review) -> sidecar.plane().reviews().reject(review, "no"));
        PgReplay.assertSame(script.name(), direct(number, "guarded"), plain(heard.stream()));
        assertThat(heard.stream().filter(line -> line.startsWith("E(ERROR 42501 ")))
                .allSatisfy(line -> assertThat(line)
                        .startsWith("E(ERROR 42501 held here: rejected: no (review ")
                        .contains("status=REJECTED"));
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void approvedIsAsIfNobodyHadBeenAsked(int number) {
        PgScript script = harmless(script(number, "guarded"));
        List<String> direct = replay().direct(script);
        List<String> heard =
                decided(script, (sidecar, review) -> sidecar.plane().reviews().approve(review, "Ana"));
        PgReplay.assertSame(
                script.name(),
                direct,
                heard.stream().filter(line -> !line.startsWith("N(")).toList());
    }

    /** The same script over a function that does no harm. */
    private static PgScript harmless(PgScript script) {
        List<String> setup = script.setup().stream()
                .map(text -> text.startsWith("create function")
                        ? "create function guarded() returns int volatile language sql as 'select 42'"
                        : text)
                .toList();
        return new PgScript(script.name(), setup, script.steps());
    }

    /** Holds the conversation through the holding sidecar, and has every review decided as it comes. */
    private List<String> decided(PgScript script, BiConsumer<TestSidecar, ReviewId> decision) {
        int before = holding.plane().reviews().all().size();
        CompletableFuture<List<String>> heard =
                Background.call(() -> replay().through(script, holding.address(PgSidecars.LISTENER)));
        int[] decided = {before};
        Eventually.await(
                () -> {
                    List<ScriptedReview> all = holding.plane().reviews().all();
                    for (; decided[0] < all.size(); decided[0]++) {
                        decision.accept(holding, all.get(decided[0]).id());
                    }
                    return heard.isDone();
                },
                Eventually.SOON,
                "the end of the conversation");
        return Eventually.get(heard, Eventually.SOON, "the conversation");
    }
}
