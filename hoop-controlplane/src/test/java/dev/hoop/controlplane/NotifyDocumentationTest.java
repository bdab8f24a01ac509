package dev.hoop.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.web.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/plane-notify.md shows is what there is. */
class NotifyDocumentationTest {

    private static final Path DOCUMENT = Path.of("../docs/plane-notify.md");
    private static final Path SOURCE = Path.of("src/test/java/dev/hoop/controlplane/NotificationTest.java");

    @TempDir
    private Path directory;

    @Test
    void theConfigurationLoads() throws Exception {
        SecretToken.random().write(directory.resolve("hook.key"));
        SecretToken.random().write(directory.resolve("smtp.password"));
        Path slack = directory.resolve("slack.url");
        SecretToken.random().write(slack);
        Files.writeString(slack, "https://hooks.slack.com/services/T0/B0/x\n");
        Path file = directory.resolve("control-plane.yaml");
        Files.writeString(file, blocks("yaml").get(0).replace("secrets/", directory + "/"));

        Notifications notifications = ControlPlaneSettings.load(file).notifications();
        assertThat(notifications.channels())
                .extracting(NotificationChannel::label)
                .containsExactly("webhook ci.example.com", "slack hooks.slack.com", "email smtp.example.com");
        assertThat(notifications.toString()).doesNotContain("services/T0");
    }

    @Test
    void theCheckIsTheOneThatIsTested() throws Exception {
        String source = Files.readString(SOURCE);
        String shown = source.substring(source.indexOf("// shown from here"), source.indexOf("// to here"));
        assertThat(squeezed(shown)).contains(squeezed(blocks("java").get(0)));
    }

    @Test
    void theMessagesAreJson() throws Exception {
        assertThat(blocks("json"))
                .hasSize(2)
                .allSatisfy(block -> assertThat(Json.read(block).isObject()).isTrue());
    }

    private static String squeezed(String code) {
        return code.replaceAll("\\s+", "");
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
