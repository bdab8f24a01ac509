package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.BO;
import static dev.hoop.controlplane.TestPlane.LEDGER;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The queue's "for me" and closing of many, and the history's filters and pages. */
@OnEachStorage
class HistoryTest {

    private final TestPlane plane;
    private final WebBrowser ana;

    HistoryTest(Planes planes) throws Exception {
        plane = planes.start(
                ApprovalRule.ofGroup("billing-approvers", "billing"),
                ApprovalRule.ofGroup("ledger-approvers", "ledger"));
        ana = new WebBrowser(plane);
        ana.signIn(ANA);
    }

    @Test
    void everyFilterNarrows() throws Exception {
        String one = file(PAYMENTS, "billing-api", "billing-approvers", "DELETE /v1/Invoices/7", "agent-7");
        plane.clock.advance(Duration.ofDays(2));
        ana.signIn(ANA);
        String two = file(LEDGER, "pg-main", "ledger-approvers", "DROP TABLE 100%_sure", "agent_8");
        plane.client.decide(ANA, one, "APPROVED");
        String three = file(PAYMENTS, "pg-main", "billing-approvers", "TRUNCATE invoices", "agent-9");
        plane.client.decide(BO, three, "REJECTED");

        assertThat(found("")).containsExactly(three, two, one);
        assertThat(found("?status=PENDING")).containsExactly(two);
        assertThat(found("?status=EXPIRED")).containsExactly(one);
        assertThat(found("?sidecar=payments")).containsExactly(three, one);
        assertThat(found("?listener=pg-main")).containsExactly(three, two);
        assertThat(found("?rule=ledger-approvers")).containsExactly(two);
        assertThat(found("?asked=AGENT_")).as("a _ is no wildcard").containsExactly(two);
        assertThat(found("?asked=agent")).containsExactly(three, two, one);
        assertThat(found("?decided=bo%40example")).containsExactly(three);
        assertThat(found("?decided=bo&status=REJECTED&listener=pg-main")).containsExactly(three);
        assertThat(found("?text=INVOICES")).containsExactly(three, one);
        assertThat(found("?text=100%25_")).containsExactly(two);
        assertThat(found("?text=nothing+of+the+kind")).isEmpty();
        String day = plane.clock.instant().toString().substring(0, 10);
        assertThat(found("?from=" + day)).containsExactly(three, two);
        assertThat(found("?until=" + day)).containsExactly(three, two, one);
        String before =
                plane.clock.instant().minus(Duration.ofDays(1)).toString().substring(0, 10);
        assertThat(found("?until=" + before + "&text=v1")).containsExactly(one);

        HttpResponse<String> wrong = ana.get("/history?from=yesterday");
        assertThat(wrong.statusCode()).isEqualTo(400);
        assertThat(wrong.body()).contains("write it like", "value=\"yesterday\"");
        assertThat(ana.get("/history?asked=%22%3E%3Cscript%3E").body())
                .contains("value=\"&#34;>&lt;script>\"")
                .doesNotContain("<script>");
    }

    @Test
    void pagesGoOnWhereTheLastOneEnded() throws Exception {
        String needle = file(PAYMENTS, "pg-main", "billing-approvers", "INSERT needle", "agent");
        for (int i = 0; i < 103; i++) {
            // Nobody has more than a hundred waiting.
            file(PAYMENTS, "pg-main", "billing-approvers", "DELETE " + i, "agent-" + i % 2);
        }
        List<String> newest = found("?listener=pg-main");
        assertThat(newest).hasSize(50);
        String body = ana.get("/history?listener=pg-main").body();
        String older = body.replaceAll("(?s).*href=\"(/history\\?before=[^\"]+)\".*", "$1")
                .replace("&amp;", "&");
        assertThat(older).contains("listener=pg-main");
        assertThat(found(older.substring("/history".length()))).hasSize(50).doesNotContainAnyElementsOf(newest);
        assertThat(found("?text=delete")).hasSize(50);
        assertThat(found("?text=NEEDLE")).containsExactly(needle);
        assertThat(found("?status=PENDING")).isEqualTo(newest);
        String waiting = ana.get("/reviews").body().replaceAll("(?s).*href=\"(/reviews\\?before=[^\"]+)\".*", "$1");
        assertThat(WebBrowser.rows(ana.get(waiting).body())).hasSize(50).doesNotContainAnyElementsOf(newest);
        assertThat(ana.get("/reviews").body()).contains("/reviews?before=", "(104) Waiting");
    }

