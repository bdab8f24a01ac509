package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.DEE;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What is managed on the page, and what a review shows beyond its statement. */
@OnEachStorage
class AdminPageTest {

    private static final Pattern SECRET = Pattern.compile("class=\"secret\">([^<]+)<");

    private final TestPlane plane;
    private final WebBrowser dee;

    AdminPageTest(TestPlane plane) throws Exception {
        this.plane = plane.withDee("billing");
        dee = new WebBrowser(plane);
        dee.signIn(DEE);
    }

    @Test
    void aSidecarIsRegisteredItsTokenShownOnceAndReplaced() throws Exception {
        HttpResponse<String> made = submit("/admin/sidecars/register", "name", "batch <1>");
        assertThat(made.statusCode()).isEqualTo(200);
        SecretToken token = secret(made);
        assertThat(made.headers().firstValue("cache-control")).hasValue("no-store");
        assertThat(plane.client
                        .asSidecar(token, "GET", "/api/sidecars/reviews", "")
                        .status())
                .isEqualTo(200);
        assertThat(dee.get("/admin/sidecars").body())
                .contains("batch &lt;1&gt;", "payments", "in the file")
                .doesNotContain(token.value());

        SecretToken second = secret(submit("/admin/sidecars/rotate", "name", "batch <1>", "overlap", "3600"));
        assertThat(plane.client
                        .asSidecar(second, "GET", "/api/sidecars/reviews", "")
                        .status())
                .isEqualTo(200);
        assertThat(plane.client
                        .asSidecar(token, "GET", "/api/sidecars/reviews", "")
                        .status())
                .as("the old one goes on")
                .isEqualTo(200);
        assertThat(submit("/admin/sidecars/end-old-token", "name", "batch <1>").statusCode())
                .isEqualTo(303);
        assertThat(plane.client
                        .asSidecar(token, "GET", "/api/sidecars/reviews", "")
                        .status())
                .isEqualTo(401);
        assertThat(submit("/admin/sidecars/configure", "name", "batch <1>", "document", "{\"listeners\": []}")
                        .statusCode())
                .isEqualTo(303);
        assertThat(plane.client
                        .asSidecar(second, "POST", "/api/sidecars/handshake", "")
                        .status())
                .isEqualTo(200);
        assertThat(submit("/admin/sidecars/configure", "name", "batch <1>", "document", "[1]")
                        .statusCode())
                .isEqualTo(400);
        submit("/admin/sidecars/disable", "name", "batch <1>");
        assertThat(plane.client
                        .asSidecar(second, "GET", "/api/sidecars/reviews", "")
                        .status())
                .isEqualTo(401);
        HttpResponse<String> declared = submit("/admin/sidecars/delete", "name", "payments");
        assertThat(declared.statusCode()).isEqualTo(409);
        assertThat(declared.body()).contains("Nothing was changed", "configuration file");
    }

    @Test
    void aSidecarIsShownWithWhenItWasSeenItsVersionAndItsConfiguration() throws Exception {
        assertThat(dee.get("/admin/sidecars").body())
                .contains("never seen", "no configuration kept")
                .doesNotContain("version 7.7", "pg-eu");
        plane.client.asSidecar(PAYMENTS, "POST", "/api/sidecars/handshake", "{\"version\":\"7.7\"}");
        plane.client.asSidecar(
                PAYMENTS, "PUT", "/api/sidecars/configuration", "{\"listeners\": [{\"name\": \"pg-eu <1>\"}]}");
        assertThat(dee.get("/admin/sidecars").body())
                .contains("version 7.7", "seen <time", "configuration kept since", "pg-eu &lt;1&gt;");
    }

    @Test
    void ofASidecarOfTheFileTheConfigurationIsChangedHereAndNothingElse() throws Exception {
        assertThat(dee.get("/admin/sidecars").body())
                .contains("/admin/sidecars/configure")
                .doesNotContain("/admin/sidecars/delete", "/admin/sidecars/rotate");
        assertThat(submit("/admin/sidecars/configure", "name", "payments", "document", "{\"log_level\": \"warn\"}")
                        .statusCode())
                .isEqualTo(303);
        assertThat(dee.get("/admin/sidecars").body())
                .contains("configuration kept since", "/admin/sidecars/forget-configuration");
        assertThat(submit("/admin/sidecars/forget-configuration", "name", "payments")
                        .statusCode())
                .isEqualTo(303);
        assertThat(dee.get("/admin/sidecars").body()).contains("no configuration kept");
    }

