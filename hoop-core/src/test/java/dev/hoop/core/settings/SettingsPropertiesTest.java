package dev.hoop.core.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.config.ConfigException;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** However a good configuration is spoilt, it is read or refused with positions in it. */
class SettingsPropertiesTest {

    private static final List<String> GOOD = """
            log_level: debug
            control_plane_url: https://plane.example.com:8009
            admin: {listen: 127.0.0.1:19000}
            audit:
              file: audit.jsonl
              fail_open: true
            guardrails:
              mode: observe
              rules:
                - {name: inherited, type: operation, operations: [WRITE]}
            listeners:
              - name: one
                protocol: line
                listen: "[::1]:0"
                upstream: api.example.com:443
                upstream_tls:
                  server_name: api.internal
                idle_timeout_sec: 60
                guardrails:
                  rules:
                    - name: own
                      type: deny_words_list
                      words: [secret, other]
                review:
                  approval_rule: approvers
                line:
                  depth: 3
            """.lines().toList();

    /** One change of a line. */
    record Change(int line, int kind, String piece) {
        void apply(List<String> lines) {
            int at = line % lines.size();
            String old = lines.get(at);
            switch (kind) {
                case 0 -> lines.set(at, "");
                case 1 -> lines.add(at, old);
                case 2 -> lines.set(at, " " + old);
                case 3 -> lines.set(at, old.replaceFirst(":.*", ": " + piece));
                case 4 -> lines.set(at, old.replaceFirst("[a-z_]+:", piece + ":"));
                default -> lines.set(at, old + piece);
            }
        }
    }

    private final SettingsReader reader = new SettingsReader(List.of(new SampleProtocol("line", false)));

    @Property(tries = 2000)
    void isReadOrRefused(@ForAll("changes") List<Change> changes) {
        List<String> lines = new ArrayList<>(GOOD);
        changes.forEach(change -> change.apply(lines));
        try {
            SidecarSettings settings = reader.read("test.yaml", String.join("\n", lines));
            assertThat(settings.listeners()).isNotEmpty();
        } catch (ConfigException refused) {
            assertThat(refused.problems()).isNotEmpty().allSatisfy(problem -> {
                assertThat(problem.position().line()).isBetween(1, lines.size() + 1);
                assertThat(problem.message()).isNotBlank();
            });
        }
    }

    @Provide
    Arbitrary<List<Change>> changes() {
        Arbitrary<String> pieces = Arbitraries.of(
                "",
                "~",
                "null",
                "5",
                "-1",
                "99999999999999999999",
                "true",
                "text",
                "[]",
                "[a]",
                "[[a]]",
                "{}",
                "{a: b}",
                "[{}]",
                "[~]",
                "''",
                "\"\\0\"",
                "name",
                "mode",
                "rules",
                "http",
                "type",
                "&a",
                "*a",
                "!x y",
                "\"\u0001\"",
                "\uD83D\uDE00",
                ":",
                "- ",
                "# c",
                "'");
        return Combinators.combine(
                        Arbitraries.integers().between(0, 100),
                        Arbitraries.integers().between(0, 5),
                        pieces)
                .as(Change::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(4);
    }
}
