package dev.hoop.testkit.contract;

import static dev.hoop.testkit.contract.ContractFixture.GUARDED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.review.Denial;
import dev.hoop.review.Review;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewStatus;
import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.contract.ProtocolUnderTest.TestClient;
import dev.hoop.testkit.wire.FragmentFeeder;
import dev.hoop.testkit.wire.WireConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Hold mode: the statement waits on its connection. */
final class HoldScenarios {

    private static final String STATEMENT = GUARDED + " one";
    private static final int MANY = 10;

    private HoldScenarios() {}

    static void nothingBeforeTheDecision(ContractFixture fixture) {
        try (TestClient client = fixture.connect()) {
            assertThat(fixture.ask(client, "harmless").ran()).isTrue();
            long before = fixture.bytesAtUpstream();
            byte[] statement = fixture.encode(STATEMENT);
            FragmentFeeder.splitAt(statement, statement.length / 2).forEach(client::send);
            fixture.awaitHolds(1);
            assertThat(client.heard()).isFalse();
            assertThat(fixture.bytesAtUpstream()).isEqualTo(before);

            ReviewId review = fixture.plane().awaitReview(0);
            fixture.journal().mark("approved");
            fixture.reviews().approve(review);

            fixture.assertReleased(client.reply(), review);
            assertThat(fixture.journal().receivedBefore("approved", "upstream").length)
                    .isEqualTo((int) before);
            assertThat(fixture.runs(STATEMENT)).isOne();
            assertThat(fixture.ask(client, "harmless after").ran()).isTrue();
        }
    }

    static void rejected(ContractFixture fixture) {
        endedBy(fixture, review -> fixture.reviews().reject(review, "not on a Friday"));
    }

    static void expired(ContractFixture fixture) {
        endedBy(fixture, review -> fixture.reviews().expire(review));
        assertThat(fixture.reviews().await(0).review().status()).isEqualTo(ReviewStatus.EXPIRED);
    }

    private interface Ending {
        void end(ReviewId review);
    }

    private static void endedBy(ContractFixture fixture, Ending ending) {
        try (TestClient client = fixture.connect()) {
            client.send(fixture.encode(STATEMENT));
            fixture.awaitHolds(1);
            ending.end(fixture.plane().awaitReview(0));
            Review ended = fixture.reviews().await(0).review();
            Denial denial = fixture.denials().ended(ended);

            fixture.assertDenied(client, client.reply(), denial.message(), Optional.of(ended.id()));
        }
        assertThat(fixture.runs(STATEMENT)).isZero();
    }

    static void hangUp(ContractFixture fixture) {
        try (TestClient client = fixture.connect()) {
            client.send(fixture.encode(STATEMENT));
            fixture.awaitHolds(1);
            client.hangUp();
        }
        fixture.audit()
                .await("review.ended", record -> record.path("end").asText().equals("client_gone"));
        int claims = fixture.reviews().claims();
        ReviewId review = fixture.plane().awaitReview(0);
        fixture.reviews().approve(review);
        assertThat(fixture.reviews().await(0).review().status()).isEqualTo(ReviewStatus.APPROVED);

        fixture.assertReleased(fixture.ask(STATEMENT), review);

        assertThat(fixture.reviews().claims()).isEqualTo(claims);
        assertThat(fixture.reviews().all()).hasSize(1);
        assertThat(fixture.ran()).containsExactly(STATEMENT);
    }

    static void identicalHolds(ContractFixture fixture) {
        List<TestClient> clients = new ArrayList<>();
        try {
            for (int i = 0; i < MANY; i++) {
                TestClient client = fixture.connect();
                clients.add(client);
                client.send(fixture.encode(STATEMENT));
            }
            fixture.awaitHolds(MANY);
            assertThat(fixture.reviews().all()).hasSize(1);
            fixture.reviews().approve(fixture.plane().awaitReview(0));

            List<Reply> replies = clients.stream().map(TestClient::reply).toList();

            String used =
                    fixture.denials().ended(fixture.reviews().await(0).review()).message();
            assertThat(replies.stream().filter(Reply::ran)).hasSize(1);
            assertThat(replies.stream().filter(reply -> !reply.ran()))
                    .allSatisfy(reply -> assertThat(reply.message()).isEqualTo(used));
            assertThat(fixture.ran()).containsExactly(STATEMENT);
            assertThat(fixture.reviews().forwards()).isOne();
        } finally {
            clients.forEach(TestClient::close);
        }
    }

    static void timedOut(ContractFixture fixture) {
        try (TestClient client = fixture.connect()) {
            Reply reply = fixture.ask(client, STATEMENT);
            ReviewId review = fixture.plane().awaitReview(0);
            String text =
                    fixture.denials().timedOut(review, Duration.ofSeconds(1)).message();
            fixture.assertDenied(client, reply, text, Optional.of(review));
            assertThat(fixture.reviews().await(0).review().status()).isEqualTo(ReviewStatus.PENDING);
            assertThat(fixture.runs(STATEMENT)).isZero();

            fixture.reviews().approve(review);
            fixture.assertReleased(fixture.ask(STATEMENT), review);
        }
        assertThat(fixture.runs(STATEMENT)).isOne();
        assertThat(fixture.reviews().all()).hasSize(1);
    }

    static void interrupted(ContractFixture fixture) {
        try (TestClient client = fixture.connect()) {
            client.send(fixture.encode(STATEMENT));
            fixture.awaitHolds(1);
            ReviewId review = fixture.plane().awaitReview(0);

            CompletionStage<Integer> drained = fixture.sidecar().drain(WireConnection.PATIENCE);

            Reply reply = client.reply();
            assertThat(reply.ran()).isFalse();
            assertThat(reply.message())
                    .isEqualTo(fixture.denials().interrupted(review).message());
            client.close();
            assertThat(Eventually.get(drained, WireConnection.PATIENCE, "the end of the drain"))
                    .isZero();
        }
        assertThat(fixture.reviews().await(0).review().status()).isEqualTo(ReviewStatus.PENDING);
        assertThat(fixture.ran()).isEmpty();
    }
}
