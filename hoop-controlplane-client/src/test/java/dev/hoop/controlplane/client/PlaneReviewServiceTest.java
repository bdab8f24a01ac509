package dev.hoop.controlplane.client;

import static dev.hoop.controlplane.client.Planes.done;
import static dev.hoop.controlplane.client.Planes.failure;
import static dev.hoop.controlplane.client.Planes.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hoop.review.Review;
import dev.hoop.review.ReviewAnswer;
import dev.hoop.review.ReviewFailure;
import dev.hoop.review.ReviewFailure.Kind;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewRequest;
import dev.hoop.review.ReviewService;
import dev.hoop.review.ReviewStatus;
import dev.hoop.testkit.plane.ScriptedControlPlane;
import dev.hoop.testkit.plane.Trouble;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlaneReviewServiceTest {

    private final ScriptedControlPlane plane = ScriptedControlPlane.start();
    private final PlaneClient client = Planes.client(plane.uri(), Planes.PATIENT, Planes.STREAM_ONLY);
    private final PlaneClient hasty = Planes.client(plane.uri(), Planes.HASTY, Planes.STREAM_ONLY);
    private final ReviewService reviews = client.reviews();

    @AfterEach
    void close() {
        client.close();
        hasty.close();
        plane.close();
    }

    @Test
    void filesClaimsAndReads() {
        ReviewAnswer filed = done(reviews.file(request("DELETE /invoices")));
        ReviewId id = filed.review().id();
        assertThat(filed.forward()).isFalse();
        assertThat(filed.review().status()).isEqualTo(ReviewStatus.PENDING);
        assertThat(plane.reviews().await(0).text()).isEqualTo("DELETE /invoices");
        assertThat(plane.reviews().await(0).requester().peerAddress()).isEqualTo("10.0.0.1:5000");

        assertThat(done(reviews.file(request("DELETE /invoices"))).review().id())
                .isEqualTo(id);
        assertThat(done(reviews.claim(id)).forward()).isFalse();

        plane.reviews().approve(id, "ana@example.com");
        Review read = done(reviews.status(id));
        assertThat(read.status()).isEqualTo(ReviewStatus.APPROVED);
        assertThat(read.decidedBy()).contains("ana@example.com");

        ReviewAnswer claimed = done(reviews.claim(id));
        assertThat(claimed.forward()).isTrue();
        assertThat(claimed.review().decidedBy()).contains("ana@example.com");
        ReviewAnswer again = done(reviews.claim(id));
        assertThat(again.forward()).isFalse();
        assertThat(again.review().status()).isEqualTo(ReviewStatus.EXECUTED);
        assertThat(done(reviews.file(request("DELETE /invoices"))).review().id())
                .isNotEqualTo(id);
    }

    @Test
    void filingSpendsAnApproval() {
        ReviewId id = done(reviews.file(request("x"))).review().id();
        plane.reviews().approve(id);

        assertThat(done(reviews.file(request("x"))).forward()).isTrue();
        assertThat(plane.reviews().forwards()).isOne();
    }

    @Test
    void listsNewestFirst() {
        ReviewId first = done(reviews.file(request("1"))).review().id();
        ReviewId second = done(reviews.file(request("2"))).review().id();
        plane.reviews().reject(first, "no");

        assertThat(done(reviews.list(Optional.empty(), 200)))
                .extracting(Review::id)
                .containsExactly(second, first);
        assertThat(done(reviews.list(Optional.of(ReviewStatus.REJECTED), 1)))
                .extracting(Review::rejectionReason)
                .containsExactly(Optional.of("no"));
        assertThatThrownBy(() -> reviews.list(Optional.empty(), 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> reviews.list(Optional.empty(), 201)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void keepsAStatusOfTheFuture() {
        ReviewId id = done(reviews.file(request("x"))).review().id();
        plane.reviews().force(id, new ReviewStatus("ESCALATED"));

        assertThat(done(reviews.claim(id)).review().status().word()).isEqualTo("ESCALATED");
    }

    @Test
    void asksForTheApproversNameWhereTheAnswerLeavesItOut() {
        plane.namesApproverInAnswers(false);
        ReviewId id = done(reviews.file(request("x"))).review().id();
        assertThat(plane.statusReads()).isZero();
        plane.reviews().approve(id, "bo@example.com");

        ReviewAnswer claimed = done(reviews.claim(id));

        assertThat(claimed.forward()).isTrue();
        assertThat(claimed.review().decidedBy()).contains("bo@example.com");
        assertThat(plane.statusReads()).isOne();
    }

    @Test
    void anUnknownReviewIsNotFound() {
        assertThat(failure(reviews.status(new ReviewId("none"))).kind()).isEqualTo(Kind.NOT_FOUND);
        assertThat(failure(reviews.claim(new ReviewId("none"))).kind()).isEqualTo(Kind.NOT_FOUND);
    }

    @ParameterizedTest
    @CsvSource({
        "DOWN, UNREACHABLE",
        "FAILING, UNREACHABLE",
        "SLOW, UNREACHABLE",
        "LOSES_ANSWERS, UNREACHABLE",
        "HALF_ANSWERS, UNREACHABLE",
        "GARBAGE, GARBLED",
        "OTHER_REVIEW, GARBLED",
        "TOO_OLD, TOO_OLD",
        "UNAUTHORIZED, UNAUTHORIZED",
        "REFUSES, REFUSED",
        "FORGETFUL, NOT_FOUND"
    })
    void tellsTroublesApart(Trouble trouble, Kind kind) {
        ReviewId id = done(reviews.file(request("x"))).review().id();
        ReviewService asked = trouble == Trouble.SLOW ? hasty.reviews() : reviews;
        plane.trouble(trouble);

        assertThat(failure(asked.claim(id)).kind()).isEqualTo(kind);
        assertThat(failure(asked.status(id)).kind()).isEqualTo(kind);
        if (trouble != Trouble.OTHER_REVIEW) {
            assertThat(failure(asked.file(request("y"))).kind()).isEqualTo(kind);
            assertThat(failure(asked.list(Optional.empty(), 5)).kind()).isEqualTo(kind);
        }

        plane.trouble(Trouble.NONE);
        assertThat(done(reviews.status(id)).id()).isEqualTo(id);
    }

    @Test
    void anAnswerAboutAnotherListenerIsNoAnswer() {
        plane.trouble(Trouble.OTHER_LISTENER);

        assertThat(failure(reviews.file(request("x"))).kind()).isEqualTo(Kind.GARBLED);
    }

    @Test
    void tellsWhatThePlaneSaidWhenItRefuses() {
        plane.trouble(Trouble.REFUSES);

        assertThat(failure(reviews.file(request("x")))).hasMessageContaining("no such approval rule");
    }

    @Test
    void aLostAnswerIsNotAskedForAgainSinceItMayHaveSpentTheApproval() {
        ReviewId id = done(reviews.file(request("x"))).review().id();
        plane.reviews().approve(id);
        plane.trouble(Trouble.LOSES_ANSWERS);

        for (Function<ReviewService, CompletionStage<ReviewAnswer>> call : spending(id)) {
            failure(call.apply(reviews));
        }

        assertThat(plane.reviews().forwards()).isOne();
        assertThat(plane.reviews().claims()).isOne();
        assertThat(plane.reviews().filings()).isEqualTo(2);
        assertThat(plane.reviews().all()).hasSize(2);
    }

    private static Iterable<Function<ReviewService, CompletionStage<ReviewAnswer>>> spending(ReviewId id) {
        return List.of(asked -> asked.claim(id), asked -> asked.file(request("x")));
    }

    @Test
    void aPlaneThatIsAwayIsDialledAgainAndReachedOnceItIsBack() {
        plane.goAway();
        ReviewFailure failure = failure(reviews.file(request("x")));
        assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
        assertThat(failure).hasMessageContaining("in 3 tries");

        plane.comeBack();
        assertThat(done(reviews.file(request("x"))).forward()).isFalse();
    }

    @Test
    void sendsNothingThatThePlaneWouldRefuseForItsSize() {
        ReviewRequest tooLarge = request("x".repeat(ReviewRequest.MAX_PAYLOAD_BYTES + 1));

        assertThat(failure(reviews.file(tooLarge)).kind()).isEqualTo(Kind.REFUSED);
        assertThat(plane.reviews().filings()).isZero();
    }

    @Test
    void healthTellsOfTroubleAndItsEnd() {
        assertThat(client.health().lastContact()).isEmpty();
        done(reviews.file(request("x")));
        assertThat(client.health().lastContact()).isPresent();
        assertThat(client.health().trouble()).isEmpty();

        plane.trouble(Trouble.FAILING);
        failure(reviews.file(request("x")));
        assertThat(client.health().trouble())
                .hasValueSatisfying(why -> assertThat(why).contains("503"));

        plane.trouble(Trouble.NONE);
        done(reviews.file(request("x")));
        assertThat(client.health().trouble()).isEmpty();
    }

    @Test
    void closingFailsWhatIsOpen() {
        plane.trouble(Trouble.SLOW);
        CompletionStage<ReviewAnswer> open = reviews.file(request("x"));

        client.close();

        assertThat(failure(open).kind()).isEqualTo(Kind.UNREACHABLE);
        assertThat(failure(reviews.file(request("y"))).kind()).isEqualTo(Kind.UNREACHABLE);
    }
}