    @Test
    void aRuleIsWrittenUnlessNobodyCouldSatisfyIt() throws Exception {
        HttpResponse<String> nobody = submit("/admin/rules/create", "name", "moon", "groups", "astronauts");
        assertThat(nobody.statusCode()).isEqualTo(422);
        assertThat(submit(
                                "/admin/rules/create",
                                "name",
                                "two",
                                "groups",
                                "billing, oncall",
                                "min",
                                "2",
                                "pending",
                                "90",
                                "self",
                                "on")
                        .statusCode())
                .isEqualTo(303);
        assertThat(dee.get("/admin/rules").body())
                .contains("2 of billing, oncall; who asks may decide", "waits 90 min, to be used within any time")
                .contains("billing-approvers");
        assertThat(submit("/admin/rules/write", "name", "two", "groups", "billing", "all", "on")
                        .statusCode())
                .isEqualTo(303);
        assertThat(submit("/admin/rules/write", "name", "two", "groups", "", "min", "x")
                        .statusCode())
                .isEqualTo(400);
        assertThat(submit("/admin/rules/delete", "name", "billing-approvers").statusCode())
                .isEqualTo(409);
        assertThat(submit("/admin/rules/delete", "name", "two").statusCode()).isEqualTo(303);
        assertThat(dee.get("/admin/rules").body()).doesNotContain("value=\"two\"");
    }

    @Test
    void peopleAreManaged() throws Exception {
        String password = "correct horse battery staple";
        assertThat(submit(
                                "/admin/people/create",
                                "email",
                                "eve@example.com",
                                "name",
                                "Eve",
                                "groups",
                                "ledger",
                                "capability",
                                "review",
                                "password",
                                password)
                        .statusCode())
                .isEqualTo(303);
        WebBrowser eve = new WebBrowser(plane);
        HttpResponse<String> in =
                eve.post("/sign-in", "email=eve%40example.com&password=" + password.replace(' ', '+'));
        assertThat(in.statusCode()).isEqualTo(303);
        assertThat(dee.get("/admin/people").body())
                .contains("eve@example.com", "has a password")
                .doesNotContain(password);
        submit("/admin/people/write", "email", "eve@example.com", "name", "Eva", "capability", "audit");
        assertThat(dee.get("/admin/people").body()).contains("<strong>Eva</strong>", "in no group");
        assertThat(submit("/admin/people/write", "email", "eve@example.com", "name", "Eva")
                        .statusCode())
                .as("who may do nothing")
                .isEqualTo(400);
        submit("/admin/people/disable", "email", "eve@example.com");
        assertThat(eve.post("/sign-in", "email=eve%40example.com&password=" + password.replace(' ', '+'))
                        .statusCode())
                .isEqualTo(401);
        assertThat(submit("/admin/people/delete", "email", "eve@example.com").statusCode())
                .isEqualTo(303);
        assertThat(submit("/admin/people/delete", "email", "dee@example.com").statusCode())
                .as("oneself")
                .isEqualTo(409);
    }

    @Test
    void aFreezeIsStartedAndEnded() throws Exception {
        String waiting = file("agent-7").id();
        assertThat(dee.get("/reviews/" + waiting).body())
                .contains("/admin/freezes?name=agent-7")
                .doesNotContain("Frozen: ");
        assertThat(dee.get("/admin/freezes?name=agent-7").body()).contains("value=\"agent-7\"");
        assertThat(submit("/admin/freezes/start", "kind", "requester", "name", "agent-7", "reason", "runs wild")
                        .statusCode())
                .isEqualTo(303);
        String page = dee.get("/admin/freezes").body();
        assertThat(page).contains("the requester agent-7", "runs wild", "by Dee");
        assertThat(file("agent-7").status()).isEqualTo(403);
        assertThat(dee.get("/reviews/" + waiting).body()).contains("Frozen: ", "the requester agent-7");
        String id = page.replaceAll("(?s).*name=\"id\" value=\"([^\"]+)\".*", "$1");
        assertThat(submit("/admin/freezes/end", "id", id).statusCode())
                .as("without a reason")
                .isEqualTo(400);
        assertThat(submit("/admin/freezes/end", "id", id, "reason", "mended").statusCode())
                .isEqualTo(303);
        assertThat(file("agent-7").status()).isEqualTo(200);
        assertThat(dee.get("/admin/freezes").body()).contains("ended by Dee", "mended");
    }

