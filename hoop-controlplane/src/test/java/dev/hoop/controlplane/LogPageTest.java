package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.EVE;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The decision log as who has {@code audit} reads it, without scripts. */
@OnEachStorage
class LogPageTest {

    private final TestPlane plane;
    private final WebBrowser eve;

    LogPageTest(TestPlane plane) throws Exception {
        this.plane = plane.withEve();
        eve = new WebBrowser(plane);
        eve.signIn(EVE);
    }

    private static List<String> kinds(HttpResponse<String> page) {
        assertThat(page.statusCode()).isEqualTo(200);
        return Pattern.compile("<strong>([a-z_]+\\.[a-z_]+)</strong>")
                .matcher(page.body())
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    void isForWhoAuditsAlone() throws Exception {
        WebBrowser ana = new WebBrowser(plane);
        assertThat(ana.get("/admin/log").headers().firstValue("location")).hasValue("/sign-in?to=/admin/log");
        ana.signIn(ANA);
        assertThat(ana.get("/admin/log").statusCode()).isEqualTo(403);
        assertThat(ana.post("/admin/log/check", "csrf=" + ana.formToken()).statusCode())
                .isEqualTo(403);
        assertThat(ana.get("/reviews").body()).doesNotContain("/admin/log");
        assertThat(eve.get("/reviews").body()).contains("href=\"/admin/log\"");
    }

    @Test
    void showsWhoDidWhatAndFindsIt() throws Exception {
        String id = plane.client.file(PAYMENTS, "DROP TABLE invoices").id();
        plane.client.asPerson(
                ANA, "PUT", "/api/reviews/" + id, "{\"status\":\"REJECTED\",\"reason\":\"no <b>\u202e</b>\"}");

        HttpResponse<String> all = eve.get("/admin/log");
        assertThat(kinds(all))
                .startsWith("review.rejected")
                .contains("rule.written", "user.created", "sidecar.registered");
        assertThat(all.body())
                .contains("by Ana (ana@example.com) for billing", "href=\"/reviews/" + id + "\"")
                .contains("no &lt;b&gt;⟨U+202E⟩&lt;/b&gt;", "by configuration file")
                .contains("Every entry on this page fits the one before it.")
                .doesNotContain("DROP TABLE", "<b>");
        assertThat(kinds(eve.get("/admin/log?kind=rule."))).containsOnly("rule.written");
        assertThat(kinds(eve.get("/admin/log?kind=review.rejected"))).containsExactly("review.rejected");
        assertThat(kinds(eve.get("/admin/log?about=" + id))).containsExactly("review.rejected");
        assertThat(kinds(eve.get("/admin/log?who=Ana%40example.com"))).containsExactly("review.rejected");
        assertThat(kinds(eve.get("/admin/log?who=Ana&from=2026-09-29&until=2026-09-29")))
                .containsExactly("review.rejected");
        assertThat(kinds(eve.get("/admin/log?until=2026-09-28"))).isEmpty();
        for (String none : List.of("yesterday", "%2B999999999-12-31", "-999999999-01-01", "%2B10000-01-01")) {
            assertThat(eve.get("/admin/log?from=" + none).statusCode()).isEqualTo(400);
            assertThat(eve.get("/admin/log?until=" + none).statusCode()).isEqualTo(400);
        }
        assertThat(eve.get("/admin/log?from=0000-01-01&until=9999-12-31").statusCode())
                .isEqualTo(200);
        assertThat(eve.get("/admin/log?about=%22%3E%3Cb%3E").body()).doesNotContain("\"><b>");
    }

    @Test
    void pagesLeadToTheFirstEntry() throws Exception {
        for (int i = 0; i < 60; i++) {
            plane.client.decide(
                    ANA, plane.client.file(PAYMENTS, "statement " + i).id(), "REJECTED");
        }
        HttpResponse<String> first = eve.get("/admin/log?kind=review.");
        assertThat(kinds(first)).hasSize(50);
        Matcher older = Pattern.compile("href=\"(/admin/log\\?before=[^\"]+)\"").matcher(first.body());
        assertThat(older.find()).isTrue();
        HttpResponse<String> second = eve.get(older.group(1).replace("&amp;", "&"));
        assertThat(kinds(second)).hasSize(10).containsOnly("review.rejected");
        assertThat(second.body()).doesNotContain("Older entries");
    }

    @Test
    void showsWhetherItIsAsItWasWritten() throws Exception {
        String check = "csrf=" + eve.formToken();
        assertThat(eve.post("/admin/log/check", "").statusCode()).isEqualTo(403);
        assertThat(eve.post("/admin/log/check", check).body())
                .contains("The whole log is as it was written: 7 entries, the last hash is ");

        change("UPDATE decision_log SET about = 'another' WHERE seq = 2");

        assertThat(eve.get("/admin/log").body())
                .contains("does not fit the one before it: somebody changed the log")
                .containsOnlyOnce("<span class=\"badge rejected\">does not fit</span>");
        assertThat(eve.get("/admin/log?kind=rule.").body())
                .as("none of these was changed")
                .contains("Every entry on this page fits the one before it.");
        assertThat(eve.post("/admin/log/check", check).body())
                .contains("The log was changed: entry 2 does not fit: it, or its hash, was changed.");
    }

    private void change(String sql) throws Exception {
        try (Connection connection = DriverManager.getConnection(plane.storage.url());
                Statement statement = connection.createStatement()) {
            statement.execute(
                    plane.storage.isPostgres()
                            ? "ALTER TABLE decision_log DISABLE TRIGGER ALL"
                            : "DROP TRIGGER decision_log_no_update");
            statement.execute(sql);
        }
    }
}