    @Test
    void manyAreRejectedWithOneReason() throws Exception {
        String one = file(PAYMENTS, "pg-main", "billing-approvers", "DELETE 1", "agent");
        String two = file(PAYMENTS, "pg-main", "billing-approvers", "DELETE 2", "agent");
        String three = file(PAYMENTS, "pg-main", "billing-approvers", "DELETE 3", "agent");
        String others = file(LEDGER, "pg-main", "ledger-approvers", "DELETE 4", "agent");
        String page = ana.get("/reviews").body();
        assertThat(page)
                .contains("value=\"" + one + "\"", "not yours")
                .as("what is not hers cannot be selected")
                .doesNotContain("value=\"" + others + "\"");
        assertThat(ana.get("/reviews?for=me").body()).contains(one, two, three).doesNotContain(others);
        plane.client.decide(BO, two, "APPROVED");

        String token = ana.formToken();
        assertThat(ana.post("/reviews/reject", "pick=" + one).statusCode())
                .as("without the form token")
                .isEqualTo(403);
        HttpResponse<String> done = ana.post(
                "/reviews/reject",
                "csrf=" + token + "&pick=" + one + "&pick=" + two + "&pick=" + others + "&reason=all+of+them");
        assertThat(done.headers().firstValue("location")).hasValue("/reviews?closed=1&left=2");
        assertThat(ana.get("/reviews?closed=1&left=2").body())
                .contains("Rejected 1 review.", "2 stayed as they are", three);
        assertThat(plane.client
                        .claim(PAYMENTS, one)
                        .json()
                        .at("/review/rejection_reason")
                        .asText())
                .isEqualTo("all of them");
        assertThat(plane.client.claim(LEDGER, others).reviewStatus()).isEqualTo("PENDING");
        assertThat(ana.post("/reviews/reject", "csrf=" + token).statusCode()).isEqualTo(400);
        assertThat(ana.post("/reviews/reject", "csrf=" + token + "&pick=..%2Fx").statusCode())
                .isEqualTo(400);
    }

    @Test
    void theLookIsKeptInACookie() throws Exception {
        assertThat(ana.get("/reviews").body()).contains("data-theme=\"\"");
        HttpResponse<String> dark = ana.post("/theme", "theme=dark&to=/history");
        assertThat(dark.headers().firstValue("location")).hasValue("/history");
        String cookie = dark.headers().firstValue("set-cookie").orElseThrow();
        assertThat(cookie).startsWith("hoop_theme=dark;").contains("; HttpOnly", "; SameSite=Strict");
        assertThat(ana.get("/history", Map.of("cookie", ana.cookie() + "; hoop_theme=dark"))
                        .body())
                .contains("data-theme=\"dark\"");
        assertThat(ana.get("/history", Map.of("cookie", ana.cookie() + "; hoop_theme=\"><b>"))
                        .body())
                .contains("data-theme=\"\"");
        assertThat(ana.get("/sign-in", Map.of("cookie", "hoop_theme=dark")).body())
                .as("also before the sign-in")
                .contains("data-theme=\"dark\"");
        assertThat(ana.post("/theme", "theme=pink").statusCode()).isEqualTo(400);
        assertThat(ana.post("/theme", "theme=auto&to=//evil.example").headers().firstValue("location"))
                .hasValue("/reviews");
    }

    private List<String> found(String query) throws Exception {
        HttpResponse<String> page = ana.get("/history" + query);
        assertThat(page.statusCode()).as(query).isEqualTo(200);
        return WebBrowser.rows(page.body());
    }

    private String file(SecretToken sidecar, String listener, String rule, String statement, String subject)
            throws Exception {
        ObjectNode filing = PlaneClient.filing(listener, rule, statement);
        filing.putObject("requester")
                .put("subject", subject)
                .put("peer_addr", "10.0.3.7:5000")
                .put("method", "peer");
        return plane.client.file(sidecar, filing).id();
    }
}
