package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.DecisionLog;
import dev.hoop.testbase.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(StorageKind.class)
class RetentionTest {

    @Parameter
    private StorageKind storage = StorageKind.SQLITE;

    @TempDir
    private Path directory;

    @Test
    void settledReviewsGoWhenTheirTimeIsUpAndLiveOnesNever() throws Exception {
        ApprovalRule endless = new ApprovalRule(
                "endless", List.of("billing"), 1, false, List.of(), Optional.empty(), Optional.empty(), false);
        ApprovalRule usual = ApprovalRule.ofGroup("billing-approvers", "billing");
        ControlPlaneSettings settings = TestPlane.settings(directory, List.of(usual, endless))
                .withStorage(storage.at(directory).withKeepSettled(Duration.ofDays(7)));
        List<String> log;
        try (TestPlane plane = TestPlane.start(settings, new HandClock())) {
            PlaneClient client = plane.client;
            String pending = client.file(PAYMENTS, PlaneClient.filing("api", "endless", "pending"))
                    .id();
            String approved = client.file(PAYMENTS, PlaneClient.filing("api", "endless", "approved"))
                    .id();
            client.approve(ANA, approved);
            String used = client.file(PAYMENTS, "used").id();
            client.approve(ANA, used);
            client.claim(PAYMENTS, used);
            String rejected = client.file(PAYMENTS, "rejected").id();
            client.decide(ANA, rejected, "REJECTED");
            String expired = client.file(PAYMENTS, "expired").id();

            plane.clock.advance(Duration.ofDays(7));
            String later = client.file(PAYMENTS, PlaneClient.filing("api", "endless", "later"))
                    .id();
            client.decide(ANA, later, "REJECTED");
            // Ended half an hour after it was filed, and is kept from then.
            Eventually.await(
                    () -> ids(client).equals(List.of(later, expired, approved, pending)),
                    Eventually.SOON,
                    () -> "the settled ones go: " + ids(client));
            plane.clock.advance(Duration.ofHours(1));
            Eventually.await(
                    () -> ids(client).equals(List.of(later, approved, pending)),
                    Eventually.SOON,
                    () -> "the expired one goes: " + ids(client));
            assertThat(client.claim(PAYMENTS, approved).forward()).isTrue();
            assertThat(client.asPerson(ANA, "GET", "/api/reviews/" + used, "").status())
                    .isEqualTo(404);
        }
        try (Database database = Database.openToRead(storage.at(directory))) {
            log = database.read(handle -> DecisionLog.list(handle, DecisionLog.Filter.all(100)).stream()
                    .map(kept -> kept.entry().kind())
                    .filter(kind -> kind.startsWith("review"))
                    .toList());
        }
        assertThat(log)
                .containsExactlyInAnyOrder(
                        "review.executed",
                        "reviews.removed",
                        "reviews.removed",
                        "review.rejected",
                        "review.rejected",
                        "review.executed",
                        "review.approved",
                        "review.approved");
    }

    private static List<String> ids(PlaneClient client) {
        try {
            List<String> ids = new ArrayList<>();
            for (JsonNode review : client.asSidecar(PAYMENTS, "GET", "/api/sidecars/reviews", "")
                    .json()) {
                ids.add(review.path("id").asText());
            }
            return ids;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
