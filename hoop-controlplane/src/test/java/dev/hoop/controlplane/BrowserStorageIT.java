package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.BO;
import static dev.hoop.controlplane.TestPlane.CY;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the page shows by itself, keeps and finds, in a real Chromium on each database: profile {@code browser}. */
@OnEachStorage
class BrowserStorageIT {

    @RegisterExtension
    private static final Browser BROWSER = new Browser();

    private final ControlPlane plane;
    private final PlaneClient client;
    private final BrowserPage page;

    BrowserStorageIT(Planes planes) throws Exception {
        TestPlane started = planes.start(SampleReviews.rules());
        plane = started.plane;
        client = started.client;
        page = BROWSER.page(plane.url());
    }

    @AfterEach
    void stop() {
        BROWSER.endPages();
    }

    @Test
    void aReviewAppearsByItselfAndIsApproved() throws Exception {
        page.open("/sign-in");
        page.screenshot("sign-in");
        page.signIn(ANA);
        page.awaitText("#rows", "Nothing waits");
        page.screenshot("queue-empty");
        SampleReviews.file(client);
        String id = file(PAYMENTS, "billing-api", "DELETE /v1/invoices/2024?cascade=true\n\n{\"reason\": \"closed\"}");
        page.await("document.getElementById('row-" + id + "')", "the review appears");
        page.await("document.title.startsWith('(6) ')", "the title counts");
        assertThat(page.text("#rows li:first-child")).contains("DELETE", "/v1/invoices/2024");
        page.click("#row-" + id + " .open");
        page.await("document.querySelector('#pane .review')?.dataset.id === '" + id + "'", "it is shown beside");
        page.screenshot("queue");
        page.click("#approve");
        page.awaitText(".toast", "Approved.");
        page.await("!document.getElementById('row-" + id + "')", "it waits no more");
        page.screenshot("queue-after-approval");
        assertThat(client.claim(PAYMENTS, id).forward()).isTrue();
        page.open("/reviews/" + id);
        page.awaitText("#review", "the sidecar let the statement run once");
        page.screenshot("review-executed");
    }

    @Test
    void whatIsBeingWrittenSurvivesWhatHappens() throws Exception {
        String old = file(PAYMENTS, "pg-main", "DELETE FROM invoices WHERE id = 1");
        page.signIn(ANA);
        page.await("document.querySelector('#pane .review')", "it is shown");
        page.press("r");
        page.await("document.activeElement.id === 'reason'", "in the reason");
        page.write("half a rea");
        String fresh = file(PAYMENTS, "pg-main", "DELETE FROM invoices WHERE id = 2");
        page.await("document.getElementById('row-" + fresh + "')", "the review appears");
        assertThat(page.evaluate("document.activeElement.id + document.activeElement.value")
                        .asText())
                .isEqualTo("reasonhalf a rea");
        assertThat(page.evaluate("document.querySelector('#pane .review').dataset.id")
                        .asText())
                .isEqualTo(old);
        client.approve(BO, old);
        page.awaitText(".changed", "This review has changed");
        assertThat(page.evaluate("document.activeElement.value").asText()).isEqualTo("half a rea");
        page.awaitText("#pane .badge", "approved");
        assertThat(page.evaluate("document.querySelectorAll('.decide button:enabled').length")
                        .asInt())
                .as("what would be sent now is another decision")
                .isZero();
        page.screenshot("changed-while-writing");
        page.click(".changed a");
        page.await("document.querySelector('#revoke')", "as it is now");
        assertThat(page.evaluate("document.activeElement.id + document.activeElement.value")
                        .asText())
                .isEqualTo("reasonhalf a rea");
        page.open("/reviews/" + fresh);
        page.click("#reason");
        page.write("another");
        client.decide(BO, fresh, "REJECTED");
        page.awaitText(".changed", "This review has changed");
        assertThat(page.evaluate("document.activeElement.value").asText()).isEqualTo("another");
    }

    @Test
    void manyAreClosedAtOnceByKeys() throws Exception {
        SampleReviews.file(client);
        page.signIn(ANA);
        page.await("document.querySelector('#pane .review')", "a review is shown");
        page.press("x");
        page.press("j");
        page.press("x");
        page.await("document.querySelectorAll('#rows input:checked').length === 2", "two are selected");
        String more = file(PAYMENTS, "pg-main", "DELETE FROM invoices WHERE id = 99");
        page.await("document.getElementById('row-" + more + "')", "another one comes");
        assertThat(page.evaluate("document.querySelectorAll('#rows input:checked').length")
                        .asInt())
                .isEqualTo(2);
        page.screenshot("many-selected");
        page.click("#many-reason");
        page.write("the deploy is over");
        page.press("Enter");
        page.awaitText(".notice", "Rejected 2 reviews.");
    }

    @Test
    void aPlaneIsManaged() throws Exception {
        SecretToken dee = SecretToken.random();
        plane.ensureUser(new PlaneUser(
                "dee@example.com", "Dee", List.of("billing"), Set.of(Capability.values()), Optional.of(dee)));
        SampleReviews.file(client);
        page.signIn(dee);
        page.open("/admin/sidecars");
        page.click("#new-name");
        page.write("batch-eu");
        page.press("Enter");
        page.awaitText("h1", "Token of batch-eu");
        assertThat(page.text("#secret")).hasSizeGreaterThan(30);
        page.screenshot("admin-token");
        page.open("/admin/sidecars");
        page.click(".items details summary");
        page.screenshot("admin-sidecars");
        for (String part : List.of("rules", "people", "freezes", "log")) {
            page.open("/admin/" + part);
            page.screenshot("admin-" + part);
        }
        page.open("/account");
        page.screenshot("account");
        page.dark(true);
        page.open("/admin/people");
        page.screenshot("dark-people");
        page.size(390, 844, true);
        for (String part : List.of("sidecars", "rules", "people", "freezes", "log")) {
            page.open("/admin/" + part);
            page.assertNoSidewaysScroll();
            page.screenshot("phone-" + part);
        }
        page.click("form[action='/admin/log/check'] button");
        page.awaitText("#whole", "as it was written");
        page.assertNoSidewaysScroll();
        page.screenshot("phone-log-checked");
    }

    @Test
    void theHistoryIsSearched() throws Exception {
        SampleReviews.file(client);
        String id = file(PAYMENTS, "pg-main", "DELETE FROM subscriptions WHERE id = 7");
        client.decide(ANA, id, "REJECTED");
        page.signIn(CY);
        page.press("/");
        page.await("location.pathname === '/history' && document.readyState === 'complete'", "the history");
        page.screenshot("history");
        page.press("/");
        page.write("Subscriptions");
        page.press("Enter");
        page.await(
                "location.search.includes('Subscriptions') && document.readyState === 'complete'"
                        + " && document.querySelectorAll('#found .row').length === 1",
                "found the one");
        page.press("j");
        page.press("o");
        page.awaitText("#review", "Rejected by Ana");
        assertThat(page.text("#review")).contains("subscriptions");
        page.screenshot("review-rejected");
    }

    private String file(SecretToken sidecar, String listener, String statement) throws Exception {
        return client.file(sidecar, SampleReviews.filing(listener, "billing-approvers", statement, "deploy-agent"))
                .id();
    }
}
