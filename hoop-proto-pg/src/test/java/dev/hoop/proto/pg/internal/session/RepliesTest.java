package dev.hoop.proto.pg.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RepliesTest {

    private final Replies replies = new Replies();

    @Test
    void aFailureSkipsTheRestOfTheSegmentAndNothingBehindIt() {
        add(Awaited.Kind.PARSE, Awaited.Kind.BIND, Awaited.Kind.EXECUTE, Awaited.Kind.SYNC, Awaited.Kind.PARSE);

        assertThat(replies.failSegment()).isTrue();
        assertThat(replies.head()).extracting(head -> head.kind).isEqualTo(Awaited.Kind.SYNC);
        ready();
        assertThat(replies.head()).extracting(head -> head.kind).isEqualTo(Awaited.Kind.PARSE);
        assertThat(replies.failSegment()).isFalse();
        assertThat(replies.isEmpty()).isTrue();
    }

    /** The Sync that libpq sends with the Execute of a COPY is ignored; the one behind the data is answered. */
    @Test
    void aSyncWithinTheDataOfACopyIsNotAnswered() {
        add(Awaited.Kind.EXECUTE, Awaited.Kind.SYNC);
        replies.copyInBegins();
        assertThat(replies.copyIn()).isTrue();
        assertThat(replies.add(Awaited.of(Awaited.Kind.SYNC))).isFalse();

        add(Awaited.Kind.COPY_END, Awaited.Kind.SYNC);
        assertThat(replies.copyIn()).isFalse();
        replies.remove();
        assertThat(replies.head()).extracting(head -> head.kind).isEqualTo(Awaited.Kind.SYNC);
        ready();
        assertThat(replies.isEmpty()).isTrue();
        assertThat(replies.allAnswered()).isTrue();
    }

    @Test
    void dataThatWasAllSentBeforeTheServerAskedForItEndsTheCopyAtOnce() {
        add(Awaited.Kind.QUERY, Awaited.Kind.COPY_END, Awaited.Kind.QUERY);
        replies.copyInBegins();

        assertThat(replies.copyIn()).isFalse();
        ready();
        assertThat(replies.head()).extracting(head -> head.kind).isEqualTo(Awaited.Kind.QUERY);
        ready();
        assertThat(replies.allAnswered()).isTrue();
    }

    @Test
    void aSimpleQueryWithinAFailedSegmentIsSkippedLikeTheRest() {
        add(Awaited.Kind.EXECUTE, Awaited.Kind.QUERY, Awaited.Kind.SYNC);

        assertThat(replies.failSegment()).isTrue();
        ready();
        assertThat(replies.allAnswered()).isTrue();
        assertThat(replies.isEmpty()).isTrue();
    }

    private void add(Awaited.Kind... kinds) {
        for (Awaited.Kind kind : kinds) {
            replies.add(Awaited.of(kind));
        }
    }

    private void ready() {
        replies.ready();
    }
}
