package dev.hoop.testkit.contract;

import static dev.hoop.testkit.contract.ContractFixture.GUARDED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.review.ReviewId;
import dev.hoop.testkit.contract.ProtocolUnderTest.TestClient;
import dev.hoop.testkit.plane.ScriptedReviews;

/** The record of a statement comes before the statement. */
final class AuditScenarios {

    private static final String NOT_RECORDED = "the audit record could not be written; nothing ran";

    private AuditScenarios() {}

    static void recordFirst(ContractFixture fixture) {
        try (TestClient client = fixture.connect()) {
            assertThat(fixture.ask(client, "harmless one").ran()).isTrue();
            long before = fixture.bytesAtUpstream();

            fixture.audit().stall();
            client.send(fixture.encode("harmless two"));
            fixture.audit().awaitStalled("\"event\":\"statement\"");
            assertThat(client.heard()).isFalse();
            fixture.journal().mark("recorded");
            fixture.audit().resume();

            assertThat(client.reply().ran()).isTrue();
            assertThat(fixture.journal().receivedBefore("recorded", "upstream").length)
                    .isEqualTo((int) before);
        }
    }

    static void failingTrail(ContractFixture fixture) {
        try (TestClient client = fixture.connect()) {
            fixture.audit().fail(true);
            Reply refused = fixture.ask(client, "harmless one");
            assertThat(refused.ran()).isFalse();
            assertThat(refused.message()).startsWith(NOT_RECORDED);
            assertThat(fixture.ran()).isEmpty();
        }
        fixture.audit().fail(false);
        assertThat(fixture.ask("harmless two").ran()).isTrue();
        assertThat(fixture.ran()).containsExactly("harmless two");
    }

    static void failingTrailKeepsApproval(ContractFixture fixture) {
        String statement = GUARDED + " one";
        fixture.ask(statement);
        ReviewId review = fixture.plane().awaitReview(0);
        fixture.reviews().approve(review);

        try (TestClient client = fixture.connect()) {
            fixture.audit().fail(true);
            assertThat(fixture.ask(client, "harmless one").message()).startsWith(NOT_RECORDED);
        }
        assertThat(fixture.ask(statement).message()).startsWith(NOT_RECORDED);
        assertThat(fixture.reviews().forwards()).isZero();
        fixture.audit().fail(false);

        fixture.assertReleased(fixture.ask(statement), review);
        assertThat(fixture.ran()).containsExactly(statement);
    }

    static void spentApprovalOfAFailingTrail(ContractFixture fixture) {
        String statement = GUARDED + " one";
        fixture.ask(statement);
        ReviewId review = fixture.plane().awaitReview(0);
        fixture.reviews().approve(review);

        fixture.reviews().observe((event, about) -> {
            if (event == ScriptedReviews.Event.EXECUTED) {
                fixture.audit().fail(true);
            }
        });
        assertThat(fixture.ask(statement).ran()).isFalse();
        fixture.audit().fail(false);

        assertThat(fixture.reviews().forwards()).isOne();
        assertThat(fixture.ask(statement).ran()).isFalse();
        assertThat(fixture.reviews().all()).hasSize(2);
        assertThat(fixture.ran()).isEmpty();
    }
}
