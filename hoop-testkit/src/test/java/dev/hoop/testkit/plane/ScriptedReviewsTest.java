package dev.hoop.testkit.plane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hoop.review.Requester;
import dev.hoop.review.ReviewAnswer;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewRequest;
import dev.hoop.review.ReviewStatus;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ScriptedReviewsTest {

    private final ScriptedReviews reviews = new ScriptedReviews();

    private static ReviewRequest request(String text) {
        return new ReviewRequest("l", "r", text.getBytes(StandardCharsets.UTF_8), Requester.peer("10.0.0.1:1"));
    }

    @Test
    void keepsThePlanesRules() {
        ReviewId first = reviews.file(request("x")).review().id();
        assertThat(reviews.file(request("x")).review().id()).isEqualTo(first);
        assertThat(reviews.file(request("y")).review().id()).isNotEqualTo(first);

        reviews.approve(first);
        ReviewAnswer claimed = reviews.claim(first).orElseThrow();
        assertThat(claimed.forward()).isTrue();
        assertThat(claimed.review().status()).isEqualTo(ReviewStatus.EXECUTED);
        assertThat(reviews.claim(first).orElseThrow().forward()).isFalse();
        assertThat(reviews.file(request("x")).review().id()).isNotEqualTo(first);
        assertThat(reviews.claim(new ReviewId("none"))).isEmpty();
    }

    @Test
    void anApprovalIsSpentOnceHoweverManyAsk() {
        ReviewId id = reviews.file(request("x")).review().id();
        reviews.approve(id);

        long released = IntStream.range(0, 200)
                .parallel()
                .filter(i -> (i % 2 == 0
                                ? reviews.file(request("x"))
                                : reviews.claim(id).orElseThrow())
                        .forward())
                .count();

        assertThat(released).isOne();
        assertThat(reviews.forwards()).isOne();
    }

    @Test
    void tellsObserversAfterTheFact() {
        List<String> told = new ArrayList<>();
        ScriptedReviews.Observer observer = (event, review) ->
                told.add(event + " " + reviews.find(review.id()).orElseThrow().status());
        reviews.observe(observer);
        ReviewId id = reviews.file(request("x")).review().id();
        reviews.approve(id);
        reviews.claim(id);
        reviews.expire(reviews.file(request("x")).review().id());
        reviews.forget(observer);
        reviews.reject(reviews.file(request("x")).review().id(), "no");

        assertThat(told).containsExactly("DECIDED APPROVED", "EXECUTED EXECUTED", "EXPIRED EXPIRED");
    }

    @Test
    void aDecisionThatCannotBeIsAMistakeOfTheTest() {
        ReviewId id = reviews.file(request("x")).review().id();

        assertThatThrownBy(() -> reviews.revoke(id))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("PENDING");
        reviews.reject(id, "no");
        assertThatThrownBy(() -> reviews.approve(id)).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> reviews.expire(id)).isInstanceOf(AssertionError.class);
    }
}
