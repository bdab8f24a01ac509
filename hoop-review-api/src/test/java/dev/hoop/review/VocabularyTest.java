package dev.hoop.review;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class VocabularyTest {

    @Test
    void anIdIsSafeInAPathAHeaderAndALogLine() {
        assertThat(ReviewId.parse("9f97-A_z")).contains(new ReviewId("9f97-A_z"));
        assertThat(ReviewId.parse("x".repeat(128))).isPresent();
        for (String bad : List.of("", "a/b", "a b", "a\r\nb", "%41", "..", "é", "x".repeat(129), "a\n")) {
            assertThat(ReviewId.parse(bad)).isEmpty();
            assertThatThrownBy(() -> new ReviewId(bad)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void onlyPendingAndApprovedReviewsAreLive() {
        assertThat(ReviewStatus.KNOWN.stream().filter(ReviewStatus::isLive))
                .containsExactly(ReviewStatus.PENDING, ReviewStatus.APPROVED);
        assertThat(new ReviewStatus("ESCALATED").isLive()).isFalse();
        assertThat(new ReviewStatus("ESCALATED").isKnown()).isFalse();
        assertThat(ReviewStatus.KNOWN).allMatch(ReviewStatus::isKnown);
    }

    @Test
    void aModeIsOneOfTwoWordsAndAnythingElseIsNoChoice() {
        assertThat(ReviewMode.parse("hold")).contains(ReviewMode.HOLD);
        assertThat(ReviewMode.parse("return")).contains(ReviewMode.RETURN);
        for (String other : List.of("", "HOLD", " hold", "async", "holdreturn")) {
            assertThat(ReviewMode.parse(other)).isEmpty();
        }
    }

    @Test
    void aQuestionIsTheSameWhoeverAsksIt() {
        ReviewRequest ana = request("billing", "approvers", "DELETE /x", Requester.peer("10.0.0.1:1"));
        ReviewRequest bo = request("billing", "approvers", "DELETE /x", Requester.named("bo", "10.0.0.2:2", "header"));

        assertThat(ana.sameQuestion(bo)).isTrue();
        assertThat(ana.sameQuestion(request("other", "approvers", "DELETE /x", ana.requester())))
                .isFalse();
        assertThat(ana.sameQuestion(request("billing", "other", "DELETE /x", ana.requester())))
                .isFalse();
        assertThat(ana.sameQuestion(request("billing", "approvers", "DELETE /y", ana.requester())))
                .isFalse();
    }

    @Test
    void aFiledPayloadCannotBeChanged() {
        byte[] payload = "abc".getBytes(UTF_8);
        ReviewRequest request = new ReviewRequest("l", "r", payload, Requester.peer("10.0.0.1:1"));
        payload[0] = 'x';
        request.payload()[1] = 'x';

        assertThat(request.payload()).asString(UTF_8).isEqualTo("abc");
        assertThat(request.payloadLength()).isEqualTo(3);
    }

    @Test
    void aSubjectThatIsAMailAddressIsOneToo() {
        assertThat(Requester.named("ana@example.com", "p", "header").email()).contains("ana@example.com");
        assertThat(Requester.named("ana", "p", "header").email()).isEmpty();
        assertThat(Requester.named("@ana", "p", "header").email()).isEmpty();
    }

    private static ReviewRequest request(String listener, String rule, String payload, Requester requester) {
        return new ReviewRequest(listener, rule, payload.getBytes(UTF_8), requester);
    }
}
