package dev.hoop.core.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.testbase.Eventually;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** On real event loops. */
class AuditTrailTest {

    private static final AuditOptions CLOSED = AuditOptions.DEFAULT;
    private static final AuditOptions OPEN = new AuditOptions(true, false, 8192, 256);

    private final MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
    private final EventLoop loop = loops.next();
    private final MemorySink sink = new MemorySink();

    @AfterEach
    void stopLoops() {
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    /** Waits for one record; true when the statement may run. */
    private static final class Waiter extends CompletableFuture<Boolean> implements Completion {
        @Override
        public void recorded() {
            assertThat(complete(true)).isTrue();
        }

        @Override
        public void unrecorded() {
            assertThat(complete(false)).isTrue();
        }
    }

    @Test
    void recordsOfOneIterationAreHandedOverTogetherAndThenTheirStatementsGoOn() {
        AuditTrail trail = trail(CLOSED);
        List<Waiter> waiters = onLoop(loop, () -> {
            List<Waiter> given = List.of(new Waiter(), new Waiter(), new Waiter());
            given.forEach(waiter -> trail.record(Samples.forwarded("x"), loop, waiter));
            assertThat(sink.writes()).isEmpty();
            assertThat(given).noneMatch(CompletableFuture::isDone);
            return given;
        });

        waiters.forEach(waiter -> assertThat(get(waiter)).isTrue());
        assertThat(sink.writes()).hasSize(1);
        assertThat(sink.records()).hasSize(3);
        assertThat(trail.counts()).isEqualTo(new AuditTrail.Counts(3, 0));
    }

    @Test
    void whatASessionRecordsBetweenKeepsItsPlace() {
        AuditTrail trail = trail(CLOSED);
        get(onLoop(loop, () -> {
            trail.record(new AuditEvent.RequestRefused("lines", Samples.origin(1), "first"));
            Waiter waiter = new Waiter();
            trail.record(Samples.forwarded("second"), loop, waiter);
            return waiter;
        }));

        // The first came before the loop's buffer was there, so it went by itself.
        assertThat(sink.events()).containsExactly("request.refused", "statement");
        get(onLoop(loop, () -> {
            Waiter waiter = new Waiter();
            trail.record(Samples.forwarded("third"), loop, waiter);
            trail.record(new AuditEvent.RequestRefused("lines", Samples.origin(1), "fourth"));
            return waiter;
        }));
        assertThat(sink.events()).containsExactly("request.refused", "statement", "statement", "request.refused");
    }

    @Test
    void aStatementWhoseRecordFailsDoesNotRun() {
        AuditTrail trail = trail(CLOSED);
        sink.fail(true);

        assertThat(get(record(trail, "lost"))).isFalse();
        assertThat(trail.counts()).isEqualTo(new AuditTrail.Counts(0, 1));
    }

    @Test
    void theNextRecordTellsHowManyWereLost() {
        AuditTrail trail = trail(CLOSED);
        sink.fail(true);
        get(record(trail, "lost"));
        get(record(trail, "lost with the first gap's own line"));
        sink.fail(false);
        get(record(trail, "written"));
        get(record(trail, "written too"));

        assertThat(sink.events()).containsExactly("audit.gap", "statement", "statement");
        assertThat(sink.records("audit.gap").get(0).get("lost").asLong()).isEqualTo(2);
        assertThat(trail.counts()).isEqualTo(new AuditTrail.Counts(2, 2));
    }

    @Test
    void failOpenLetsStatementsGoOnAtOnceAndCountsWhatIsLost() {
        AuditTrail trail = trail(OPEN);
        sink.fail(true);
        Waiter waiter = onLoop(loop, () -> {
            Waiter given = new Waiter();
            trail.record(Samples.forwarded("x"), loop, given);
            assertThat(given).isCompletedWithValue(true);
            return given;
        });

        assertThat(get(waiter)).isTrue();
        Eventually.await(() -> trail.counts().lost() == 1, Eventually.SOON, "the loss is counted");
    }

    @Test
    void failOpenRecordsAreHandedOverOnATickOrWhenThereAreMany() {
        AuditTrail trail = trail(new AuditOptions(true, false, 8192, 10));
        onLoop(loop, () -> {
            for (int i = 0; i < 25; i++) {
                trail.record(Samples.forwarded("x"), loop, new Waiter());
            }
            assertThat(sink.writes()).hasSize(2);
            return true;
        });

        Eventually.await(() -> sink.records().size() == 25, Eventually.SOON, "the rest comes with the tick");
    }

    @Test
    void manyRecordsInOneIterationGoInSeveralWritesAndNobodyIsToldInBetween() {
        AuditTrail trail = trail(new AuditOptions(false, false, 8192, 10));
        List<Waiter> waiters = onLoop(loop, () -> {
            List<Waiter> given = new ArrayList<>();
            for (int i = 0; i < 25; i++) {
                given.add(new Waiter());
                trail.record(Samples.forwarded("x"), loop, given.get(i));
            }
            assertThat(sink.writes()).hasSize(2);
            assertThat(given).noneMatch(CompletableFuture::isDone);
            return given;
        });

        waiters.forEach(waiter -> assertThat(get(waiter)).isTrue());
        assertThat(sink.records()).hasSize(25);
    }

    @Test
    void aStatementThatIsJudgedWhileOthersAreToldIsRecordedToo() {
        AuditTrail trail = trail(CLOSED);
        Waiter second = new Waiter();
        onLoop(loop, () -> {
            trail.record(Samples.forwarded("first"), loop, new Completion() {
                @Override
                public void recorded() {
                    trail.record(Samples.forwarded("second"), loop, second);
                }

                @Override
                public void unrecorded() {}
            });
            return true;
        });

        assertThat(get(second)).isTrue();
        assertThat(sink.writes()).hasSize(2);
    }

    @Test
    void oneCompletionThatThrowsLeavesTheOthersTheirAnswer() {
        AuditTrail trail = trail(CLOSED);
        Waiter second = onLoop(loop, () -> {
            trail.record(Samples.forwarded("first"), loop, new Completion() {
                @Override
                public void recorded() {
                    throw new IllegalStateException("a session's defect");
                }

                @Override
                public void unrecorded() {}
            });
            Waiter given = new Waiter();
            trail.record(Samples.forwarded("second"), loop, given);
            return given;
        });

        assertThat(get(second)).isTrue();
    }

    @Test
    void aStatementThatCannotDescribeItselfDoesNotRunAndSpoilsNoOther() {
        AuditTrail trail = trail(CLOSED);
        List<Waiter> waiters = onLoop(loop, () -> {
            List<Waiter> given = List.of(new Waiter(), new Waiter(), new Waiter());
            trail.record(Samples.forwarded("before"), loop, given.get(0));
            trail.record(
                    new AuditEvent.StatementJudged("lines", Samples.origin(1), Samples.defective("x"), Ruling.ALLOWED),
                    loop,
                    given.get(1));
            trail.record(Samples.forwarded("after"), loop, given.get(2));
            return given;
        });

        assertThat(waiters.stream().map(AuditTrailTest::get)).containsExactly(true, false, true);
        assertThat(sink.records()).hasSize(2);
    }

    @Test
    void aSinkThatAnswersLaterIsWaitedFor() {
        AuditTrail trail = trail(CLOSED);
        sink.stall();
        Waiter first = record(trail, "one");
        Waiter second = record(trail, "two");
        Eventually.await(() -> sink.stalledWrites() == 2, Eventually.SOON, "both writes are taken");
        assertThat(first).isNotDone();

        sink.resume();
        assertThat(get(first)).isTrue();
        assertThat(get(second)).isTrue();
        assertThat(get(record(trail, "three"))).isTrue();
        assertThat(sink.records().stream().map(record -> record.get("statement").asText()))
                .containsExactly("one", "two", "three");
    }

    @Test
    void aSinkThatDoesNotAnswerEndsInARefusal() {
        AuditTrail trail = trail(CLOSED);
        sink.stall();
        Waiter waiter = record(trail, "x");

        assertThat(get(waiter)).isFalse();
        sink.resume();
        assertThat(get(record(trail, "y"))).isTrue();
    }

    @Test
    void recordsOfSeveralLoopsMeetAtLineBoundaries(@TempDir Path dir) throws IOException {
        Path file = dir.resolve("audit.log");
        int each = 500;
        try (AuditTrail trail =
                AuditTrail.open(AuditDestination.parse(file.toString()), CLOSED, Samples.FINGERPRINTS)) {
            List<Waiter> waiters = new ArrayList<>();
            for (int i = 0; i < each; i++) {
                EventLoop next = loops.next();
                Waiter waiter = new Waiter();
                waiters.add(waiter);
                String text = i + " " + "x".repeat(i * 7 % 3000);
                next.execute(() -> trail.record(Samples.forwarded(text), next, waiter));
            }
            waiters.forEach(waiter -> assertThat(get(waiter)).isTrue());
        }

        List<JsonNode> records = Samples.parse(Files.readString(file));
        assertThat(records.stream()
                        .map(record -> record.get("statement").asText().split(" ", 2)[0]))
                .hasSize(each)
                .doesNotHaveDuplicates();
    }

    @Test
    void closingWritesWhatWaitsOnLivingLoops() {
        AuditTrail trail = trail(OPEN);
        onLoop(loop, () -> {
            trail.record(Samples.forwarded("x"), loop, new Waiter());
            return true;
        });
        trail.close();

        assertThat(sink.records()).hasSize(1);
    }

    @Test
    void closingWritesWhatWaitedOnLoopsThatEnded() {
        AuditTrail trail = trail(OPEN);
        // The loop ends within the same iteration, so that no tick of it comes any more.
        loop.execute(() -> {
            loops.shutdownGracefully(0, 0, TimeUnit.SECONDS);
            trail.record(Samples.forwarded("x"), loop, new Waiter());
        });
        loops.terminationFuture().syncUninterruptibly();
        trail.close();

        assertThat(sink.records()).hasSize(1);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFullDiskRefusesAndAFreedOneGoesOn() throws IOException {
        try (AuditTrail trail = new AuditTrail(
                CLOSED, new FileSink(Path.of("/dev/full")), Samples.FINGERPRINTS, InstantSource.system())) {
            assertThat(get(record(trail, "x"))).isFalse();
            assertThat(trail.counts().lost()).isEqualTo(1);
        }
    }

    @Test
    void aStalledReaderDoesNotStallTheLoop() throws IOException {
        CountDownLatch stalled = new CountDownLatch(1);
        QueuedSink queue = new QueuedSink(
                () -> {
                    try {
                        stalled.await();
                    } catch (InterruptedException e) {
                        throw new IOException(e);
                    }
                    throw new IOException("nobody reads");
                },
                2);
        try (AuditTrail trail = new AuditTrail(
                new AuditOptions(false, false, 100, 2), queue, Samples.FINGERPRINTS, InstantSource.system())) {
            List<Waiter> waiters = List.of(record(trail, "1"), record(trail, "2"), record(trail, "3"));
            assertThat(get(waiters.get(2))).isFalse();
            assertThat(waiters.get(0)).isNotDone();
            stalled.countDown();
            assertThat(get(waiters.get(0))).isFalse();
        }
    }

    private AuditTrail trail(AuditOptions options) {
        return new AuditTrail(options, sink, Samples.FINGERPRINTS, InstantSource.system());
    }

    /** Records in an iteration of its own. */
    private Waiter record(AuditTrail trail, String text) {
        return onLoop(loop, () -> {
            Waiter waiter = new Waiter();
            trail.record(Samples.forwarded(text), loop, waiter);
            return waiter;
        });
    }

    private static boolean get(Waiter waiter) {
        return Eventually.get(waiter, Eventually.SOON, "the record's completion");
    }

    private static <T> T onLoop(EventLoop loop, Callable<T> step) {
        return loop.submit(step).syncUninterruptibly().getNow();
    }
}
