package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.BO;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page as people use it, in a real Chromium: profile {@code browser}. Pictures are kept in target/screenshots. What is here is
 * how the page looks and is used, which no database changes; what it shows and keeps is in {@link BrowserStorageIT}.
 */
class BrowserIT {

    @RegisterExtension
    private static final Browser BROWSER = new Browser();

    @TempDir
    private Path directory;

    private ControlPlane plane;
    private PlaneClient client;
    private BrowserPage page;

    @BeforeEach
    void start() throws Exception {
        plane = ControlPlane.start(TestPlane.settings(directory, List.of(SampleReviews.rules())));
        client = new PlaneClient(plane.url());
        page = BROWSER.page(plane.url());
    }

    @AfterEach
    void stop() {
        try {
            BROWSER.endPages();
        } finally {
            plane.close();
        }
    }

    @Test
    void theKeyboardIsEnough() throws Exception {
        String first = file(PAYMENTS, "pg-main", "UPDATE invoices SET paid = true WHERE id = 7");
        String second = file(PAYMENTS, "pg-main", "DELETE FROM invoices WHERE id = 7");
        page.signIn(ANA);
        page.await("document.querySelector('#pane .review')?.dataset.id === '" + second + "'", "the newest is shown");
        page.press("?");
        page.await("document.getElementById('keys').open", "the sheet of keys");
        page.screenshot("keys");
        page.press("Escape");
        page.await("!document.getElementById('keys').open", "the sheet is gone");
        page.press("j");
        page.await("document.querySelector('#pane .review')?.dataset.id === '" + first + "'", "the next one is shown");
        page.press("k");
        page.await("document.querySelector('#pane .review')?.dataset.id === '" + second + "'", "the first again");
        page.press("r");
        page.await("document.activeElement.id === 'reason'", "in the reason");
        page.write("not on a Friday, j and a are letters");
        page.press("Enter");
        page.awaitText(".toast", "Rejected.");
        assertThat(client.claim(PAYMENTS, second)
                        .json()
                        .at("/review/rejection_reason")
                        .asText())
                .isEqualTo("not on a Friday, j and a are letters");
        page.await("document.querySelector('#pane .review')?.dataset.id === '" + first + "'", "the next comes");
        page.press("a");
        page.await("document.activeElement.id === 'approve'", "ready to approve");
        assertThat(client.claim(PAYMENTS, first).reviewStatus())
                .as("one key approves nothing")
                .isEqualTo("PENDING");
        page.screenshot("keyboard-approve");
        page.press("Enter");
        page.awaitText(".toast", "Approved.");
        page.open("/reviews/" + first);
        page.press("v");
        page.await("document.activeElement.id === 'revoke'", "ready to revoke");
        page.press("Enter");
        page.awaitText("#review", "The approval was revoked by Ana");
        assertThat(client.claim(PAYMENTS, first).reviewStatus()).isEqualTo("REVOKED");
    }

    @Test
    void hostileStatementsAreOnlyText() throws Exception {
        List<String> hostile = List.of(
                "<script>window.hacked = 1</script><img src=x onerror=\"window.hacked = 1\">",
                "'\"></code></li></ol></article><script>window.hacked = 1</script>",
                "</script></title></textarea><svg onload=window.hacked=1>",
                "SELECT 1; --\u202e ;1 TCELES\u2066\nDELETE FROM invoices\u0007\u001b[2K\u200b WHERE a = '\u0430dmin'  \n",
                "javascript:window.hacked=1",
                "x".repeat(5_000),
                "{{constructor.constructor('window.hacked=1')()}} ${7*7} <!-- --> ]]> &lt;b&gt;");
        page.signIn(ANA);
        for (String statement : hostile) {
            ObjectNode filing = PlaneClient.filing("billing-api", "billing-approvers", statement);
            filing.putObject("requester")
                    .put("subject", "<img src=x onerror=window.hacked=1>\u202e")
                    .put("peer_addr", "\"><script>window.hacked=1</script>")
                    .put("method", "peer");
            String id = client.file(PAYMENTS, filing).id();
            page.await("document.getElementById('row-" + id + "')", "it appears");
            page.open("/reviews/" + id);
            assertThat(page.evaluate("window.hacked === undefined").asBoolean()).isTrue();
            assertThat(page.evaluate("document.querySelectorAll('main img, main svg, main script').length")
                            .asInt())
                    .isZero();
            String plain = statement.split("[^ -~]", 2)[0];
            assertThat(page.text(".statement")).contains(plain);
            page.assertNoSidewaysScroll();
            page.open("/history");
            assertThat(page.evaluate("window.hacked === undefined").asBoolean()).isTrue();
            page.open("/reviews");
            page.assertNoSidewaysScroll();
        }
        page.screenshot("hostile-queue");
        page.size(390, 844, true);
        page.open("/reviews");
        page.assertNoSidewaysScroll();
        page.screenshot("hostile-phone");
    }

