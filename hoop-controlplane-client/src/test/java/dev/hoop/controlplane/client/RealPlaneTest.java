package dev.hoop.controlplane.client;

import static dev.hoop.controlplane.client.Planes.done;
import static dev.hoop.controlplane.client.Planes.failure;
import static dev.hoop.controlplane.client.Planes.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.controlplane.AccessSettings;
import dev.hoop.controlplane.ApprovalRule;
import dev.hoop.controlplane.ControlPlane;
import dev.hoop.controlplane.ControlPlaneSettings;
import dev.hoop.controlplane.FilingLimits;
import dev.hoop.controlplane.PeopleSettings;
import dev.hoop.controlplane.PlaneSidecar;
import dev.hoop.controlplane.PlaneUser;
import dev.hoop.controlplane.SecretToken;
import dev.hoop.review.Requester;
import dev.hoop.review.Review;
import dev.hoop.review.ReviewAnswer;
import dev.hoop.review.ReviewFailure;
import dev.hoop.review.ReviewFailure.Kind;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewRequest;
import dev.hoop.review.ReviewService;
import dev.hoop.review.ReviewStatus;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both sides of the wire are ours here; each is tested alone against what CONTRACTS say elsewhere. */
class RealPlaneTest {

    private static final Optional<ConfigDocument> FILE = Optional.of(new ConfigDocument(
            "{\"listeners\":[{\"name\":\"billing\",\"review\":{\"approval_rule\":\"approvers\"}}]}"));

    private final SecretToken ana = SecretToken.random();
    private final SecretToken sidecar = SecretToken.random();
    private final ControlPlane plane;
    private final PlaneClient client;

    RealPlaneTest(@TempDir Path directory) throws IOException {
        plane = ControlPlane.start(ControlPlaneSettings.of(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), directory.resolve("hoop.db"))
                .withPeople(new PeopleSettings(
                        List.of(ApprovalRule.ofGroup("approvers", "billing")),
                        List.of(new PlaneUser("ana@example.com", "Ana", List.of("billing"), Optional.of(ana))),
                        List.of(new PlaneSidecar("payments", sidecar))))
                .withAccess(AccessSettings.defaults().withFiling(new FilingLimits(2, 2, 100, 100))));
        client = client(sidecar.value());
    }

    private PlaneClient client(String token) throws IOException {
        return PlaneClient.open(
                new PlaneSettings(
                        PlaneUrl.parse(plane.url().toString()),
                        PlaneToken.of(token),
                        Optional.empty(),
                        "1.2.3",
                        Planes.PATIENT),
                Planes.STREAM_ONLY);
    }

    @AfterEach
    void close() {
        client.close();
        plane.close();
    }

    private void decide(ReviewId id, String body) throws Exception {
        asAna("PUT", "/api/reviews/" + id, body);
    }

    private String asAna(String method, String path, String body) throws Exception {
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(plane.url() + path))
                                .header("Authorization", "Bearer " + ana.value())
                                .header("Content-Type", "application/json")
                                .method(method, HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 204);
        return answer.body();
    }

    @Test
    void aFrozenListenersApprovalIsNotUsedUntilItIsUnfrozen() throws Exception {
        client.start(FILE);
        ReviewService reviews = client.reviews();
        ReviewId id = done(reviews.file(request("one"))).review().id();
        decide(id, "{\"status\":\"APPROVED\"}");
        String freeze = asAna(
                "POST", "/api/freezes", "{\"sidecar\":\"payments\",\"listener\":\"billing\",\"reason\":\"loops\"}");
        assertThat(failure(reviews.claim(id)).kind()).isEqualTo(Kind.FROZEN);
        assertThat(failure(reviews.file(request("one"))).kind()).isEqualTo(Kind.FROZEN);
        ReviewFailure another = failure(reviews.file(request("two")));
        assertThat(another.kind()).isEqualTo(Kind.FROZEN);
        assertThat(another).hasMessageContaining("the listener billing of the sidecar payments is frozen");
        String freezeId = freeze.replaceAll(".*\"id\":\"([^\"]+)\".*", "$1");
        asAna("POST", "/api/freezes/" + freezeId + "/end", "{\"reason\":\"mended\"}");
        assertThat(done(reviews.claim(id)).forward()).isTrue();
    }

    @Test
    void aFloodIsToldToComeAgainLater() throws Exception {
        client.start(FILE);
        for (int i = 0; i < 2; i++) {
            done(client.reviews().file(request("statement " + i)));
        }
        ReviewFailure refused = failure(client.reviews().file(request("one too many")));
        assertThat(refused.kind()).isEqualTo(Kind.TOO_MANY);
        assertThat(refused).hasMessageContaining("2 are allowed at a time");
    }

    @Test
    void seedsFilesHearsOfTheDecisionAndClaims() throws Exception {
        assertThat(client.start(FILE)).isInstanceOf(StartConfiguration.FromPlane.class);
        assertThat(client.start(Optional.empty())).isInstanceOf(StartConfiguration.FromPlane.class);
        ReviewService reviews = client.reviews();

        ReviewAnswer filed = done(reviews.file(request("DELETE /invoices")));
        ReviewId id = filed.review().id();
        assertThat(filed.review().status()).isEqualTo(ReviewStatus.PENDING);
        CompletableFuture<Boolean> ready = new CompletableFuture<>();
        reviews.awaitDecision(id, () -> ready.complete(true));
        done(ready);
        assertThat(client.health().streaming()).isTrue();
        CompletableFuture<Boolean> decided = new CompletableFuture<>();
        reviews.awaitDecision(id, () -> decided.complete(true));

        decide(id, "{\"status\":\"APPROVED\"}");

        done(decided);
        ReviewAnswer claimed = done(reviews.claim(id));
        assertThat(claimed.forward()).isTrue();
        assertThat(claimed.review().decidedBy()).isPresent();
        assertThat(done(reviews.claim(id)).forward()).isFalse();
        assertThat(done(reviews.status(id)).status()).isEqualTo(ReviewStatus.EXECUTED);
        assertThat(done(reviews.list(Optional.of(ReviewStatus.EXECUTED), 200)))
                .extracting(Review::id)
                .containsExactly(id);
    }

    @Test
    void tellsWhyItWasRejected() throws Exception {
        client.start(FILE);
        ReviewId id = done(client.reviews().file(request("x"))).review().id();

        decide(id, "{\"status\":\"REJECTED\",\"reason\":\"not on a Friday\"}");

        assertThat(done(client.reviews().claim(id)).review().rejectionReason()).contains("not on a Friday");
    }

    @Test
    void failuresAreTheSameKinds() throws Exception {
        client.start(FILE);
        ReviewRequest otherListener =
                new ReviewRequest("other", "approvers", new byte[] {1}, Requester.peer("10.0.0.1:5000"));
        assertThat(failure(client.reviews().file(otherListener)).kind()).isEqualTo(Kind.REFUSED);
        assertThat(failure(client.reviews().status(new ReviewId("none"))).kind())
                .isEqualTo(Kind.NOT_FOUND);
        assertThat(failure(client.reviews().claim(new ReviewId("none"))).kind()).isEqualTo(Kind.NOT_FOUND);
        try (PlaneClient stranger = client("not-the-token")) {
            assertThat(failure(stranger.reviews().file(request("x"))).kind()).isEqualTo(Kind.UNAUTHORIZED);
        }
        plane.close();
        assertThat(failure(client.reviews().file(request("x"))).kind()).isEqualTo(Kind.UNREACHABLE);
    }
}
