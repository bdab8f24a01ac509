package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.controlplane.PlaneClient.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/plane-people.md shows is what there is. */
class PeopleDocumentationTest {

    private static final Path DOCUMENT = Path.of("../docs/plane-people.md");

    @TempDir
    private Path directory;

    @Test
    void theConfigurationLoadsAndWhatItCallsDefaultsAreThem() throws Exception {
        for (String name : List.of("ana.token", "dee.token", "payments.token", "payments.old", "oidc.secret")) {
            SecretToken.random().write(directory.resolve(name));
        }
        ControlPlaneSettings settings = load(blocks("yaml").get(0));
        assertThat(settings.people().users().get(0).capabilities()).isEqualTo(Set.of(Capability.REVIEW));
        assertThat(settings.people().users().get(1).capabilities())
                .isEqualTo(Set.of(Capability.ADMIN, Capability.AUDIT));
        assertThat(settings.people().sidecars().get(0).previousToken()).isPresent();
        assertThat(settings.access().filing()).isEqualTo(FilingLimits.defaults());
        OidcProvider shown = settings.access().oidc().orElseThrow();
        assertThat(settings.toString())
                .doesNotContain(shown.clientSecret().orElseThrow().value());
        OidcProvider least = load("oidc: {issuer: \"https://login.example.com/realms/staff\", client_id: hoop}")
                .access()
                .oidc()
                .orElseThrow();
        assertThat(List.of(least.scopes(), least.emailClaim(), least.groupsClaim(), least.createUsers()))
                .isEqualTo(List.of(shown.scopes(), shown.emailClaim(), shown.groupsClaim(), shown.createUsers()));
    }

    @Test
    void theFreezeThatIsShownFreezes() throws Exception {
        Matcher body = Pattern.compile("-d '([^']+)'").matcher(blocks("sh").get(0));
        assertThat(body.find()).isTrue();
        try (TestPlane plane = TestPlane.start(directory)) {
            Answer made = plane.client.asPerson(ANA, "POST", "/api/freezes", body.group(1));
            assertThat(made.status()).isEqualTo(201);
        }
    }

    @Test
    void everyCallOfTheTableIsOne() throws Exception {
        SecretToken dee = SecretToken.random();
        try (TestPlane plane = TestPlane.start(directory)) {
            plane.plane.ensureUser(
                    new PlaneUser("dee@example.com", "Dee", List.of(), Set.of(Capability.values()), Optional.of(dee)));
            int calls = 0;
            for (String line : Files.readAllLines(DOCUMENT)) {
                if (!line.startsWith("| `")) {
                    continue;
                }
                Matcher call = Pattern.compile("((?:`?(?:GET|POST|PUT|PATCH|DELETE)`?,? ?)+)(/api/[^?` ]+)")
                        .matcher(line.split("\\|")[1]);
                while (call.find()) {
                    for (String method :
                            call.group(1).replaceAll("[`,]", " ").strip().split(" +")) {
                        String path = call.group(2).replaceAll("\\{[a-z]+}", "nothing");
                        Answer answer = plane.client.asPerson(dee, method, path, method.equals("GET") ? "" : "{}");
                        assertThat(answer.json().isObject() || answer.status() == 204)
                                .as(method + " " + path + " " + answer.status() + " "
                                        + answer.response().body())
                                .isTrue();
                        calls++;
                    }
                }
            }
            assertThat(calls).isGreaterThan(30);
        }
    }

    private ControlPlaneSettings load(String text) throws Exception {
        Path file = directory.resolve("control-plane.yaml");
        Files.writeString(file, text.replace("secrets/", directory + "/"));
        return ControlPlaneSettings.load(file);
    }

    private static List<String> blocks(String language) throws Exception {
        Matcher matcher = Pattern.compile("(?s)```" + language + "\n(.*?)```").matcher(Files.readString(DOCUMENT));
        List<String> blocks = new ArrayList<>();
        while (matcher.find()) {
            blocks.add(matcher.group(1));
        }
        return blocks;
    }
}
