package dev.hoop.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.controlplane.ControlPlaneSettings;
import dev.hoop.controlplane.SecretToken;
import dev.hoop.core.ListenerFactories;
import dev.hoop.core.settings.SettingsReader;
import dev.hoop.core.settings.SidecarSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the README shows is what the build compiles and runs. */
class ReadmeTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern SNIPPET =
            Pattern.compile("<!-- from: (\\S+) -->\\n```\\w+\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)\\)");

    private final String readme = read("README.md");

    @Test
    void everySnippetStandsInItsFile() {
        Matcher snippet = SNIPPET.matcher(readme);
        List<String> files = new ArrayList<>();
        while (snippet.find()) {
            files.add(snippet.group(1));
            assertThat(unindented(read(snippet.group(1)))).as(snippet.group(1)).contains(unindented(snippet.group(2)));
        }
        assertThat(files).hasSizeGreaterThanOrEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"billing-api.yaml", "payments-db.yaml"})
    void theConfigurationLoads(String file) throws Exception {
        SettingsReader reader =
                new SettingsReader(ListenerFactories.load(getClass().getClassLoader()));

        SidecarSettings settings = reader.read(ROOT.resolve("examples/configs").resolve(file));

        assertThat(settings.listeners()).hasSize(1);
        assertThat(settings.listeners().get(0).guardrails().canRequireReview()).isTrue();
    }

    @Test
    void thePlanesConfigurationLoads(@TempDir Path directory) throws Exception {
        Set<PosixFilePermission> ownersOnly = PosixFilePermissions.fromString("rw-------");
        for (String who : List.of("ana", "payments")) {
            Path token = directory.resolve(who + ".token");
            Files.createFile(token, PosixFilePermissions.asFileAttribute(ownersOnly));
            Files.writeString(token, SecretToken.random().value());
        }
        Path file = directory.resolve("control-plane.yaml");
        Files.writeString(file, read("examples/configs/control-plane.yaml").replace("secrets", directory.toString()));

        ControlPlaneSettings settings = ControlPlaneSettings.load(file);

        assertThat(settings.people().approvalRules())
                .extracting(rule -> rule.name())
                .containsExactly("billing-approvers", "payments-approvers");
        assertThat(settings.people().users()).hasSize(1);
        assertThat(settings.people().sidecars()).hasSize(1);
    }

    @Test
    void theConfigurationWithMcpLoads() throws Exception {
        SettingsReader reader =
                new SettingsReader(ListenerFactories.load(getClass().getClassLoader()));
        String text = read("examples/configs/billing-api.yaml") + read("examples/mcp/sidecar.yaml");

        assertThat(reader.read("README.md", text).mcp()).isPresent();
    }

    @Test
    void everyLinkLeadsSomewhere() {
        LINK.matcher(readme)
                .results()
                .map(link -> link.group(1))
                .forEach(target -> assertThat(ROOT.resolve(target)).as(target).exists());
    }

    private static String unindented(String text) {
        return text.lines().map(String::strip).reduce("", (all, line) -> all + line + "\n");
    }

    private static String read(String file) {
        try {
            return Files.readString(ROOT.resolve(file));
        } catch (IOException e) {
            throw new AssertionError("README.md speaks of " + file, e);
        }
    }
}
