package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.controlplane.PlaneClient.Answer;
import dev.hoop.controlplane.internal.review.Filings;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.review.ReviewEvents;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.DecisionRows;
import dev.hoop.controlplane.internal.store.Directory;
import dev.hoop.controlplane.internal.store.Question;
import dev.hoop.controlplane.internal.store.ReviewPeople;
import dev.hoop.controlplane.internal.store.ReviewPeople.Asker;
import dev.hoop.controlplane.internal.store.ReviewTable;
import dev.hoop.controlplane.internal.store.Sidecars;
import dev.hoop.controlplane.internal.store.StoredReview;
import dev.hoop.review.ReviewContext;
import dev.hoop.review.ReviewStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(StorageKind.class)
class ExpiryTest {

    @Parameter
    private StorageKind storage = StorageKind.SQLITE;

    private static final Asker NOBODY = new Asker("", "", "", "");

    @TempDir
    private Path directory;

    @RegisterExtension
    private final Planes planes = new Planes(() -> directory, () -> storage);

    @Test
    void aReviewThatNobodyDecidesExpiresAndIsNeverRejected() throws Exception {
        TestPlane plane = planes.start();
        PlaneClient client = plane.client;
        String id = client.file(PAYMENTS, "DROP TABLE invoices").id();
        plane.clock.advance(Duration.ofMinutes(30).minusMillis(1));
        assertThat(status(client, id)).isEqualTo("PENDING");
        plane.clock.advance(Duration.ofMillis(1));
        assertThat(status(client, id)).isEqualTo("EXPIRED");
        Answer late = client.approve(ANA, id);
        assertThat(late.status()).isEqualTo(400);
        assertThat(late.message()).contains("its time is up");
        Answer claim = client.claim(PAYMENTS, id);
        assertThat(claim.forward()).isFalse();
        assertThat(claim.reviewStatus()).isEqualTo("EXPIRED");
        assertThat(claim.json().path("review").has("expires_at")).isFalse();
        assertThat(claim.json().path("review").has("decided_by")).isFalse();

        Answer again = client.file(PAYMENTS, "DROP TABLE invoices");
        assertThat(again.status()).isEqualTo(201);
        assertThat(again.id()).isNotEqualTo(id);
    }

    @Test
    void anApprovalThatIsNotUsedExpires() throws Exception {
        TestPlane plane = planes.start();
        PlaneClient client = plane.client;
        String used = client.file(PAYMENTS, "used in time").id();
        String unused = client.file(PAYMENTS, "not used in time").id();
        client.approve(ANA, used);
        client.approve(ANA, unused);
        plane.clock.advance(Duration.ofMinutes(15).minusMillis(1));
        assertThat(client.claim(PAYMENTS, used).forward()).isTrue();
        plane.clock.advance(Duration.ofMillis(1));
        assertThat(client.claim(PAYMENTS, unused).forward()).isFalse();
        assertThat(status(client, unused)).isEqualTo("EXPIRED");
        assertThat(client.decide(ANA, unused, "REVOKED").status()).isEqualTo(400);
        Answer resent = client.file(PAYMENTS, "not used in time");
        assertThat(resent.status()).isEqualTo(201);
        assertThat(resent.forward()).isFalse();
    }

    @Test
    void aRuleWithoutTimeLimitsLeavesReviewsWithoutAnEnd() throws Exception {
        ApprovalRule endless = new ApprovalRule(
                "billing-approvers",
                List.of("billing"),
                1,
                false,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                false);
        TestPlane plane = planes.start(endless);
        PlaneClient client = plane.client;
        Answer filed = client.file(PAYMENTS, "DROP TABLE invoices");
        assertThat(filed.json().path("review").has("expires_at")).isFalse();
        plane.clock.advance(Duration.ofDays(400));
        client.approve(ANA, filed.id());
        plane.clock.advance(Duration.ofDays(400));
        assertThat(client.claim(PAYMENTS, filed.id()).forward()).isTrue();
    }

    @Test
    void theTermsAreThoseOfTheMomentOfFiling() throws Exception {
        String id;
        try (TestPlane plane = TestPlane.start(directory, storage)) {
            id = plane.client.file(PAYMENTS, "DROP TABLE invoices").id();
        }
        ApprovalRule stricter = new ApprovalRule(
                "billing-approvers",
                List.of("ledger", "oncall"),
                2,
                false,
                List.of(),
                Optional.of(Duration.ofMinutes(1)),
                Optional.of(Duration.ofMinutes(1)),
                false);
        TestPlane plane = planes.start(stricter);
        PlaneClient client = plane.client;
        plane.clock.advance(Duration.ofMinutes(10));
        assertThat(client.approve(ANA, id).status()).isEqualTo(200);
        plane.clock.advance(Duration.ofMinutes(10));
        assertThat(client.claim(PAYMENTS, id).forward()).isTrue();
    }

