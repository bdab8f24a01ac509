package dev.hoop.controlplane.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hoop.review.Requester;
import dev.hoop.review.Review;
import dev.hoop.review.ReviewContext;
import dev.hoop.review.ReviewFailure;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewRequest;
import dev.hoop.review.ReviewStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReviewJsonTest {

    private static final String LEAST = "{\"id\":\"r1\",\"status\":\"PENDING\",\"listener_name\":\"billing\"}";

    private static byte[] json(String text) {
        return text.getBytes(UTF_8);
    }

    @Test
    void writesAFilingAsTheWireWantsIt() {
        ReviewRequest request = new ReviewRequest(
                "billing",
                "approvers",
                new byte[] {0, (byte) 0xff},
                Requester.named("ana@example.com", "10.0.0.1:5", "h"));

        assertThat(ReviewJson.filing(request))
                .asString(UTF_8)
                .isEqualTo(
                        "{\"listener_name\":\"billing\",\"approval_rule\":\"approvers\",\"payload\":\"AP8=\",\"requester\":"
                                + "{\"subject\":\"ana@example.com\",\"email\":\"ana@example.com\",\"peer_addr\":\"10.0.0.1:5\","
                                + "\"method\":\"h\"}}");
    }

    @Test
    void writesTheContextAsAnObjectOfItsOwn() {
        ReviewContext context = new ReviewContext(
                Optional.of("postgres"),
                Optional.of("no-deletes"),
                Optional.of("deletes need a look"),
                Optional.of("high"),
                Optional.of("removes rows; writes t"),
                Optional.of("delete"),
                Optional.of("shop"),
                Optional.of("delete from t where id = ?"),
                List.of("$1 int4 = '5'"));
        ReviewRequest request = new ReviewRequest("l", "r", new byte[0], Requester.peer("10.0.0.1:5"), context);

        assertThat(ReviewJson.filing(request))
                .asString(UTF_8)
                .endsWith(",\"context\":{\"protocol\":\"postgres\",\"guardrail\":\"no-deletes\","
                        + "\"why\":\"deletes need a look\",\"risk_level\":\"high\","
                        + "\"risk_why\":\"removes rows; writes t\",\"operation\":\"delete\",\"database\":\"shop\","
                        + "\"shape\":\"delete from t where id = ?\",\"parameters\":[\"$1 int4 = '5'\"]}}");
    }

    @Test
    void leavesOutWhatIsNotKnownOfTheRequester() {
        ReviewRequest request = new ReviewRequest("l", "r", new byte[0], Requester.peer("10.0.0.1:5"));

        assertThat(ReviewJson.filing(request))
                .asString(UTF_8)
                .endsWith("\"requester\":{\"peer_addr\":\"10.0.0.1:5\",\"method\":\"peer\"}}");
    }

    @Test
    void readsAWholeReview() throws ReviewFailure {
        assertThat(ReviewJson.review(json("{\"id\":\"r-1_A\",\"status\":\"REJECTED\",\"listener_name\":\"billing\","
                        + "\"approval_rule\":\"approvers\",\"created_at\":\"2026-09-29T14:02:11Z\","
                        + "\"decided_at\":\"2026-09-29T16:03:40.5+02:00\",\"decided_by\":\"ana@example.com\","
                        + "\"expires_at\":\"2026-09-29T14:32:11Z\",\"rejection_reason\":\"not on a Friday\","
                        + "\"something_new\":{\"a\":[1]}}")))
                .isEqualTo(new Review(
                        new ReviewId("r-1_A"),
                        ReviewStatus.REJECTED,
                        "billing",
                        Optional.of("approvers"),
                        Optional.of(Instant.parse("2026-09-29T14:02:11Z")),
                        Optional.of(Instant.parse("2026-09-29T14:03:40.5Z")),
                        Optional.of("ana@example.com"),
                        Optional.of(Instant.parse("2026-09-29T14:32:11Z")),
                        Optional.of("not on a Friday")));
    }

    @Test
    void readsTheLeastAReviewCanBe() throws ReviewFailure {
        Review review = ReviewJson.review(json(LEAST.replace("}", ",\"decided_at\":null}")));

        assertThat(review.decidedAt()).isEmpty();
        assertThat(review.approvalRule()).isEmpty();
    }

    @Test
    void keepsAStatusOfTheFuture() throws ReviewFailure {
        assertThat(ReviewJson.review(json(LEAST.replace("PENDING", "ESCALATED")))
                        .status())
                .isEqualTo(new ReviewStatus("ESCALATED"));
    }

    @Test
    void textFromPeopleBecomesOneBoundedLine() throws ReviewFailure {
        Review review = ReviewJson.review(json(LEAST.replace(
                "}",
                ",\"decided_by\":\"ana\\r\\nX-Evil: 1\\u0000\\u2028\",\"rejection_reason\":\"" + "n".repeat(9000)
                        + "\"}")));

        assertThat(review.decidedBy()).contains("ana  X-Evil: 1");
        assertThat(review.rejectionReason().orElseThrow()).hasSize(2000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "null",
                "[]",
                "true",
                "{",
                "<html>",
                "{\"forward\":true}",
                "{\"forward\":false,\"review\":null}",
                "{\"forward\":\"true\",\"review\":R}",
                "{\"forward\":1,\"review\":R}",
                "{\"forward\":null,\"review\":R}",
                "{\"review\":R}",
                "{\"forward\":false,\"review\":[R]}",
                "{\"forward\":false,\"review\":R} {}",
                "{\"forward\":false,\"forward\":true,\"review\":R}",
                "{\"forward\":true,\"review\":R}"
            })
    void refusesAnAnswerThatIsNotExactlyOne(String text) {
        assertGarbled(() -> ReviewJson.answer(json(text.replace("R", LEAST))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"status\":\"PENDING\",\"listener_name\":\"l\"}",
                "{\"id\":\"\",\"status\":\"PENDING\",\"listener_name\":\"l\"}",
                "{\"id\":\"a/../b\",\"status\":\"PENDING\",\"listener_name\":\"l\"}",
                "{\"id\":7,\"status\":\"PENDING\",\"listener_name\":\"l\"}",
                "{\"id\":\"a\",\"listener_name\":\"l\"}",
                "{\"id\":\"a\",\"status\":\"PEN\\r\\nDING\",\"listener_name\":\"l\"}",
                "{\"id\":\"a\",\"status\":\"\",\"listener_name\":\"l\"}",
                "{\"id\":\"a\",\"status\":\"PENDING\"}",
                "{\"id\":\"a\",\"status\":\"PENDING\",\"listener_name\":[\"l\"]}",
                "{\"id\":\"a\",\"status\":\"PENDING\",\"listener_name\":\"l\",\"decided_by\":{}}",
                "{\"id\":\"a\",\"status\":\"PENDING\",\"listener_name\":\"l\",\"expires_at\":\"tomorrow\"}",
                "{\"id\":\"a\",\"status\":\"PENDING\",\"listener_name\":\"l\",\"created_at\":1790000000}"
            })
    void refusesAReviewThatIsNotOne(String text) {
        assertGarbled(() -> ReviewJson.review(json(text)));
    }

    @Test
    void onlyAnApprovedReviewCanBeForwarded() throws ReviewFailure {
        for (ReviewStatus status : ReviewStatus.KNOWN) {
            byte[] answer = json("{\"forward\":true,\"review\":" + LEAST.replace("PENDING", status.word()) + "}");
            if (status.equals(ReviewStatus.APPROVED) || status.equals(ReviewStatus.EXECUTED)) {
                assertThat(ReviewJson.answer(answer).forward()).isTrue();
            } else {
                assertGarbled(() -> ReviewJson.answer(answer));
            }
        }
        assertGarbled(() ->
                ReviewJson.answer(json("{\"forward\":true,\"review\":" + LEAST.replace("PENDING", "ESCALATED") + "}")));
    }

    @Test
    void nestingIsBounded() {
        assertGarbled(() -> ReviewJson.review(json("[".repeat(10_000))));
    }

    @Test
    void aListIsBoundedByWhatWasAskedFor() throws ReviewFailure {
        byte[] two = json("[" + LEAST + "," + LEAST + "]");

        assertThat(ReviewJson.reviews(two, 2)).hasSize(2);
        assertGarbled(() -> ReviewJson.reviews(two, 1));
        assertGarbled(() -> ReviewJson.reviews(json("{\"reviews\":[]}"), 1));
    }

    private static void assertGarbled(org.assertj.core.api.ThrowableAssert.ThrowingCallable reading) {
        assertThatThrownBy(reading)
                .isInstanceOfSatisfying(
                        ReviewFailure.class,
                        failure -> assertThat(failure.kind()).isEqualTo(ReviewFailure.Kind.GARBLED));
    }
}
