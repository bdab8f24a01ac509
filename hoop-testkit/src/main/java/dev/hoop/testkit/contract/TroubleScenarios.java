package dev.hoop.testkit.contract;

import static dev.hoop.testkit.contract.ContractFixture.GUARDED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.review.ReviewFailure;
import dev.hoop.review.ReviewId;
import dev.hoop.testkit.contract.ProtocolUnderTest.TestClient;
import dev.hoop.testkit.plane.Trouble;
import java.util.Map;
import java.util.Optional;

/** A plane in trouble costs reviews and nothing else, and never lets anything run. */
final class TroubleScenarios {

    private static final Map<Trouble, ReviewFailure.Kind> KINDS = Map.of(
            Trouble.DOWN, ReviewFailure.Kind.UNREACHABLE,
            Trouble.FAILING, ReviewFailure.Kind.UNREACHABLE,
            Trouble.HALF_ANSWERS, ReviewFailure.Kind.UNREACHABLE,
            Trouble.GARBAGE, ReviewFailure.Kind.GARBLED,
            Trouble.OTHER_LISTENER, ReviewFailure.Kind.GARBLED,
            Trouble.TOO_OLD, ReviewFailure.Kind.TOO_OLD,
            Trouble.UNAUTHORIZED, ReviewFailure.Kind.UNAUTHORIZED,
            Trouble.REFUSES, ReviewFailure.Kind.REFUSED,
            Trouble.FROZEN, ReviewFailure.Kind.FROZEN,
            Trouble.CROWDED, ReviewFailure.Kind.TOO_MANY);

    private TroubleScenarios() {}

    static void everyTrouble(ContractFixture fixture) {
        KINDS.forEach((trouble, kind) -> {
            fixture.plane().trouble(trouble);
            try (TestClient client = fixture.connect()) {
                Reply reply = fixture.ask(client, GUARDED + " one");
                String text = fixture.denials().failed(kind, Optional.empty()).message();
                fixture.assertDenied(client, reply, text, Optional.empty());
            }
        });
        assertThat(fixture.runs(GUARDED + " one")).isZero();
        assertThat(fixture.ask("harmless").ran()).isTrue();
    }

    static void lostAnswer(ContractFixture fixture) {
        String statement = GUARDED + " one";
        fixture.ask(statement);
        fixture.reviews().approve(fixture.plane().awaitReview(0));
        fixture.plane().trouble(Trouble.LOSES_ANSWERS);

        assertThat(fixture.ask(statement).ran()).isFalse();
        assertThat(fixture.reviews().forwards()).isOne();

        fixture.plane().trouble(Trouble.NONE);
        ReviewId next = new ReviewId("review-2");
        assertThat(fixture.ask(statement).message())
                .isEqualTo(fixture.denials().pending(next).message());
        assertThat(fixture.ran()).isEmpty();
    }

    static void frozen(ContractFixture fixture) {
        String statement = GUARDED + " one";
        ReviewId review;
        try (TestClient client = fixture.connect()) {
            client.send(fixture.encode(statement));
            fixture.awaitHolds(1);
            review = fixture.plane().awaitReview(0);
            fixture.plane().trouble(Trouble.FROZEN);
            fixture.reviews().approve(review);
            String text = fixture.denials()
                    .failed(ReviewFailure.Kind.FROZEN, Optional.of(review))
                    .message();
            fixture.assertDenied(client, client.reply(), text, Optional.of(review));
        }
        assertThat(fixture.runs(statement)).isZero();
        assertThat(fixture.reviews().forwards()).isZero();
        fixture.plane().trouble(Trouble.NONE);
        fixture.assertReleased(fixture.ask(statement), review);
    }

    static void planeComesBack(ContractFixture fixture) {
        String statement = GUARDED + " one";
        try (TestClient client = fixture.connect()) {
            client.send(fixture.encode(statement));
            fixture.awaitHolds(1);
            ReviewId review = fixture.plane().awaitReview(0);
            fixture.plane().trouble(Trouble.DOWN);
            fixture.reviews().approve(review);
            assertThat(client.heard()).isFalse();
            fixture.plane().trouble(Trouble.NONE);

            fixture.assertReleased(client.reply(), review);
        }
        assertThat(fixture.ran()).containsExactly(statement);
    }
}