    @Test
    void aTelephoneShowsItAll() throws Exception {
        SampleReviews.file(client);
        page.size(390, 844, true);
        page.signIn(BO);
        page.assertNoSidewaysScroll();
        page.screenshot("phone-queue");
        page.click("#rows li:first-child .open");
        page.await("document.querySelector('main > .review')", "the page of the review");
        page.assertNoSidewaysScroll();
        page.screenshot("phone-review");
        page.click("#approve");
        page.awaitText("#review", "Approved by Bo");
        page.screenshot("phone-approved");
        page.open("/history?text=invoices");
        page.assertNoSidewaysScroll();
        page.screenshot("phone-history");
        page.size(320, 640, true);
        for (String path : List.of("/reviews", "/history", "/history?sidecar=payments", "/sign-in")) {
            page.open(path);
            page.assertNoSidewaysScroll();
        }
    }

    @Test
    void itIsDarkWhereTheDeviceIsAndWhereSomebodyChose() throws Exception {
        SampleReviews.file(client);
        page.signIn(ANA);
        String light = ground();
        page.dark(true);
        page.open("/reviews");
        String dark = ground();
        assertThat(dark).isNotEqualTo(light);
        page.await("document.querySelector('#pane .review')", "a review is shown");
        page.screenshot("dark-queue");
        page.open("/history");
        page.screenshot("dark-history");
        page.click(".menu summary");
        page.click(".theme button[value=light]");
        page.await("document.documentElement.dataset.theme === 'light'", "the choice holds at once");
        page.open("/reviews");
        assertThat(ground()).as("and on the next page").isEqualTo(light);
        page.dark(false);
        page.click(".menu summary");
        page.screenshot("menu");
        page.click(".theme button[value=dark]");
        page.await("document.documentElement.dataset.theme === 'dark'", "the other choice");
        assertThat(ground()).isEqualTo(dark);
    }

    @Test
    void withoutScriptsItIsDecidedAllTheSame() throws Exception {
        page.withoutScripts();
        String id = file(PAYMENTS, "pg-main", "DELETE FROM invoices WHERE id = 7");
        String other = file(PAYMENTS, "pg-main", "TRUNCATE invoices");
        String third = file(PAYMENTS, "pg-main", "DROP TABLE invoices");
        page.signIn(ANA);
        page.screenshot("no-scripts-queue");
        page.click("#row-" + id + " .open");
        page.await("location.pathname === '/reviews/" + id + "'", "its page");
        page.click("#approve");
        page.awaitText("#review", "Approved by Ana");
        assertThat(client.claim(PAYMENTS, id).forward()).isTrue();
        page.open("/reviews");
        page.click("#row-" + other + " input");
        page.click("#row-" + third + " input");
        page.screenshot("no-scripts-many");
        page.click("#many-reason");
        page.write("clearing up");
        page.click(".many button");
        page.awaitText(".notice", "Rejected 2 reviews.");
        assertThat(client.claim(PAYMENTS, third)
                        .json()
                        .at("/review/rejection_reason")
                        .asText())
                .isEqualTo("clearing up");
        page.click(".menu summary");
        page.click(".theme button[value=dark]");
        page.await("document.documentElement.dataset.theme === 'dark'", "the look is chosen without scripts");
    }

    private String ground() {
        return page.evaluate("getComputedStyle(document.body).backgroundColor").asText();
    }

    private String file(SecretToken sidecar, String listener, String statement) throws Exception {
        return client.file(sidecar, SampleReviews.filing(listener, "billing-approvers", statement, "deploy-agent"))
                .id();
    }
}