    @Test
    void everybodyManagesTheirOwnTokensAndSessions() throws Exception {
        SecretToken made = secret(submit("/account/make-token", "name", "laptop", "days", "30"));
        assertThat(plane.client.asPerson(made, "GET", "/api/me", "").status()).isEqualTo(200);
        String page = dee.get("/account").body();
        assertThat(page)
                .contains("<strong>laptop</strong>", "by token", "dee@example.com")
                .doesNotContain(made.value());
        WebBrowser other = new WebBrowser(plane);
        other.signIn(made);
        String token = other.formToken();
        assertThat(other.post("/account/make-token", "csrf=" + token + "&name=second&days=90")
                        .statusCode())
                .as("a personal token makes none")
                .isEqualTo(403);
        String id = page.replaceAll("(?s).*/account/revoke-token.*?name=\"id\" value=\"([^\"]+)\".*", "$1");
        assertThat(submit("/account/revoke-token", "id", id).statusCode()).isEqualTo(303);
        assertThat(plane.client.asPerson(made, "GET", "/api/me", "").status()).isEqualTo(401);
        assertThat(other.get("/account").statusCode())
                .as("its session ended with it")
                .isEqualTo(303);
        assertThat(submit("/account/make-token", "name", "x", "days", "999").statusCode())
                .isEqualTo(400);
        assertThat(submit("/account/password", "current", "guess", "password", "a long new password")
                        .statusCode())
                .isEqualTo(403);
        WebBrowser ana = new WebBrowser(plane);
        ana.signIn(ANA);
        String session = ana.get("/account")
                .body()
                .replaceAll("(?s).*/account/end-session.*?name=\"id\" value=\"([^\"]+)\".*", "$1");
        assertThat(submit("/account/end-session", "id", session).statusCode())
                .as("somebody else's")
                .isEqualTo(404);
        ana.post("/account/end-session", "csrf=" + ana.formToken() + "&id=" + session);
        assertThat(ana.get("/reviews").statusCode()).isEqualTo(303);
    }

    @Test
    void whoDoesNotManageSeesNothingOfIt() throws Exception {
        WebBrowser ana = new WebBrowser(plane);
        ana.signIn(ANA);
        assertThat(ana.get("/reviews").body()).doesNotContain("/admin/sidecars").contains("/admin/freezes");
        for (String path : List.of("/admin/sidecars", "/admin/rules", "/admin/people")) {
            assertThat(ana.get(path).statusCode()).as(path).isEqualTo(403);
        }
        String form = "csrf=" + ana.formToken() + "&name=x";
        assertThat(ana.post("/admin/sidecars/register", form).statusCode()).isEqualTo(403);
        assertThat(dee.post("/admin/sidecars/register", "name=x").statusCode())
                .as("without the form token")
                .isEqualTo(403);
        assertThat(new WebBrowser(plane).get("/admin/rules", Map.of()).headers().firstValue("location"))
                .hasValue("/sign-in?to=/admin/rules");
    }

    @Test
    void aReviewShowsWhyItWasAskedAndWhatWasDecidedBefore() throws Exception {
        String first = plane.client
                .file(PAYMENTS, withContext("DELETE FROM invoices WHERE id = 1"))
                .id();
        plane.client.asPerson(
                ANA, "PUT", "/api/reviews/" + first, "{\"status\":\"REJECTED\",\"reason\":\"not <b>now\"}");
        String second = plane.client
                .file(PAYMENTS, withContext("DELETE FROM invoices WHERE id = 2"))
                .id();
        String page = dee.get("/reviews/" + second).body();
        assertThat(page)
                .contains("Why a person is asked", "rows go &lt;for good&gt;⟨U+202E⟩", "Rule no-deletes")
                .contains("Parameters", "$1 = 2", "shop", "postgres")
                .contains("approved never, rejected once", "/reviews/" + first, "not &lt;b&gt;now")
                .contains("verb removes\">DELETE<");
        assertThat(dee.get("/reviews").body()).contains("verb removes\">DELETE<");
    }

    private static ObjectNode withContext(String statement) {
        ObjectNode filing = PlaneClient.filing("pg-main", "billing-approvers", statement);
        filing.putObject("context")
                .put("protocol", "postgres")
                .put("guardrail", "no-deletes")
                .put("why", "rows go <for good>\u202e")
                .put("operation", "delete")
                .put("database", "shop")
                .put("shape", "DELETE FROM invoices WHERE id = ?")
                .putArray("parameters")
                .add("$1 = " + statement.replaceAll("\\D", ""));
        return filing;
    }

    private PlaneClient.Answer file(String subject) throws Exception {
        ObjectNode filing = PlaneClient.filing("pg-main", "billing-approvers", "DELETE FROM invoices");
        filing.putObject("requester")
                .put("subject", subject)
                .put("peer_addr", "10.0.3.7:5000")
                .put("method", "peer");
        return plane.client.file(PAYMENTS, filing);
    }

    private HttpResponse<String> submit(String path, String... fields) throws Exception {
        StringBuilder form = new StringBuilder("csrf=").append(dee.formToken());
        for (int i = 0; i < fields.length; i += 2) {
            form.append('&')
                    .append(fields[i])
                    .append('=')
                    .append(URLEncoder.encode(fields[i + 1], StandardCharsets.UTF_8));
        }
        return dee.post(path, form.toString());
    }

    private static SecretToken secret(HttpResponse<String> page) {
        Matcher matcher = SECRET.matcher(page.body());
        assertThat(matcher.find()).as(page.body()).isTrue();
        return SecretToken.of(matcher.group(1));
    }
}
