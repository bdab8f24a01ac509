package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.controlplane.internal.page.OidcPages;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.token.DefaultOAuth2TokenCallback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Signing in through a provider that nobody here wrote. */
@OnEachStorage
class OidcTest {

    private static final String ISSUER = "staff";

    private final Planes planes;

    private MockOAuth2Server provider;
    private final HttpClient browser = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    OidcTest(Planes planes) {
        this.planes = planes;
    }

    @BeforeEach
    void start() {
        provider = new MockOAuth2Server();
        provider.start();
    }

    @AfterEach
    void stop() {
        provider.shutdown();
    }

    @Test
    void somebodyNewBecomesAReviewerOfTheirGroups() throws Exception {
        try (TestPlane plane = start(true)) {
            told("sub-1", Map.of("email", "Eve@example.com", "name", "Eve", "groups", List.of("billing", "a\u202eb")));
            String cookie = signIn(plane);
            JsonNode me = me(plane, cookie);
            assertThat(me.toString())
                    .isEqualTo("{\"email\":\"eve@example.com\",\"name\":\"Eve\",\"groups\":[\"billing\"],"
                            + "\"capabilities\":[\"review\"]}");
            told("sub-1", Map.of("email", "eve@elsewhere.example", "name", "Eva", "groups", List.of("ops")));
            assertThat(me(plane, signIn(plane)).toString())
                    .as("known by the subject; name and groups are what is told now")
                    .contains("\"email\":\"eve@example.com\",\"name\":\"Eva\",\"groups\":[\"ops\"]");
        }
    }

    @Test
    void whomTheFileMadeKeepsTheirGroups() throws Exception {
        try (TestPlane plane = start(false)) {
            told("sub-ana", Map.of("email", "ana@example.com", "name", "Another", "groups", List.of("everything")));
            assertThat(me(plane, signIn(plane)).toString()).contains("\"name\":\"Ana\",\"groups\":[\"billing\"]");
            told("sub-other", Map.of("email", "ana@example.com"));
            assertThat(comeBack(plane).statusCode())
                    .as("the address has passed to somebody else there")
                    .isEqualTo(403);
            told("sub-new", Map.of("email", "fay@example.com"));
            assertThat(comeBack(plane).statusCode()).as("nobody is made").isEqualTo(403);
        }
    }

    @Test
    void whoTellsNoVerifiedAddressStaysOut() throws Exception {
        try (TestPlane plane = start(true)) {
            told("sub-1", Map.of("email", "ana@example.com", "email_verified", false));
            assertThat(comeBack(plane).statusCode()).isEqualTo(403);
            told("sub-2", Map.of("name", "Nobody"));
            assertThat(comeBack(plane).statusCode()).isEqualTo(403);
        }
    }

    @Test
    void whoIsDisabledStaysOut() throws Exception {
        SecretToken dee = SecretToken.random();
        try (TestPlane plane = start(true)) {
            plane.plane.ensureUser(
                    new PlaneUser("dee@example.com", "Dee", List.of(), Set.of(Capability.ADMIN), Optional.of(dee)));
            told("sub-1", Map.of("email", "eve@example.com"));
            String cookie = signIn(plane);
            plane.client.asPerson(dee, "PATCH", "/api/users/eve@example.com", "{\"disabled\":true}");
            assertThat(plane.client
                            .send(plane.client.request("/api/me").header("cookie", cookie), "GET", "")
                            .status())
                    .isEqualTo(401);
            assertThat(comeBack(plane).statusCode()).isEqualTo(403);
        }
    }

    @Test
    void theWayBackIsOneOfThisBrowserAndOnce() throws Exception {
        try (TestPlane plane = start(true)) {
            told("sub-1", Map.of("email", "eve@example.com"));
            HttpResponse<String> out = get(plane.plane.url().resolve("/sign-in/provider"), "");
            String cookie = cookie(out);
            URI back = location(get(location(out), ""));
            assertThat(get(back, "").statusCode()).as("another browser").isEqualTo(400);
            assertThat(get(back, cookie(get(plane.plane.url().resolve("/sign-in/provider"), "")))
                            .statusCode())
                    .as("another attempt")
                    .isEqualTo(400);
            URI forged = URI.create(back.toString().replaceAll("state=[^&]+", "state=x"));
            assertThat(get(forged, cookie).statusCode()).isEqualTo(400);
            assertThat(get(back, cookie).statusCode()).isEqualTo(200);
            assertThat(get(back, cookie).statusCode()).as("the code is used up").isEqualTo(403);
        }
    }

