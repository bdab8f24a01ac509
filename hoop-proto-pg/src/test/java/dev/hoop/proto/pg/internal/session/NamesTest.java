package dev.hoop.proto.pg.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NamesTest {

    private final Replies replies = new Replies();
    private final Names<String> names = new Names<>(replies);

    @Test
    void withinASegmentWhatWasSentCounts() {
        names.sending("s", "select 1");
        assertThat(names.lookup("s")).isEqualTo(new Names.Lookup.Found<>("select 1"));

        names.sendingRemoval("s");
        assertThat(names.lookup("s")).isEqualTo(new Names.Lookup.Missing<>());
    }

    /** The server keeps the first statement of a name, so a second Parse fails: which of them counts, only its answer tells. */
    @Test
    void acrossSegmentsANameIsUnsettledUntilTheServerAnswered() {
        names.settle("s", "delete from t");
        names.sending("s", "select 1");
        endSegment();

        assertThat(names.lookup("s")).isEqualTo(new Names.Lookup.Unsettled<>());
        assertThat(names.lookup("other")).isEqualTo(new Names.Lookup.Missing<>());

        answerSegment();
        assertThat(names.lookup("s")).isEqualTo(new Names.Lookup.Found<>("delete from t"));
    }

    @Test
    void aRemovalOfAllNamesUnsettlesAll() {
        names.settle("s", "select 1");
        names.sendingRemovalOfAll();
        names.sending("t", "select 2");
        assertThat(names.lookup("s")).isEqualTo(new Names.Lookup.Missing<>());
        assertThat(names.lookup("t")).isEqualTo(new Names.Lookup.Found<>("select 2"));

        endSegment();
        assertThat(names.lookup("s")).isEqualTo(new Names.Lookup.Unsettled<>());

        names.settleRemovalOfAll();
        names.settle("t", "select 2");
        answerSegment();
        assertThat(names.lookup("s")).isEqualTo(new Names.Lookup.Missing<>());
        assertThat(names.lookup("t")).isEqualTo(new Names.Lookup.Found<>("select 2"));
    }

    private void endSegment() {
        replies.add(Awaited.of(Awaited.Kind.SYNC));
        names.endSegment(replies.lastSegment());
    }

    private void answerSegment() {
        replies.ready(ended -> {});
    }
}
