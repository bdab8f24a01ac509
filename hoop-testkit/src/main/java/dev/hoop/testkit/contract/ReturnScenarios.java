package dev.hoop.testkit.contract;

import static dev.hoop.testkit.contract.ContractFixture.GUARDED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewStatus;
import dev.hoop.testkit.contract.ProtocolUnderTest.TestClient;
import dev.hoop.testkit.wire.FragmentFeeder;
import java.util.List;
import java.util.Optional;

/** Return mode: denied at once, and resent after the approval. */
final class ReturnScenarios {

    private static final String STATEMENT = GUARDED + " one";

    private ReturnScenarios() {}

    static void fileResendAndAskAnew(ContractFixture fixture) {
        try (TestClient client = fixture.connect()) {
            Reply first = fixture.ask(client, STATEMENT);
            ReviewId review = fixture.plane().awaitReview(0);
            fixture.assertDenied(
                    client, first, fixture.denials().pending(review).message(), Optional.of(review));
        }
        ReviewId review = fixture.plane().awaitReview(0);
        assertThat(fixture.reviews().await(0).text()).contains(STATEMENT);
        assertThat(fixture.reviews().await(0).review().listenerName()).isEqualTo(ContractFixture.LISTENER);
        assertThat(fixture.reviews().await(0).review().approvalRule()).contains(ContractFixture.RULE);
        assertThat(fixture.ask(STATEMENT).message())
                .isEqualTo(fixture.denials().pending(review).message());
        assertThat(fixture.runs(STATEMENT)).isZero();

        fixture.reviews().approve(review);
        fixture.assertReleased(fixture.ask(STATEMENT), review);
        assertThat(fixture.runs(STATEMENT)).isOne();

        Reply again = fixture.ask(STATEMENT);
        ReviewId next = fixture.plane().awaitReview(1);
        assertThat(again.message()).isEqualTo(fixture.denials().pending(next).message());
        assertThat(fixture.runs(STATEMENT)).isOne();
        assertThat(fixture.reviews().all()).hasSize(2);
    }

    static void coversNoOther(ContractFixture fixture) {
        fixture.ask(STATEMENT);
        fixture.reviews().approve(fixture.plane().awaitReview(0));

        Reply other = fixture.ask(GUARDED + " two");

        assertThat(other.message())
                .isEqualTo(fixture.denials()
                        .pending(fixture.plane().awaitReview(1))
                        .message());
        assertThat(fixture.ran()).isEmpty();
        assertThat(fixture.ask(STATEMENT).ran()).isTrue();
        assertThat(fixture.ran()).containsExactly(STATEMENT);
    }

    static void oneReviewForMany(ContractFixture fixture) {
        List<Reply> replies = fixture.askAtOnce(50, STATEMENT);

        String pending =
                fixture.denials().pending(fixture.plane().awaitReview(0)).message();
        assertThat(replies).allSatisfy(reply -> assertThat(reply.message()).isEqualTo(pending));
        assertThat(fixture.reviews().all()).hasSize(1);
        assertThat(fixture.reviews().filings()).isEqualTo(50);
        assertThat(fixture.ran()).isEmpty();
    }

    static void racingResends(ContractFixture fixture) {
        fixture.ask(STATEMENT);
        fixture.reviews().approve(fixture.plane().awaitReview(0));

        List<Reply> replies = fixture.askAtOnce(50, STATEMENT);

        assertThat(replies.stream().filter(Reply::ran)).hasSize(1);
        String pending =
                fixture.denials().pending(fixture.plane().awaitReview(1)).message();
        assertThat(replies.stream().filter(reply -> !reply.ran()))
                .allSatisfy(reply -> assertThat(reply.message()).isEqualTo(pending));
        assertThat(fixture.ran()).containsExactly(STATEMENT);
        assertThat(fixture.reviews().forwards()).isOne();
        assertThat(fixture.reviews().all()).hasSize(2);
    }

    static void endedIsNotMatched(ContractFixture fixture) {
        fixture.ask(STATEMENT);
        fixture.reviews().reject(fixture.plane().awaitReview(0), "no");
        fixture.ask(STATEMENT);
        fixture.reviews().expire(fixture.plane().awaitReview(1));
        fixture.ask(STATEMENT);
        ReviewId third = fixture.plane().awaitReview(2);
        fixture.reviews().approve(third);
        fixture.reviews().revoke(third);

        assertThat(fixture.ask(STATEMENT).message())
                .isEqualTo(fixture.denials()
                        .pending(fixture.plane().awaitReview(3))
                        .message());
        assertThat(fixture.ran()).isEmpty();
        assertThat(fixture.reviews().all())
                .extracting(review -> review.review().status())
                .containsExactly(
                        ReviewStatus.REJECTED, ReviewStatus.EXPIRED, ReviewStatus.REVOKED, ReviewStatus.PENDING);
    }

    static void oneReviewForEveryCut(ContractFixture fixture) {
        FragmentFeeder.feedEveryCut(fixture.encode(STATEMENT), cut -> {
            try (TestClient client = fixture.connect()) {
                cut.forEach(client::send);
                assertThat(client.reply().message())
                        .isEqualTo(fixture.denials()
                                .pending(fixture.plane().awaitReview(0))
                                .message());
            }
        });
        assertThat(fixture.reviews().all()).hasSize(1);
        assertThat(fixture.ran()).isEmpty();
    }
}
