package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.BO;
import static dev.hoop.controlplane.TestPlane.CY;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OnEachStorage
class PageTest {

    private static final Pattern FORM_TOKEN = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"");

    private final Planes planes;

    PageTest(Planes planes) {
        this.planes = planes;
    }

    private TestPlane plane;
    private HttpClient browser;

    @BeforeEach
    void start() throws Exception {
        plane = planes.start();
        browser = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    @Test
    void aReviewerSignsInReadsAndApproves() throws Exception {
        String id = plane.client.file(PAYMENTS, "DELETE FROM invoices").id();
        assertThat(get("/", "").headers().firstValue("location")).hasValue("/reviews");
        assertThat(get("/reviews", "").headers().firstValue("location")).hasValue("/sign-in");
        assertThat(get("/reviews/" + id, "").headers().firstValue("location")).hasValue("/sign-in?to=/reviews/" + id);
        assertThat(get("/sign-in?to=/reviews/" + id, "").body()).contains("value=\"/reviews/" + id + "\"");

        HttpResponse<String> signedIn = post("/sign-in", "", Map.of("token", ANA.value(), "to", "/reviews/" + id));
        assertThat(signedIn.statusCode()).isEqualTo(303);
        assertThat(signedIn.headers().firstValue("location")).hasValue("/reviews/" + id);
        assertThat(signedIn.headers().firstValue("set-cookie").orElseThrow())
                .contains("; HttpOnly", "; SameSite=Strict", "; Path=/", "; Max-Age=43200")
                .doesNotContain(ANA.value());
        String cookie = cookie(signedIn);

        assertThat(get("/reviews", cookie).body()).contains("billing-api", "/reviews/" + id, "Ana");
        assertThat(text(get("/reviews", cookie))).contains("DELETE FROM invoices");
        HttpResponse<String> page = get("/reviews/" + id, cookie);
        assertThat(page.body()).contains(">Approve<", ">Reject<", "127.0.0.1:5000");
        assertThat(text(page)).contains("DELETE FROM invoices");
        assertThat(page.headers().firstValue("content-security-policy").orElseThrow())
                .contains("default-src 'none'")
                .doesNotContain("unsafe");
        assertThat(page.headers().firstValue("cache-control")).hasValue("no-store");

        HttpResponse<String> approved =
                post("/reviews/" + id + "/approve", cookie, Map.of("csrf", formToken(page.body())));
        assertThat(approved.statusCode()).isEqualTo(303);
        assertThat(get("/reviews/" + id, cookie).body())
                .contains("Approved by Ana", "Revoke the approval")
                .doesNotContain(">Approve<");
        assertThat(plane.client.claim(PAYMENTS, id).forward()).isTrue();
        assertThat(get("/reviews/" + id, cookie).body()).contains("and used").doesNotContain("name=\"reason\"");
    }

    @Test
    void rejectingTellsTheReasonAndRevokingTakesBack() throws Exception {
        String cookie = signIn(ANA);
        String rejected = plane.client.file(PAYMENTS, "one").id();
        String token = formToken(get("/reviews/" + rejected, cookie).body());
        post("/reviews/" + rejected + "/reject", cookie, Map.of("csrf", token, "reason", "ask <b>Bo</b>\r\nfirst"));
        assertThat(get("/reviews/" + rejected, cookie).body())
                .contains("Rejected by Ana: ask &lt;b&gt;Bo&lt;/b&gt;  first");
        assertThat(plane.client
                        .claim(PAYMENTS, rejected)
                        .json()
                        .at("/review/rejection_reason")
                        .asText())
                .isEqualTo("ask <b>Bo</b>  first");

        String revoked = plane.client.file(PAYMENTS, "two").id();
        post("/reviews/" + revoked + "/approve", cookie, Map.of("csrf", token));
        post("/reviews/" + revoked + "/revoke", cookie, Map.of("csrf", token));
        assertThat(plane.client.claim(PAYMENTS, revoked).reviewStatus()).isEqualTo("REVOKED");
        assertThat(get("/history?status=REVOKED", cookie).body())
                .contains("/reviews/" + revoked)
                .doesNotContain("/reviews/" + rejected);
        assertThat(get("/reviews", cookie).body()).contains("Nothing waits");
        assertThat(get("/history", cookie).body()).contains("/reviews/" + revoked, "/reviews/" + rejected);
        assertThat(get("/history?status=SOME", cookie).statusCode()).isEqualTo(400);
    }

    @Test
    void aFormWithoutItsTokenOrFromAnotherSiteChangesNothing() throws Exception {
        String id = plane.client.file(PAYMENTS, "DROP TABLE invoices").id();
        String cookie = signIn(ANA);
        String token = formToken(get("/reviews/" + id, cookie).body());
        String othersToken = formToken(get("/reviews/" + id, signIn(BO)).body());
        String path = "/reviews/" + id + "/approve";

        assertThat(post(path, cookie, Map.of()).statusCode()).isEqualTo(403);
        assertThat(post(path, cookie, Map.of("csrf", "")).statusCode()).isEqualTo(403);
        assertThat(post(path, cookie, Map.of("csrf", othersToken)).statusCode()).isEqualTo(403);
        Map<String, String> form = Map.of("csrf", token);
        assertThat(post(path, cookie, form, "origin", "https://evil.example").statusCode())
                .isEqualTo(403);
        assertThat(post(path, cookie, form, "origin", "null").statusCode()).isEqualTo(403);
        assertThat(post(path, cookie, form, "sec-fetch-site", "cross-site").statusCode())
                .isEqualTo(403);
        assertThat(post(path, "", form).headers().firstValue("location"))
                .as("without a session there is only the sign-in")
                .hasValue("/sign-in");
        assertThat(post("/sign-in", "", Map.of("token", ANA.value()), "origin", "https://evil.example")
                        .statusCode())
                .isEqualTo(403);
        assertThat(post("/sign-out", cookie, Map.of()).statusCode()).isEqualTo(403);
        assertThat(plane.client.claim(PAYMENTS, id).reviewStatus()).isEqualTo("PENDING");

        assertThat(post(path, cookie, form, "origin", plane.plane.url().toString())
                        .statusCode())
                .isEqualTo(303);
    }

    @Test
    void theApiTakesASessionButChangesOnlyWithTheFormToken() throws Exception {
        String id = plane.client.file(PAYMENTS, "DROP TABLE invoices").id();
        String cookie = signIn(ANA);
        assertThat(get("/api/reviews", cookie).statusCode()).isEqualTo(200);
        HttpRequest.Builder put = plane.client.request("/api/reviews/" + id).header("cookie", cookie);
        assertThat(plane.client.send(put, "PUT", "{\"status\":\"APPROVED\"}").status())
                .isEqualTo(403);
        String token = formToken(get("/reviews/" + id, cookie).body());
        HttpRequest.Builder complete = plane.client
                .request("/api/reviews/" + id)
                .header("cookie", cookie)
                .header("x-csrf-token", token);
        assertThat(plane.client
                        .send(complete, "PUT", "{\"status\":\"APPROVED\"}")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void aOneTimeLinkWorksOnceAndForItsTime() throws Exception {
        URI link = plane.plane.oneTimeSignInLink("Ana@example.com", Duration.ofMinutes(10));
        String path = link.getRawPath() + "?" + link.getRawQuery();
        HttpResponse<String> head = browser.send(
                plane.client
                        .request(path)
                        .method("HEAD", BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString());
        assertThat(head.statusCode()).as("a look does not use it up").isEqualTo(200);
        assertThat(get(path, "", "sec-fetch-site", "cross-site").body())
                .as("from another site it asks first")
                .contains("method=\"post\"");
        HttpResponse<String> first = get(path, "");
        assertThat(first.statusCode()).isEqualTo(303);
        assertThat(get("/reviews", cookie(first)).body()).contains("Ana");
        HttpResponse<String> second = get(path, "");
        assertThat(second.statusCode()).isEqualTo(401);
        assertThat(second.headers().firstValue("set-cookie")).isEmpty();

        URI late = plane.plane.oneTimeSignInLink("ana@example.com", Duration.ofMinutes(10));
        plane.clock.advance(Duration.ofMinutes(10));
        assertThat(get(late.getRawPath() + "?" + late.getRawQuery(), "").statusCode())
                .isEqualTo(401);
        URI confirmed = plane.plane.oneTimeSignInLink("ana@example.com", Duration.ofMinutes(10));
        assertThat(post("/sign-in", "", Map.of("link", confirmed.getRawQuery().substring("link=".length())))
                        .statusCode())
                .isEqualTo(303);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plane.plane.oneTimeSignInLink("nobody@example.com", Duration.ofMinutes(1)))
                .withMessageContaining("nobody@example.com");
    }

    @Test
    void aSessionEndsByItsTimeBySigningOutAndWithItsToken() throws Exception {
        String cookie = signIn(ANA);
        String token = formToken(get("/reviews", cookie).body());
        HttpResponse<String> out = post("/sign-out", cookie, Map.of("csrf", token));
        assertThat(out.headers().firstValue("set-cookie").orElseThrow()).contains("Max-Age=0");
        assertThat(get("/reviews", cookie).statusCode()).isEqualTo(303);

        String other = signIn(ANA);
        plane.clock.advance(Duration.ofHours(12));
        assertThat(get("/reviews", other).statusCode()).isEqualTo(303);

        String third = signIn(BO);
        plane.plane.ensureUser(
                new PlaneUser("bo@example.com", "Bo", List.of("billing"), Optional.of(SecretToken.random())));
        assertThat(get("/reviews", third).statusCode())
                .as("a new token ends what the old one began")
                .isEqualTo(303);
        assertThat(post("/sign-in", "", Map.of("token", BO.value())).statusCode())
                .isEqualTo(401);
        assertThat(get("/reviews", "hoop_session=" + SecretToken.random().value())
                        .statusCode())
                .isEqualTo(303);
    }

    @Test
    void whoMayNotDecideIsToldWhy() throws Exception {
        String id = plane.client.file(PAYMENTS, "DROP TABLE invoices").id();
        String cookie = signIn(CY);
        HttpResponse<String> page = get("/reviews/" + id, cookie);
        assertThat(page.body())
                .contains("You cannot decide: only members of billing")
                .doesNotContain(">Approve<");
        HttpResponse<String> denied =
                post("/reviews/" + id + "/approve", cookie, Map.of("csrf", formToken(page.body())));
        assertThat(denied.statusCode()).isEqualTo(403);
        assertThat(denied.body()).contains("Nothing was changed");
        assertThat(get("/reviews/no-such-review", cookie).statusCode()).isEqualTo(404);
        assertThat(post("/reviews/no-such-review/approve", cookie, Map.of("csrf", formToken(page.body())))
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void aDecisionThatComesTooLateIsShownAsSuch() throws Exception {
        String id = plane.client.file(PAYMENTS, "DROP TABLE invoices").id();
        String cookie = signIn(ANA);
        String token = formToken(get("/reviews/" + id, cookie).body());
        plane.client.approve(BO, id);
        plane.client.claim(PAYMENTS, id);
        HttpResponse<String> late = post("/reviews/" + id + "/reject", cookie, Map.of("csrf", token));
        assertThat(late.statusCode()).isEqualTo(400);
        assertThat(late.body()).contains("the sidecar has already run the statement");
    }

    @Test
    void aStatementIsShownAndNeverInterpreted() throws Exception {
        String id = plane.client
                .file(PAYMENTS, "<script>alert(1)</script>\n\"quoted\" & 'so'\u202e\u0007 end  \n${id} @if(true)")
                .id();
        String cookie = signIn(ANA);
        for (String path : List.of("/reviews/" + id, "/reviews", "/history")) {
            HttpResponse<String> page = get(path, cookie);
            assertThat(page.body())
                    .as(path)
                    .contains("&lt;script&gt;")
                    .doesNotContain("<script>")
                    .doesNotContain("\u202e");
            assertThat(text(page)).as(path).contains("&lt;script&gt;alert(1)&lt;/script&gt;");
        }
        HttpResponse<String> page = get("/reviews/" + id, cookie);
        assertThat(page.body()).contains("⟨U+202E⟩", "U+202E RIGHT-TO-LEFT OVERRIDE", "⟨U+0007⟩", "·");
        assertThat(text(page)).contains("\"quoted\" &amp; 'so'", "${id} @if(true)");
    }

    @Test
    void whoAsksIsShownWithNothingHidden() throws Exception {
        ObjectNode filing = PlaneClient.filing("billing-api", "billing-approvers", "SELECT 1");
        filing.putObject("requester").put("subject", "ana\u202e<b>\nroot").put("peer_addr", "x\u200b");
        String id = plane.client.file(PAYMENTS, filing).id();
        String cookie = signIn(ANA);
        assertThat(get("/reviews/" + id, cookie).body())
                .contains("<strong>ana⟨U+202E⟩&lt;b&gt;⟨U+000A⟩root</strong>", "from x⟨U+200B⟩");
        assertThat(get("/reviews", cookie).body()).contains("ana⟨U+202E⟩&lt;b&gt;");
    }

    @Test
    void whatIsAtStakeIsShownWithTheReason() throws Exception {
        ObjectNode filing = PlaneClient.filing("billing-api", "billing-approvers", "DELETE FROM invoices");
        filing.putObject("context")
                .put("guardrail", "no-deletes")
                .put("why", "deletes need a look")
                .put("risk_level", "high")
                .put("risk_why", "removes rows; writes <b>invoices\u202e</b>");
        String told = plane.client.file(PAYMENTS, filing).id();
        String untold = plane.client.file(PAYMENTS, "SELECT 1").id();
        String cookie = signIn(ANA);
        assertThat(get("/reviews/" + told, cookie).body())
                .contains("<strong class=\"risk high\">high risk</strong>")
                .contains("removes rows; writes &lt;b&gt;invoices⟨U+202E⟩&lt;/b&gt;")
                .contains("deletes need a look", "Rule no-deletes");
        assertThat(get("/reviews", cookie).body()).containsOnlyOnce("<span class=\"risk high\">high risk</span>");
        assertThat(get("/reviews/" + untold, cookie).body()).doesNotContain("class=\"risk");
    }

    @Test
    void behindTlsBrowsersComeAndEveryCookieTravelsOverTlsOnly() throws Exception {
        assertThat(get("/", "").headers().map()).doesNotContainKey("strict-transport-security");
        plane.close();
        plane = planes.start(
                TestPlane.settings(planes.directory(), List.of()).withPublicUrl(URI.create("https://hoop.example.com")),
                new HandClock());
        HttpResponse<String> in = post("/sign-in", "", Map.of("token", ANA.value()));
        for (HttpResponse<String> any : List.of(in, get("/", ""), get("/nowhere", ""), get("/api/reviews", ""))) {
            assertThat(any.headers().allValues("strict-transport-security")).containsExactly("max-age=31536000");
        }
        assertThat(in.headers().firstValue("set-cookie").orElseThrow())
                .startsWith("__Host-hoop_session=")
                .contains("; Secure", "; HttpOnly", "; SameSite=Strict", "; Path=/")
                .doesNotContain("Domain");
        assertThat(get("/reviews", cookie(in)).statusCode()).isEqualTo(200);
        assertThat(get("/reviews", cookie(in).replace("__Host-", "")).statusCode())
                .as("one that a neighbour could have set")
                .isEqualTo(303);
        HttpResponse<String> look = post("/theme", cookie(in), Map.of("theme", "dark"));
        assertThat(look.headers().firstValue("set-cookie").orElseThrow()).contains("; Secure");
    }

    @Test
    void aSignInLeadsNowhereElse() throws Exception {
        for (String to :
                new String[] {"https://evil.example/", "//evil.example", "/reviews/../x", "/reviews\r\nx: y"}) {
            assertThat(post("/sign-in", "", Map.of("token", ANA.value(), "to", to))
                            .headers()
                            .firstValue("location"))
                    .as(to)
                    .hasValue("/reviews");
        }
    }

    @Test
    void theAssetsAreServedHere() throws Exception {
        assertThat(get("/assets/page.css", "").statusCode()).isEqualTo(200);
        for (String script : List.of("live.js", "morph.js", "keys.js", "queue.js")) {
            assertThat(get("/assets/" + script, "").headers().firstValue("content-type"))
                    .as(script)
                    .hasValue("text/javascript; charset=utf-8");
        }
        assertThat(get("/assets/icon.svg", "").statusCode()).isEqualTo(200);
        assertThat(get("/healthz", "").body()).isEqualTo("ok\n");
        assertThat(get("/sign-in", "").body()).doesNotContain("http://").doesNotContain("https://");
    }

    /** What the page says, without its elements. */
    private static String text(HttpResponse<String> page) {
        return page.body().replaceAll("<[^>]*>", "");
    }

    private String signIn(SecretToken token) throws Exception {
        return cookie(post("/sign-in", "", Map.of("token", token.value())));
    }

    private static String cookie(HttpResponse<String> response) {
        return response.headers().firstValue("set-cookie").orElseThrow().split(";")[0];
    }

    private static String formToken(String page) {
        Matcher matcher = FORM_TOKEN.matcher(page);
        assertThat(matcher.find()).as("a form in the page").isTrue();
        return matcher.group(1);
    }

    private HttpResponse<String> get(String path, String cookie, String... headers) throws Exception {
        return browser.send(
                with(plane.client.request(path), cookie, headers).GET().build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String cookie, Map<String, String> form, String... headers)
            throws Exception {
        String body = form.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return browser.send(
                with(plane.client.request(path), cookie, headers)
                        .header("content-type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private static HttpRequest.Builder with(HttpRequest.Builder request, String cookie, String... headers) {
        if (!cookie.isEmpty()) {
            request.header("cookie", cookie);
        }
        return headers.length == 0 ? request : request.headers(headers);
    }
}
