package dev.hoop.proto.pg.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NamesTest {

    private final Replies replies = new Replies();
    private final Names<String> names = new Names<>(replies, 25, new Kept(new StatementMemory(1 << 20)));

    @Test
    void withinASegmentWhatWasSentCounts() {
        names.sending("s", "select 1", 10);
        assertThat(names.lookup("s")).isEqualTo(new Names.Lookup.Found<>("select 1"));

        names.sendingRemoval("s");
        assertThat(names.lookup("s")).isEqualTo(new Names.Lookup.Missing<>());
    }

    /** The server keeps the first statement of a name, so a second Parse fails: which of them counts, only its answer tells. */
    @Test
    void acrossSegmentsANameIsUnsettledUntilTheServerAnswered() {
        names.settle("s", "delete from t", 10);
        names.sending("s", "select 1", 10);
        endSegment();

        assertThat(names.lookup("s")).isEqualTo(new Names.Lookup.Unsettled<>());
        assertThat(names.lookup("other")).isEqualTo(new Names.Lookup.Missing<>());

        answerSegment();
        assertThat(names.lookup("s")).isEqualTo(new Names.Lookup.Found<>("delete from t"));
    }

    @Test
    void aRemovalOfAllNamesUnsettlesAll() {
        names.settle("s", "select 1", 10);
        names.sendingRemovalOfAll();
        names.sending("t", "select 2", 10);
        assertThat(names.lookup("s")).isEqualTo(new Names.Lookup.Missing<>());
        assertThat(names.lookup("t")).isEqualTo(new Names.Lookup.Found<>("select 2"));

        endSegment();
        assertThat(names.lookup("s")).isEqualTo(new Names.Lookup.Unsettled<>());

        names.settleRemovalOfAll();
        names.settle("t", "select 2", 10);
        answerSegment();
        assertThat(names.lookup("s")).isEqualTo(new Names.Lookup.Missing<>());
        assertThat(names.lookup("t")).isEqualTo(new Names.Lookup.Found<>("select 2"));
    }

    @Test
    void whatThereIsNoRoomForCountsAsUnseen() {
        for (String name : List.of("a", "b", "c")) {
            names.sending(name, name, 10);
        }
        assertThat(names.lookup("b")).isEqualTo(new Names.Lookup.Found<>("b"));
        assertThat(names.lookup("c")).isEqualTo(new Names.Lookup.Missing<>());

        endSegment();
        List.of("a", "b", "c").forEach(name -> names.settle(name, name, 10));
        answerSegment();
        assertThat(names.lookup("b")).isEqualTo(new Names.Lookup.Found<>("b"));
        assertThat(names.lookup("c")).isEqualTo(new Names.Lookup.Missing<>());

        names.settleRemoval("a");
        names.settle("c", "c", 10);
        names.settle("", "the unnamed one", 100);
        assertThat(names.lookup("c")).isEqualTo(new Names.Lookup.Found<>("c"));
        assertThat(names.lookup("")).isEqualTo(new Names.Lookup.Found<>("the unnamed one"));
    }

    /** Else it would stand for what it was before. */
    @Test
    void aNameThatGetsAMeaningThereIsNoRoomForLosesTheOldOne() {
        names.settle("s", "select 1", 10);
        names.settle("s", "delete from t", 100);
        assertThat(names.lookup("s")).isEqualTo(new Names.Lookup.Missing<>());
    }

    @Test
    void aSegmentWithoutEndMakesEveryNameDoubtful() {
        names.settle("s", "select 1", 10);
        for (int i = 0; i <= 10_000; i++) {
            names.sendingRemoval("n" + i);
        }
        assertThat(names.lookup("s")).isEqualTo(new Names.Lookup.Missing<>());
    }

    private void endSegment() {
        replies.add(Awaited.of(Awaited.Kind.SYNC));
        names.endSegment(replies.lastSegment());
    }

    private void answerSegment() {
        replies.ready();
    }
}
