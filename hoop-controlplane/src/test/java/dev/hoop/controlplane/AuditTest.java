package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.DEE;
import static dev.hoop.controlplane.TestPlane.EVE;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.controlplane.PlaneClient.Answer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** What is written down of what people do, and what is not. */
@ParameterizedClass
@EnumSource(StorageKind.class)
class AuditTest {

    @Parameter
    private StorageKind storage = StorageKind.SQLITE;

    @TempDir
    private Path directory;

    @Test
    void everyActIsInTheLogForWhoMayReadIt() throws Exception {
        try (TestPlane plane = TestPlane.start(directory, storage)) {
            plane.withEve();
            List<String> secrets = act(plane);
            for (String far : List.of("%2B1000000000-12-31T23:59:59Z", "-1000000000-01-01T00:00:00Z", "tomorrow")) {
                assertThat(plane.client
                                .asPerson(EVE, "GET", "/api/log?from=" + far, "")
                                .message())
                        .as(far)
                        .contains("is not a time like");
            }
            assertThat(plane.client.asPerson(DEE, "GET", "/api/log", "").status())
                    .isEqualTo(403);
            assertThat(plane.client.asPerson(ANA, "GET", "/api/log", "").message())
                    .contains("audit");
            Answer log = plane.client.asPerson(EVE, "GET", "/api/log?limit=200", "");
            List<String> kinds = new ArrayList<>();
            log.json().path("entries").forEach(entry -> {
                // What the plane was started with.
                if (!List.of("configuration file", "embedding program")
                        .contains(entry.at("/who/name").asText())) {
                    kinds.add(0, entry.path("kind").asText());
                }
            });
            assertThat(kinds)
                    .containsExactly(
                            "sidecar.registered",
                            "sidecar.token_rotated",
                            "rule.written",
                            "user.created",
                            "user.password_set",
                            "token.made",
                            "freeze.started",
                            "freeze.ended",
                            "review.approved",
                            "review.executed",
                            "token.revoked",
                            "user.disabled",
                            "rule.removed",
                            "sidecar.disabled",
                            "sidecar.deleted",
                            "user.deleted");
            secrets.forEach(secret -> assertThat(log.response().body()).doesNotContain(secret));
            JsonNode freeze = plane.client
                    .asPerson(EVE, "GET", "/api/log?kind=freeze.started", "")
                    .json()
                    .at("/entries/0");
            assertThat(freeze.at("/who/email").asText()).isEqualTo("ana@example.com");
            assertThat(freeze.path("reason").asText()).isEqualTo("the requester agent-7: it loops");
            JsonNode page =
                    plane.client.asPerson(EVE, "GET", "/api/log?limit=2", "").json();
            assertThat(page.path("entries")).hasSize(2);
            assertThat(plane.client
                            .asPerson(
                                    EVE,
                                    "GET",
                                    "/api/log?limit=2&cursor="
                                            + page.path("next_cursor").asText(),
                                    "")
                            .json()
                            .at("/entries/0/kind")
                            .asText())
                    .isEqualTo("sidecar.disabled");
        }
    }

    @Test
    void noSecretIsInTheProgramsLog() throws Exception {
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        Level before = root.getLevel();
        ListAppender<ILoggingEvent> written = new ListAppender<>();
        written.start();
        root.addAppender(written);
        Logger ours = (Logger) LoggerFactory.getLogger("dev.hoop");
        ours.setLevel(Level.TRACE);
        try (TestPlane plane = TestPlane.start(directory, storage)) {
            List<String> secrets = new ArrayList<>(act(plane));
            secrets.addAll(List.of(ANA.value(), PAYMENTS.value(), DEE.value()));
            String link = plane.plane
                    .oneTimeSignInLink("ana@example.com", java.time.Duration.ofMinutes(1))
                    .getRawQuery()
                    .substring("link=".length());
            secrets.add(link);
            plane.client.send(plane.client.request("/sign-in?link=" + link), "GET", "");
            String guess = "a password that somebody mistyped";
            secrets.add(guess);
            plane.client.send(
                    plane.client.request("/sign-in").header("content-type", "application/x-www-form-urlencoded"),
                    "POST",
                    "email=ana%40example.com&password=" + guess.replace(' ', '+'));
            String log = List.copyOf(written.list).stream()
                    .map(event -> event.getFormattedMessage()
                            + (event.getThrowableProxy() == null
                                    ? ""
                                    : ThrowableProxyUtil.asString(event.getThrowableProxy())))
                    .collect(Collectors.joining("\n"));
            assertThat(log).contains("event=plane.act kind=sidecar.registered", "event=plane.sign_in.refused");
            assertThat(secrets)
                    .hasSizeGreaterThan(8)
                    .allSatisfy(secret -> assertThat(log).doesNotContain(secret));
            assertThat(log).doesNotContain("DROP TABLE secrets");
        } finally {
            root.detachAppender(written);
            root.setLevel(before);
            ours.setLevel(null);
        }
    }

    /** One of everything; the secrets that came up. */
    private static List<String> act(TestPlane plane) throws Exception {
        plane.withDee();
        List<String> secrets = new ArrayList<>();
        secrets.add(token(as(plane, "POST", "/api/sidecars", "{\"name\":\"reports\"}")));
        String sidecar = token(as(plane, "POST", "/api/sidecars/reports/token", ""));
        secrets.add(sidecar);
        as(plane, "PUT", "/api/approval-rules/r", "{\"reviewers_groups\":[\"billing\"]}");
        String password = "correct horse battery staple";
        secrets.add(password);
        as(plane, "POST", "/api/users", "{\"email\":\"fay@example.com\",\"name\":\"Fay\"}");
        as(plane, "PUT", "/api/users/fay@example.com/password", "{\"password\":\"" + password + "\"}");
        Answer made = as(plane, "POST", "/api/tokens", "{\"name\":\"laptop\"}");
        secrets.add(token(made));
        Answer freeze = plane.client.asPerson(
                ANA, "POST", "/api/freezes", "{\"requester\":\"agent-7\",\"reason\":\"it loops\"}");
        plane.client.asPerson(
                ANA, "POST", "/api/freezes/" + freeze.json().path("id").asText() + "/end", "{\"reason\":\"mended\"}");
        SecretToken known = SecretToken.of(sidecar);
        String id = plane.client
                .file(known, PlaneClient.filing("api", "r", "DROP TABLE secrets"))
                .id();
        plane.client.approve(ANA, id);
        plane.client.claim(known, id);
        as(plane, "DELETE", "/api/tokens/" + made.json().path("id").asText(), "");
        as(plane, "PATCH", "/api/users/fay@example.com", "{\"disabled\":true}");
        as(plane, "DELETE", "/api/approval-rules/r", "");
        as(plane, "PATCH", "/api/sidecars/reports", "{\"disabled\":true}");
        as(plane, "DELETE", "/api/sidecars/reports", "");
        as(plane, "DELETE", "/api/users/fay@example.com", "");
        return secrets;
    }

    private static Answer as(TestPlane plane, String method, String path, String body) throws Exception {
        Answer answer = plane.client.asPerson(DEE, method, path, body);
        assertThat(answer.status()).as(method + " " + path).isBetween(200, 204);
        return answer;
    }

    private static String token(Answer answer) {
        return answer.json().path("token").asText();
    }
}
