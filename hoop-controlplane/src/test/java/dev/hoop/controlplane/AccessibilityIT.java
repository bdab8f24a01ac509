package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * What axe-core finds in the pages, light and dark: profiles {@code browser} and {@code peers} together. On one database: what a
 * page is made of does not come from it.
 */
class AccessibilityIT {

    /** What axe-core tells of a page: a line for each violation, and how many of its rules the page keeps. */
    private static final String JUDGE =
            "axe.run(document, {resultTypes: ['violations']}).then(found => ({kept: found.passes.length, violations:"
                    + " found.violations.map(v => v.id + ': ' + v.help + ': '"
                    + " + v.nodes.map(n => n.html + ' ' + n.failureSummary).join(' | '))}))";

    @RegisterExtension
    private static final Browser BROWSER = new Browser();

    private static String axe = "";

    @TempDir
    private Path directory;

    private ControlPlane plane;
    private BrowserPage page;

    @BeforeAll
    static void readAxe() throws Exception {
        String peers = System.getProperty("peers");
        Assumptions.assumeTrue(peers != null, "axe-core comes with the profile peers");
        axe = Files.readString(Path.of(peers, "node_modules/axe-core/axe.min.js"));
    }

    @BeforeEach
    void start() throws Exception {
        plane = ControlPlane.start(TestPlane.settings(directory, List.of(SampleReviews.rules())));
        plane.ensureUser(new PlaneUser(
                "ana@example.com", "Ana", List.of("billing"), Set.of(Capability.values()), Optional.of(ANA)));
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

    private List<String> violations(String where) {
        page.evaluate(axe);
        List<String> found = new ArrayList<>();
        JsonNode judged = page.evaluate(JUDGE);
        assertThat(judged.path("kept").asInt())
                .as("rules that " + where + " keeps")
                .isGreaterThan(10);
        for (JsonNode violation : judged.path("violations")) {
            found.add(where + ": " + violation.asText());
        }
        return found;
    }

    @Test
    void nobodyIsShutOut() throws Exception {
        PlaneClient client = new PlaneClient(plane.url());
        SampleReviews.file(client);
        client.asPerson(ANA, "POST", "/api/freezes", "{\"requester\":\"agent-7\",\"reason\":\"it loops\"}");
        String id = client.asPerson(ANA, "GET", "/api/reviews?status=PENDING", "")
                .json()
                .at("/reviews/0/id")
                .asText();
        List<String> found = new ArrayList<>();
        page.open("/sign-in");
        found.addAll(violations("/sign-in"));
        page.signIn(ANA);
        for (boolean dark : new boolean[] {false, true}) {
            page.dark(dark);
            for (String path : List.of(
                    "/reviews",
                    "/reviews/" + id,
                    "/history",
                    "/account",
                    "/admin/sidecars",
                    "/admin/rules",
                    "/admin/people",
                    "/admin/freezes",
                    "/admin/log")) {
                page.open(path);
                if (path.equals("/reviews")) {
                    page.await("document.querySelector('#pane .review')", "a review stands beside the list");
                }
                found.addAll(violations((dark ? "dark " : "light ") + path));
            }
        }
        assertThat(found).isEmpty();
    }
}