    @Test
    void whetherWhoAskedMayDecideIsOfThatMomentToo() throws Exception {
        ApprovalRule allowing = TestPlane.rule(1, false, List.of("billing"), List.of(), true);
        ApprovalRule forbidding = TestPlane.rule(1, false, List.of("billing"), List.of(), false);
        String allowed;
        try (TestPlane plane = TestPlane.start(directory, storage, List.of(allowing))) {
            allowed = plane.client.file(PAYMENTS, askedByAna("one")).id();
        }
        String forbidden;
        try (TestPlane plane = TestPlane.start(directory, storage, List.of(forbidding))) {
            assertThat(plane.client.approve(ANA, allowed).status()).isEqualTo(200);
            forbidden = plane.client.file(PAYMENTS, askedByAna("two")).id();
        }
        PlaneClient client = planes.start(allowing).client;
        assertThat(client.approve(ANA, forbidden).status()).isEqualTo(403);
    }

    private static ObjectNode askedByAna(String statement) {
        ObjectNode filing = PlaneClient.filing("billing-api", "billing-approvers", statement);
        filing.putObject("requester").put("email", "ana@example.com");
        return filing;
    }

    /** Without the sweep: whether it ran yet must not matter to anyone. */
    @Test
    void everyStatementComparesTheTimeItself() throws Exception {
        HandClock time = new HandClock();
        PlaneClock clock = new PlaneClock(time);
        ReviewEvents events = new ReviewEvents();
        List<String> happened = new ArrayList<>();
        events.listen(event -> happened.add(event.kind() + " " + event.review().id()));
        try (Database database = Database.open(storage.at(directory))) {
            database.write(handle -> {
                Directory.putRule(handle, ApprovalRule.ofGroup("rule", "group"), true, clock.now());
                PlaneUser ana = new PlaneUser("ana@example.com", "Ana", List.of("group"), Optional.empty());
                Directory.putUser(handle, ana, true, clock.now());
                Sidecars.put(handle, new PlaneSidecar("payments", PAYMENTS), true, clock.now());
                return true;
            });
            Filings filings = new Filings(database, events, clock);
            Question question = Question.of("payments", "api", "rule", new byte[] {1});
            StoredReview first =
                    filings.file(question, NOBODY, ReviewContext.NONE).review();
            ReviewPeople.Made made = new ReviewPeople.Made(
                    "ana@example.com", "Ana", ReviewStatus.APPROVED, Set.of("group"), Optional.empty(), clock.now());
            database.write(handle ->
                    DecisionRows.approve(handle, first.id(), made, "Ana", Optional.of(Duration.ofMinutes(1))));
            time.advance(Duration.ofMinutes(1));

            Instant now = clock.now();
            assertThat(database.read(handle -> ReviewTable.find(handle, first.id(), now))
                            .orElseThrow()
                            .status())
                    .isEqualTo(ReviewStatus.EXPIRED);
            ReviewTable.Filter live = new ReviewTable.Filter(
                    Optional.empty(), Optional.of(ReviewStatus.APPROVED), Optional.empty(), Optional.empty(), 10);
            List<StoredReview> approved = database.read(handle -> ReviewTable.list(handle, live, now));
            assertThat(approved).isEmpty();
            assertThat(filings.claim("payments", first.id()).forward()).isFalse();
            Optional<StoredReview> spent = database.write(handle -> ReviewTable.spend(handle, question, now));
            assertThat(spent).isEmpty();

            Filings.Answer second = filings.file(question, NOBODY, ReviewContext.NONE);
            assertThat(second.filed()).isTrue();
            assertThat(second.forward()).isFalse();
            assertThat(happened)
                    .containsExactly(
                            "FILED " + first.id(),
                            "EXPIRED " + first.id(),
                            "FILED " + second.review().id());
        }
    }

    @Test
    void aClockThatIsSetBackBringsNothingBack() throws Exception {
        TestPlane plane = planes.start();
        PlaneClient client = plane.client;
        String id = client.file(PAYMENTS, "DROP TABLE invoices").id();
        client.approve(ANA, id);
        plane.clock.advance(Duration.ofMinutes(15));
        assertThat(status(client, id)).isEqualTo("EXPIRED");
        plane.clock.advance(Duration.ofMinutes(-10));
        assertThat(client.claim(PAYMENTS, id).forward()).isFalse();
        assertThat(status(client, id)).isEqualTo("EXPIRED");
    }

    private static String status(PlaneClient client, String id) throws Exception {
        return client.asSidecar(PAYMENTS, "GET", "/api/sidecars/reviews/" + id, "")
                .json()
                .path("status")
                .asText();
    }
}
