package dev.hoop.core.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.core.audit.AuditOptions;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewMode;
import dev.hoop.testbase.Eventually;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** While the trail takes no records nobody is asked, and no approval is spent on what could not run. */
class FailingTrailTest {

    private static final ReviewId ID = new ReviewId("review-1");

    private final GateBench bench = new GateBench();

    @AfterEach
    void closeBench() {
        bench.close();
    }

    /** The first statement finds out. */
    private void failTheTrail() {
        bench.sink.fail(true);
        assertThat(bench.judge("get").refused().message())
                .isEqualTo(GateDenials.notRecorded().message());
    }

    @Test
    void nothingIsFiledUntilTheTrailTakesRecordsAgain() {
        bench.reviewMode = ReviewMode.RETURN;
        failTheTrail();

        assertThat(bench.judge("delete").refused().message())
                .isEqualTo(GateDenials.notRecorded().message());
        assertThat(bench.plane.calls()).isEmpty();

        bench.sink.fail(false);
        assertThat(bench.judge("delete").refused().reviewId()).contains(ID);
        assertThat(bench.plane.calls()).containsExactly("file");
    }

    @Test
    void anApprovalThatComesMeanwhileIsSpentOnlyOnceTheTrailTakesRecordsAgain() {
        Client client = bench.judge("delete");
        Eventually.await(() -> client.decisions().size() == 1, Eventually.SOON, "the hold");
        failTheTrail();
        bench.plane.approve(ID);
        Eventually.await(() -> bench.stoodDown.get() > 5, Eventually.SOON, "some tries");
        assertThat(bench.plane.calls()).containsExactly("file");

        bench.sink.fail(false);
        assertThat(client.forwarded()).isPresent();
        assertThat(bench.plane.calls()).containsExactly("file", "claim " + ID);
        assertThat(bench.stats().approvalsSpentInVain()).isZero();
        List<JsonNode> gaps = bench.sink.records("audit.gap");
        assertThat(gaps)
                .singleElement()
                .satisfies(gap -> assertThat(gap.path("lost").asLong())
                        .as("the statement that found out; no try counts as a record")
                        .isEqualTo(bench.gate().trail().counts().lost())
                        .isEqualTo(2));
    }

    @Test
    void whoMayRunWithoutARecordIsAskedAbout() {
        bench.auditOptions = new AuditOptions(true, false, 8192, 256);
        bench.reviewMode = ReviewMode.RETURN;
        bench.sink.fail(true);
        assertThat(bench.judge("get").forwarded()).isEmpty();
        assertThat(bench.judge("delete").refused().reviewId()).contains(ID);
    }
}
