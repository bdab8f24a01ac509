package dev.hoop.proto.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.config.Binder;
import dev.hoop.core.guardrail.Rule;
import dev.hoop.core.guardrail.RuleType;
import dev.hoop.core.settings.SettingsReader;
import dev.hoop.core.settings.SidecarSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the reference of the configuration says of HTTP is true. */
class ReferenceTest {

    private static final Path REFERENCE = Path.of("..", "docs", "configuration.md");

    private final HttpListenerFactory http = new HttpListenerFactory();

    @Test
    void hasEveryKey() throws Exception {
        String reference = Files.readString(REFERENCE);

        assertThat(Binder.keysOf(HttpConfig.class))
                .allSatisfy(key -> assertThat(reference).contains("| `" + key + "` |"));
        assertThat(reference)
                .contains("0 to " + HttpConfig.MAX_BODY_BYTES + " bytes | " + HttpConfig.DEFAULT_MAX_BODY_BYTES);
        for (RuleType<?> type : http.ruleTypes()) {
            String row = reference
                    .lines()
                    .filter(line -> line.startsWith("| `" + type.name() + "` |"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no row for " + type.name()));
            assertThat(Binder.keysOf(type.fieldsType()))
                    .allSatisfy(key -> assertThat(row).contains("`" + key + "`"));
        }
    }

    @Test
    void itsExampleIsACompleteConfiguration() throws Exception {
        String reference = Files.readString(REFERENCE);
        int start = reference.indexOf("```yaml\n", reference.indexOf("<!-- checked")) + "```yaml\n".length();
        String example = reference.substring(start, reference.indexOf("```", start));

        SidecarSettings settings = new SettingsReader(List.of(http)).read("docs/configuration.md", example);

        assertThat(settings.listeners().get(0).protocolConfig())
                .isEqualTo(new HttpConfig(131_072, false, List.of(), List.of("ticket"), 600));
        assertThat(settings.listeners().get(0).guardrails().rules().rules())
                .extracting(Rule::name)
                .containsExactly(
                        "nothing-below-admin",
                        "deletes-need-a-person",
                        "no-drops",
                        "hide-server-errors",
                        "no-keys-in-requests");
    }

    @Test
    void anEmptyBlockIsTheDefault() throws Exception {
        SidecarSettings settings = new SettingsReader(List.of(http))
                .read("test.yaml", "listeners: [{name: a, protocol: http, listen: ':1', upstream: ':2'}]");

        assertThat(settings.listeners().get(0).protocolConfig()).isEqualTo(HttpConfig.DEFAULT);
    }
}
