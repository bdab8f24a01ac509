package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.web.Json;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A page that is open shows what is frozen, and no more what is not, by itself: profile {@code browser}. */
@OnEachStorage
class FreezeBrowserIT {

    private static final String AGENT = "deploy-agent";

    @RegisterExtension
    private static final Browser BROWSER = new Browser();

    private final TestPlane plane;
    private final BrowserPage page;
    private final String id;

    FreezeBrowserIT(TestPlane plane) throws Exception {
        this.plane = plane;
        page = BROWSER.page(plane.plane.url());
        file("pg-main", "SELECT 1", "report-agent");
        id = file("pg-main", "DELETE FROM invoices WHERE id = 7", AGENT);
        page.signIn(ANA);
    }

    @AfterEach
    void stop() {
        BROWSER.endPages();
    }

    @Test
    void theQueueMarksWhatIsFrozen() throws Exception {
        page.await("document.querySelector('#pane .review')?.dataset.id === '" + id + "'", "the newest is shown");
        page.press("r");
        page.await("document.activeElement.id === 'reason'", "in the reason");
        page.write("half a rea");
        assertThat(page.text("#rows")).doesNotContain("frozen");
        String freeze = freeze(AGENT);
        page.awaitText("#row-" + id, "frozen");
        page.awaitText("#pane .frozen", "the requester " + AGENT);
        page.awaitText("#frozen", "1");
        page.awaitText("#announce", "Frozen: " + AGENT);
        assertThat(page.evaluate("document.querySelectorAll('.mark-frozen').length")
                        .asInt())
                .as("the other one is not")
                .isEqualTo(1);
        assertThat(page.evaluate("document.activeElement.id + document.activeElement.value")
                        .asText())
                .isEqualTo("reasonhalf a rea");
        page.screenshot("frozen-queue");
        unfreeze(freeze);
        page.await(
                "!document.querySelector('.mark-frozen, .frozen') && !document.getElementById('frozen').innerText",
                "nothing is frozen any more");
    }

    @Test
    void theReviewSaysThatItIsFrozen() throws Exception {
        page.open("/reviews/" + id);
        assertThat(page.text("#review")).doesNotContain("Frozen");
        String freeze = freeze(AGENT);
        page.awaitText("#review-frozen", "it does not run while the freeze lasts");
        page.screenshot("frozen-review");
        page.size(390, 844, true);
        page.screenshot("phone-frozen-review");
        unfreeze(freeze);
        page.await("!document.getElementById('review-frozen')", "it is frozen no more");
    }

    @Test
    void theListOfFreezesGrowsUnderWhatIsBeingWritten() throws Exception {
        page.open("/admin/freezes");
        page.awaitText("#freezes", "Nothing is or was frozen.");
        String first = freeze(AGENT);
        page.awaitText("#freezes", "the requester " + AGENT);
        page.click("#why-" + first);
        page.write("half a rea");
        String second = freeze("report-agent");
        page.awaitText("#freeze-" + second, "the requester report-agent");
        assertThat(page.evaluate("document.activeElement.id + document.activeElement.value")
                        .asText())
                .isEqualTo("why-" + first + "half a rea");
        page.screenshot("frozen-list");
        unfreeze(second);
        page.awaitText("#freeze-" + second, "ended");
        page.press("Enter");
        page.awaitText("#freeze-" + first, "ended by Ana: half a rea");
    }

    private String file(String listener, String statement, String subject) throws Exception {
        return plane.client
                .file(PAYMENTS, SampleReviews.filing(listener, "billing-approvers", statement, subject))
                .id();
    }

    private String freeze(String requester) throws Exception {
        ObjectNode body = Json.object().put("requester", requester).put("reason", "it deletes what it should read");
        return plane.client
                .asPerson(ANA, "POST", "/api/freezes", Json.write(body))
                .json()
                .path("id")
                .asText();
    }

    private void unfreeze(String freeze) throws Exception {
        assertThat(plane.client
                        .asPerson(ANA, "POST", "/api/freezes/" + freeze + "/end", "{\"reason\":\"mended\"}")
                        .status())
                .isEqualTo(200);
    }
}