    @Test
    void whatTheProviderAnsweredIsInTheLog() throws Exception {
        Logger log = (Logger) LoggerFactory.getLogger(OidcPages.class);
        ListAppender<ILoggingEvent> written = new ListAppender<>();
        written.start();
        log.addAppender(written);
        try (TestPlane plane = start(true)) {
            HttpResponse<String> out = get(plane.plane.url().resolve("/sign-in/provider"), "");
            Matcher state =
                    Pattern.compile("state=([^&]+)").matcher(location(out).getRawQuery());
            assertThat(state.find()).isTrue();
            String said = "?error=invalid_scope&error_description=no%0A%22groups%22+here&state=";
            URI back = plane.plane.url().resolve("/sign-in/provider/callback" + said);
            assertThat(get(URI.create(back + "x"), cookie(out)).statusCode()).isEqualTo(400);
            assertThat(written.list).as("whoever makes a link writes nothing").isEmpty();
            HttpResponse<String> refused = get(URI.create(back + state.group(1)), cookie(out));
            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(refused.body()).contains("finds the reason in its log").doesNotContain("invalid_scope");
            assertThat(written.list)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .containsExactly("event=plane.sign_in.refused method=provider"
                            + " reason=\"the provider answered invalid_scope: no??groups? here\"");
        } finally {
            log.detachAppender(written);
        }
    }

    @Test
    void theWayThereAsksForWhatTheFlowNeeds() throws Exception {
        try (TestPlane plane = start(true)) {
            HttpResponse<String> out = get(plane.plane.url().resolve("/sign-in/provider?to=https://evil.example"), "");
            assertThat(location(out).getQuery())
                    .contains(
                            "response_type=code", "code_challenge_method=S256", "scope=openid+profile+email", "nonce=");
            assertThat(out.headers().firstValue("set-cookie").orElseThrow())
                    .contains("; HttpOnly", "; SameSite=Lax", "; Max-Age=600");
            assertThat(get(plane.plane.url().resolve("/sign-in"), "").body()).contains("/sign-in/provider");
        }
    }

    @Test
    void aProviderThatIsAwayStopsNothingElse() throws Exception {
        try (TestPlane plane = start(true)) {
            provider.shutdown();
            assertThat(get(plane.plane.url().resolve("/sign-in/provider"), "").statusCode())
                    .isEqualTo(403);
            assertThat(plane.client.asPerson(ANA, "GET", "/api/reviews", "").status())
                    .isEqualTo(200);
        }
    }

    private TestPlane start(boolean createUsers) throws Exception {
        OidcProvider oidc = new OidcProvider(
                URI.create(provider.issuerUrl(ISSUER).toString()),
                "hoop",
                Optional.of(SecretText.of("the client's secret: %&+")),
                List.of("openid", "profile", "email"),
                "email",
                "groups",
                Map.of(),
                createUsers);
        ControlPlaneSettings settings = TestPlane.settings(
                        planes.directory(), List.of(ApprovalRule.ofGroup("billing-approvers", "billing")))
                .withAccess(AccessSettings.defaults().withOidc(oidc));
        return planes.start(settings, new HandClock());
    }

    private void told(String subject, Map<String, Object> claims) {
        provider.enqueueCallback(new DefaultOAuth2TokenCallback(ISSUER, subject, "JWT", List.of("hoop"), claims, 3600));
    }

    private String signIn(TestPlane plane) throws Exception {
        HttpResponse<String> back = comeBack(plane);
        assertThat(back.statusCode()).as(back.body()).isEqualTo(200);
        assertThat(back.body()).contains("url=/reviews");
        return back.headers().allValues("set-cookie").stream()
                .filter(value -> value.startsWith("hoop_session"))
                .findFirst()
                .orElseThrow()
                .split(";")[0];
    }

    private HttpResponse<String> comeBack(TestPlane plane) throws Exception {
        HttpResponse<String> out = get(plane.plane.url().resolve("/sign-in/provider"), "");
        return get(location(get(location(out), "")), cookie(out));
    }

    private static JsonNode me(TestPlane plane, String cookie) throws Exception {
        return plane.client
                .send(plane.client.request("/api/me").header("cookie", cookie), "GET", "")
                .json();
    }

    private static URI location(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isIn(302, 303);
        return URI.create(response.headers().firstValue("location").orElseThrow());
    }

    private static String cookie(HttpResponse<String> response) {
        return response.headers().firstValue("set-cookie").orElseThrow().split(";")[0];
    }

    private HttpResponse<String> get(URI uri, String cookie) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        return browser.send(
                (cookie.isEmpty() ? request : request.header("cookie", cookie)).build(), BodyHandlers.ofString());
    }
}
