package dev.hoop.proto.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.plane.ScriptedReview;
import dev.hoop.testkit.sidecar.TestSidecar;
import io.grpc.Status;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls that a person must approve, by their method alone: no descriptors, and yet one message is not another. */
class ReviewsTest {

    private static final String PURGE = "billing.Invoices/Purge";

    private EchoServer upstream;
    private TestSidecar sidecar;
    private GrpcClient client;

    @BeforeEach
    void start() throws Exception {
        upstream = EchoServer.start();
        sidecar = TestSidecar.start(Sidecars.yaml(upstream.hostAndPort(), """
                identity_header: X-User
                guardrails:
                  rules:
                    - {name: ask, type: grpc_method, methods: ["billing.Invoices/Purge"], action: require_review}
                review: {approval_rule: billing-approvers, message: held}
                """));
        client = GrpcClient.connect(sidecar.address("calls"));
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        sidecar.close();
        upstream.close();
    }

    private ScriptedReview review(int number) {
        return sidecar.plane().reviews().await(number);
    }

    @Test
    void aHeldCallRunsOnceItIsApprovedAndSaysSo() throws Exception {
        GrpcClient.Running call = client.unary(PURGE, "all", GrpcClient.metadata("x-user", "ana"));
        ScriptedReview review = review(0);
        assertThat(upstream.calls()).isEmpty();
        assertThat(review.requester().subject()).contains("ana");
        assertThat(review.text()).startsWith("/" + PURGE + "\n[message of 3 bytes, not shown: ");

        sidecar.plane().reviews().approve(review.id(), "Zoë");

        assertThat(call.end().status()).isEqualTo(Status.OK);
        assertThat(call.end().trailer("x-hoop-review-id")).isEqualTo(review.id().value());
        assertThat(call.end().trailer("x-hoop-approved-by")).isEqualTo("Zo%C3%AB");
        assertThat(upstream.messages()).containsExactly("all");
    }

    @Test
    void anotherMessageIsAnotherQuestion() throws Exception {
        GrpcClient.Running one = client.unary(PURGE, "one", GrpcClient.metadata("x-hoop-review-mode", "return"));
        GrpcClient.Running two = client.unary(PURGE, "two", GrpcClient.metadata("x-hoop-review-mode", "return"));

        assertThat(one.end().status().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
        assertThat(one.end().trailer("x-hoop-denied")).isEqualTo("review");
        assertThat(one.end().trailer("x-hoop-review-status")).isEqualTo("PENDING");
        assertThat(one.end().trailer("retry-after")).isEqualTo("5");
        assertThat(one.end().trailer("x-hoop-review-id"))
                .isNotEmpty()
                .isNotEqualTo(two.end().trailer("x-hoop-review-id"));
    }

    @Test
    void everyCallNamesItsOwnRequester() throws Exception {
        client.unary(PURGE, "one", GrpcClient.metadata("x-user", "ana"));
        assertThat(review(0).requester().subject()).contains("ana");
        client.unary(PURGE, "two", GrpcClient.metadata("x-user", "bo"));
        assertThat(review(1).requester().subject()).contains("bo");
        client.unary(PURGE, "three");
        assertThat(review(2).requester().subject()).isEmpty();
    }

    @Test
    void aCallThatNamesTwoRequestersIsRefused() throws Exception {
        io.grpc.Metadata both = GrpcClient.metadata("x-user", "ana");
        both.put(io.grpc.Metadata.Key.of("x-user", io.grpc.Metadata.ASCII_STRING_MARSHALLER), "bo");

        GrpcClient.End end = client.unary(PURGE, "one", both).end();

        assertThat(end.status().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(end.trailer("x-hoop-denied")).isEmpty();
        assertThat(upstream.calls()).isEmpty();
    }

    @Test
    void aModeThatIsNoneIsIgnoredAndNoneReachesTheUpstream() throws Exception {
        GrpcClient.Running held = client.unary(PURGE, "all", GrpcClient.metadata("x-hoop-review-mode", "never"));
        sidecar.plane().reviews().approve(review(0).id(), "Zoe");
        assertThat(held.end().status()).isEqualTo(Status.OK);

        assertThat(client.unary("billing.Invoices/Get", "1", GrpcClient.metadata("x-hoop-review-mode", "return"))
                        .end()
                        .status())
                .isEqualTo(Status.OK);
        assertThat(upstream.heads().toString()).doesNotContain("x-hoop-review-mode");
    }

    @Test
    void aRejectedCallHearsWhy() throws Exception {
        GrpcClient.Running held = client.unary(PURGE, "all");
        sidecar.plane().reviews().reject(review(0).id(), "später");

        assertThat(held.end().status().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
        assertThat(held.end().status().getDescription())
                .isEqualTo("held: rejected: später (review " + review(0).id().value() + ")");
        assertThat(held.end().trailer("x-hoop-review-status")).isEqualTo("REJECTED");
        assertThat(upstream.calls()).isEmpty();
    }

    @Test
    void whatTheUpstreamSaysOfReviewsIsNotPassedOn() throws Exception {
        GrpcClient.End end = client.unary("billing.Invoices/Get", "1", GrpcClient.metadata("x-hoop-denied", "no"))
                .end();

        assertThat(end.trailer("trailing-x-hoop-denied")).isEqualTo("no");
        assertThat(end.trailer("x-hoop-denied")).isEmpty();
    }

    @Test
    void aHeldCallDoesNotStopItsSiblings() throws Exception {
        GrpcClient.Running held = client.unary(PURGE, "all");
        review(0);

        assertThat(client.unary("billing.Invoices/Get", "1").end().status()).isEqualTo(Status.OK);
        held.cancel();
        assertThat(upstream.calls()).containsExactly("billing.Invoices/Get");
    }

    @Test
    void aDrainEndsWhatIsHeldAndFinishesWhatIsInFlight() throws Exception {
        GrpcClient.Running inFlight = client.begin("billing.Invoices/Watch").send("1");
        Eventually.await(() -> inFlight.messages().size() == 1, Eventually.SOON, "the first answer");
        GrpcClient.Running held = client.unary(PURGE, "all");
        review(0);

        var drained = sidecar.drain(java.time.Duration.ofSeconds(20)).toCompletableFuture();

        assertThat(held.end().status().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
        assertThat(held.end().status().getDescription()).contains("shutting down");
        assertThat(inFlight.send("2").halfClose().end().status()).isEqualTo(Status.OK);
        assertThat(drained.get(20, TimeUnit.SECONDS)).isZero();
    }
}
