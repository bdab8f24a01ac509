package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.DEE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.controlplane.PlaneClient.Answer;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.Users;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Passwords, what slows down who guesses, and sessions. */
@OnEachStorage
class SignInTest {

    private static final String PASSWORD = "correct horse battery staple";
    private static final Pattern FORM_TOKEN = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"");

    private final Planes planes;
    private final TestPlane plane;
    private final PlaneClient client;

    SignInTest(Planes planes) throws Exception {
        this.planes = planes;
        plane = planes.start().withDee();
        client = plane.client;
        as(
                DEE,
                "POST",
                "/api/users",
                "{\"email\":\"eve@example.com\",\"name\":\"Eve\",\"password\":\"" + PASSWORD + "\"}");
    }

    @Test
    void aPasswordLetsItsUserIn() throws Exception {
        HttpResponse<String> in = password(" Eve@Example.com ", PASSWORD);
        assertThat(in.statusCode()).isEqualTo(303);
        assertThat(page("/reviews", cookie(in))).contains("Eve");
        assertThat(password("eve@example.com", PASSWORD + " ").statusCode()).isEqualTo(401);
        assertThat(password("ana@example.com", PASSWORD).statusCode())
                .as("who has no password")
                .isEqualTo(401);
        assertThat(password("nobody@example.com", PASSWORD).statusCode()).isEqualTo(401);
        as(DEE, "PATCH", "/api/users/eve@example.com", "{\"disabled\":true}");
        assertThat(isIn(cookie(in))).isFalse();
        assertThat(password("eve@example.com", PASSWORD).statusCode()).isEqualTo(401);
    }

    @Test
    void aPasswordIsKeptAtTheUsualCostUnlessItIsSaid() throws Exception {
        StorageSettings usually = StorageSettings.sqlite(planes.directory().resolve("usual/hoop.db"));
        ControlPlaneSettings settings = TestPlane.settings(planes.directory().resolve("usual"), List.of())
                .withStorage(usually)
                .withAccess(AccessSettings.defaults());
        try (TestPlane usual = TestPlane.start(settings, new HandClock())) {
            usual.withDee();
            String body = "{\"email\":\"eve@example.com\",\"name\":\"Eve\",\"password\":\"" + PASSWORD + "\"}";
            assertThat(usual.client.asPerson(DEE, "POST", "/api/users", body).status())
                    .isEqualTo(201);
        }
        assertThat(kept(usually)).startsWith("$argon2id$v=19$m=19456,t=2,p=1$");
        assertThat(kept(plane.storage)).as("in the other tests").startsWith("$argon2id$v=19$m=8,t=1,p=1$");
    }

    private static String kept(StorageSettings storage) throws Exception {
        try (Database database = Database.openToRead(storage)) {
            return database.read(handle -> Users.passwordHash(handle, "eve@example.com"))
                    .orElseThrow();
        }
    }

    @Test
    void aPasswordIsLongAndNothingElse() throws Exception {
        for (String tooShort : List.of("", "elevenchars", "ääääääääääa")) {
            assertThat(setPassword(tooShort).status()).as(tooShort).isEqualTo(400);
        }
        assertThat(setPassword("x".repeat(201)).status()).isEqualTo(400);
        String long200 = "ü".repeat(200);
        assertThat(setPassword(long200).status()).isEqualTo(204);
        assertThat(password("eve@example.com", long200).statusCode()).isEqualTo(303);
        assertThat(password("eve@example.com", "ü".repeat(199)).statusCode()).isEqualTo(401);
    }

    @Test
    void anotherPasswordEndsWhatTheOldOneBegan() throws Exception {
        String first = cookie(password("eve@example.com", PASSWORD));
        setPassword("another long password");
        assertThat(isIn(first)).isFalse();
        String second = cookie(password("eve@example.com", "another long password"));
        String token = formToken(page("/reviews", second));
        assertThat(change(second, token, "not the password", "a third long password"))
                .isEqualTo(403);
        assertThat(change(second, token, "another long password", "short")).isEqualTo(400);
        assertThat(change(second, token, "another long password", "a third long password"))
                .isEqualTo(204);
        assertThat(isIn(second)).isFalse();
        assertThat(password("eve@example.com", "a third long password").statusCode())
                .isEqualTo(303);
        as(DEE, "DELETE", "/api/users/eve@example.com/password", "");
        assertThat(password("eve@example.com", "a third long password").statusCode())
                .isEqualTo(401);
    }

    @Test
    void whoGuessesAnAccountIsSlowedDown() throws Exception {
        for (int attempt = 0; attempt < 5; attempt++) {
            assertThat(password("eve@example.com", "guess " + attempt).statusCode())
                    .isEqualTo(401);
        }
        HttpResponse<String> slowed = password("eve@example.com", PASSWORD);
        assertThat(slowed.statusCode()).as("even the right one has to wait").isEqualTo(429);
        assertThat(slowed.headers().firstValue("retry-after")).hasValue("1");
        assertThat(slowed.body()).contains("too many attempts");
        assertThat(password("fay@example.com", PASSWORD).statusCode())
                .as("other accounts do not")
                .isEqualTo(401);
        plane.clock.advance(Duration.ofSeconds(1));
        assertThat(password("eve@example.com", "guess").statusCode()).isEqualTo(401);
        assertThat(password("eve@example.com", PASSWORD).headers().firstValue("retry-after"))
                .as("each time longer")
                .hasValue("2");
        plane.clock.advance(Duration.ofMinutes(1));
        assertThat(password("eve@example.com", PASSWORD).statusCode())
                .as("a minute at most")
                .isEqualTo(303);
        assertThat(password("eve@example.com", "guess").statusCode())
                .as("and then anew")
                .isEqualTo(401);
        assertThat(password("eve@example.com", PASSWORD).statusCode()).isEqualTo(303);
    }

    @Test
    void manyGuessesAtATimeAreAsSlowAsOneAfterTheOther() throws Exception {
        ExecutorService guessers = Executors.newFixedThreadPool(12);
        try {
            List<Future<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < 24; i++) {
                String guess = "guess number " + i;
                answers.add(
                        guessers.submit(() -> password("eve@example.com", guess).statusCode()));
            }
            List<Integer> statuses = new ArrayList<>();
            for (Future<Integer> answer : answers) {
                statuses.add(answer.get(60, TimeUnit.SECONDS));
            }
            assertThat(statuses).containsOnly(401, 429);
            assertThat(statuses.stream().filter(status -> status == 401)).hasSize(5);
        } finally {
            guessers.shutdownNow();
        }
    }

    @Test
    void whoGuessesFromOneAddressIsSlowedDownWhateverTheAccount() throws Exception {
        for (int attempt = 0; attempt < 30; attempt++) {
            assertThat(token("no-such-token-" + attempt).statusCode()).isEqualTo(401);
        }
        assertThat(token(ANA.value()).statusCode()).isEqualTo(429);
        assertThat(password("eve@example.com", PASSWORD).statusCode()).isEqualTo(429);
        assertThat(as(ANA, "GET", "/api/reviews", "").status())
                .as("a call with a token is no attempt to guess one")
                .isEqualTo(200);
        plane.clock.advance(Duration.ofMinutes(15));
        assertThat(token(ANA.value()).statusCode()).isEqualTo(303);
    }

    @Test
    void behindAProxyEverybodyCountsForThemselvesAndIpv6ByTheirNetwork() throws Exception {
        ControlPlaneSettings settings = TestPlane.settings(planes.directory().resolve("proxied"), List.of())
                .withAccess(AccessSettings.defaults().withTrustedProxies(1));
        try (TestPlane proxied = TestPlane.start(settings, new HandClock())) {
            for (int attempt = 0; attempt < 30; attempt++) {
                String made = "2001:db8::" + attempt;
                assertThat(forwarded(proxied, "made-up-" + attempt + ", " + made, "wrong"))
                        .isEqualTo(401);
            }
            assertThat(forwarded(proxied, "2001:db8::ffff:ffff:ffff:ffff", ANA.value()))
                    .isEqualTo(429);
            assertThat(forwarded(proxied, "2001:db8:0:1::1", ANA.value())).isEqualTo(303);
            assertThat(forwarded(proxied, "2001:db8::1, 10.0.0.9", ANA.value()))
                    .as("only the last one is the proxy's word")
                    .isEqualTo(303);
        }
    }

    private static int forwarded(TestPlane plane, String from, String token) throws Exception {
        HttpRequest.Builder request = plane.client
                .request("/sign-in")
                .header("content-type", "application/x-www-form-urlencoded")
                .header("x-forwarded-for", from);
        return plane.client.send(request, "POST", "token=" + token).status();
    }

    @Test
    void aSessionEndsWhenItIsNotUsedAndIsANewOneEachTime() throws Exception {
        String first = cookie(token(ANA.value()));
        plane.clock.advance(Duration.ofHours(3));
        assertThat(isIn(first)).isTrue();
        plane.clock.advance(Duration.ofHours(3));
        assertThat(isIn(first)).as("it was used in between").isTrue();
        HttpResponse<String> again = post("/sign-in", first, Map.of("token", ANA.value()));
        assertThat(cookie(again)).isNotEqualTo(first);
        assertThat(isIn(first)).as("the new one takes its place").isFalse();
        plane.clock.advance(Duration.ofHours(4));
        assertThat(isIn(cookie(again))).isFalse();
    }

    @Test
    void oneSeesAndEndsOnesOwnSessions() throws Exception {
        String one = cookie(password("eve@example.com", PASSWORD));
        String two = cookie(password("eve@example.com", PASSWORD));
        cookie(token(ANA.value()));
        Answer listed = withCookie(one, "", "GET", "/api/sessions", "");
        assertThat(listed.json().path("sessions")).hasSize(2);
        assertThat(listed.json().at("/sessions/0/method").asText()).isEqualTo("password");
        String csrf = formToken(page("/reviews", one));
        for (int i = 0; i < 2; i++) {
            String id = listed.json().path("sessions").get(i).path("id").asText();
            assertThat(withCookie(two, "wrong", "DELETE", "/api/sessions/" + id, "")
                            .status())
                    .isIn(401, 403);
        }
        String id = listed.json().at("/sessions/0/id").asText();
        assertThat(withCookie(one, csrf, "DELETE", "/api/sessions/" + id, "").status())
                .isEqualTo(204);
        assertThat(List.of(isIn(one), isIn(two))).containsOnlyOnce(true);
    }

    @Test
    void aSessionOfAPersonalTokenEndsWithIt() throws Exception {
        Answer made = as(ANA, "POST", "/api/tokens", "{\"name\":\"laptop\",\"expires_in_days\":1}");
        String cookie = cookie(token(made.json().path("token").asText()));
        String csrf = formToken(page("/reviews", cookie));
        assertThat(withCookie(cookie, csrf, "POST", "/api/tokens", "{\"name\":\"x\"}")
                        .status())
                .as("nor does its session make tokens")
                .isEqualTo(403);
        as(ANA, "DELETE", "/api/tokens/" + made.json().path("id").asText(), "");
        assertThat(isIn(cookie)).isFalse();
    }

    private int change(String cookie, String csrf, String current, String password) throws Exception {
        String body = "{\"current\":\"" + current + "\",\"password\":\"" + password + "\"}";
        return withCookie(cookie, csrf, "PUT", "/api/me/password", body).status();
    }

    private Answer setPassword(String password) throws Exception {
        return as(DEE, "PUT", "/api/users/eve@example.com/password", "{\"password\":\"" + password + "\"}");
    }

    private Answer as(SecretToken token, String method, String path, String body) throws Exception {
        return client.asPerson(token, method, path, body);
    }

    private Answer withCookie(String cookie, String csrf, String method, String path, String body) throws Exception {
        HttpRequest.Builder request = client.request(path).header("cookie", cookie);
        return client.send(csrf.isEmpty() ? request : request.header("x-csrf-token", csrf), method, body);
    }

    private boolean isIn(String cookie) throws Exception {
        return withCookie(cookie, "", "GET", "/api/me", "").status() == 200;
    }

    private String page(String path, String cookie) throws Exception {
        return client.http()
                .send(client.request(path).header("cookie", cookie).build(), BodyHandlers.ofString())
                .body();
    }

    private HttpResponse<String> password(String email, String password) throws Exception {
        return post("/sign-in", "", Map.of("email", email, "password", password));
    }

    private HttpResponse<String> token(String token) throws Exception {
        return post("/sign-in", "", Map.of("token", token));
    }

    private HttpResponse<String> post(String path, String cookie, Map<String, String> form) throws Exception {
        String body = form.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        HttpRequest.Builder request = client.request(path).header("content-type", "application/x-www-form-urlencoded");
        return client.http()
                .send(
                        (cookie.isEmpty() ? request : request.header("cookie", cookie))
                                .POST(BodyPublishers.ofString(body))
                                .build(),
                        BodyHandlers.ofString());
    }

    private static String cookie(HttpResponse<String> response) {
        assertThat(response.statusCode()).isEqualTo(303);
        return response.headers().firstValue("set-cookie").orElseThrow().split(";")[0];
    }

    private static String formToken(String page) {
        Matcher matcher = FORM_TOKEN.matcher(page);
        assertThat(matcher.find()).as("a form in the page").isTrue();
        return matcher.group(1);
    }
}
