package dev.hoop.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.config.ConfigNode.Mapping;
import dev.hoop.config.ConfigNode.Scalar;
import dev.hoop.config.ConfigNode.Sequence;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlReaderTest {

    private final Problems problems = new Problems();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "010|INTEGER",
                "-3|INTEGER",
                "0x1f|INTEGER",
                "0o17|INTEGER",
                "1_000|STRING",
                "1e3|FLOAT",
                ".5|FLOAT",
                ".inf|FLOAT",
                "yes|STRING",
                "on|STRING",
                "true|BOOLEAN",
                "False|BOOLEAN",
                "~|NULL",
                "null|NULL",
                "Null|NULL",
                "'12'|STRING",
                "\"true\"|STRING",
                "2026-01-01|STRING",
                "12:30:45|STRING",
                "=|STRING",
                "0b11|STRING",
                "!!str 12|STRING",
                "1.2.3|STRING"
            })
    void readsScalarsByTheCoreSchema(String written, ScalarKind kind) {
        Scalar scalar = scalar(read("a: " + written), "a");

        assertThat(scalar.kind()).isEqualTo(kind);
        assertThat(problems.all()).isEmpty();
    }

    @Test
    void givesPositionsInCharacters() {
        Mapping document = read("a:\n  - x\n  - {\"\uD83D\uDE00\": 1, b: deep}\n");

        Sequence list = (Sequence) document.get("a").orElseThrow();
        Mapping inner = (Mapping) list.items().get(1);
        assertThat(list.position()).hasToString("test.yaml:2:3");
        assertThat(inner.position()).hasToString("test.yaml:3:5");
        assertThat(inner.entry("b").orElseThrow().keyPosition()).hasToString("test.yaml:3:14");
        assertThat(scalar(inner, "b").position()).hasToString("test.yaml:3:17");
    }

    @Test
    void repeatsWhatAliasesStandForAndMergesMappings() {
        Mapping document = read("""
                x-defaults: &defaults {mode: hold, limit: 5}
                one: {<<: *defaults, limit: 7}
                two: {<<: [{limit: 9}, *defaults]}
                three: *defaults
                """);

        assertThat(problems.all()).isEmpty();
        assertThat(document.get("x-defaults")).isEmpty();
        assertThat(scalar(document.get("one").orElseThrow(), "limit").text()).isEqualTo("7");
        assertThat(scalar(document.get("one").orElseThrow(), "mode").text()).isEqualTo("hold");
        assertThat(scalar(document.get("two").orElseThrow(), "limit").text()).isEqualTo("9");
        assertThat(scalar(document.get("three").orElseThrow(), "mode").position())
                .hasToString("test.yaml:1:30");
    }

    @Test
    void readsJson() {
        Mapping document = read("{\n\t\"a\": [1, \"x/y \\u00e9 \\ud83d\\ude00\", null, true],\r\n\t\"b\": {}\n}");

        assertThat(problems.all()).isEmpty();
        Sequence list = (Sequence) document.get("a").orElseThrow();
        assertThat(((Scalar) list.items().get(1)).text()).isEqualTo("x/y \u00e9 \uD83D\uDE00");
        assertThat(((Scalar) list.items().get(2)).isExplicitNull()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# only a comment\n", "---\n", "~\n", "\uFEFF"})
    void takesAnEmptyDocumentForAnEmptyMapping(String text) {
        assertThat(read(text).entries()).isEmpty();
        assertThat(problems.all()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a: 1\\nb: 2\\na: 3|test.yaml:3:1: the key `a` is here twice; keep one of them; the first is in line 1",
                "- a|test.yaml:1:1: the document is a list; write keys and values: `key: value`",
                "hunter2|test.yaml:1:1: the document is text; write keys and values: `key: value`",
                "a: 1\\n---\\nb: 2|test.yaml:2:1: a second document begins here; keep one document in the file",
                "a: !java.net.URL [x]|test.yaml:1:4: a tag is not allowed here; remove it, or quote a text that begins with `!`",
                "a: !hunter2|test.yaml:1:4: a tag is not allowed here; remove it, or quote a text that begins with `!`",
                "a: *hunter2|test.yaml:1:4: an alias without an anchor before it; define the anchor with `&name` first, or quote a text that begins with `*`",
                "a: &x [*x]|test.yaml:1:8: an alias inside what it stands for; remove it",
                "[1]: 2|test.yaml:1:1: a key must be text, not a list; write `key: value`",
                "~: 2|test.yaml:1:1: a key must be text, not null; write `key: value`",
                "<<: 5|test.yaml:1:5: `<<` merges mappings, not a whole number; write an alias of a mapping: `<<: *name`",
                "a: @hunter2|test.yaml:1:4: this is not YAML; quote a value that begins with this character",
                "a: b: hunter2|test.yaml:1:5: this is not YAML; quote a value that contains `: `, or check the indentation",
                "a: \"\\q\"|test.yaml:1:6: this is not YAML; in double quotes a backslash begins an escape: use single quotes, or write it twice",
                "a: [1, 2|test.yaml:1:9: this is not YAML; close the quotes and brackets",
                "a: {b: 1\\nc: 2|test.yaml:2:2: this is not YAML; separate the entries with commas and close the bracket",
                "a:\\n\\t- x|test.yaml:2:1: this is not YAML; indent with spaces, not tabs",
                "a: 1\\n  b: 2|test.yaml:2:4: this is not YAML; quote a value that contains `: `, or check the indentation",
                "a: x\\u0001y|test.yaml:1:5: a character that YAML does not allow; remove it, or write it as an escape inside double quotes",
            })
    void refusesWhatIsNotOnePlainDocument(String written, String problem) {
        String text = written.replace("\\n", "\n").replace("\\t", "\t").replace("\\u0001", "\u0001");

        YamlReader.read("test.yaml", text, problems);

        assertThat(problems.all()).extracting(Problem::toString).containsExactly(problem);
        assertThat(problems.all().toString()).doesNotContain("hunter2");
    }

    @Test
    void boundsTheDepth() {
        String bomb = "a: " + "[".repeat(100_000);

        YamlReader.read("test.yaml", bomb, problems);

        assertThat(problems.all())
                .extracting(Problem::toString)
                .containsExactly("test.yaml:1:67: nested deeper than 64 levels; flatten the document");
    }

    @Test
    void boundsTheDepthThatAliasesBuild() {
        StringBuilder text = new StringBuilder("a0: &a0 [x]\n");
        for (int i = 1; i < 1000; i++) {
            text.append("a%d: &a%d [*a%d]%n".formatted(i, i, i - 1));
        }

        YamlReader.read("test.yaml", text.toString(), problems);

        assertThat(problems.all()).hasSize(1);
        assertThat(problems.all().get(0).message()).isEqualTo("nested deeper than 64 levels");
    }

    @Test
    void boundsTheExpansionOfAliases() {
        StringBuilder text = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 9; i++) {
            text.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(10)));
        }

        YamlReader.read("test.yaml", text.toString(), problems);

        assertThat(problems.all())
                .extracting(Problem::toString)
                .containsExactly("test.yaml:5:45: the document has more than 100000 values, aliases expanded;"
                        + " use fewer aliases");
    }

    @Test
    void boundsTheSize(@TempDir Path dir) throws Exception {
        Path file = dir.resolve("big.yaml");
        Files.writeString(file, "# ".repeat(YamlReader.MAX_BYTES));

        assertThat(YamlReader.read(file, problems)).isEmpty();
        assertThat(problems.all())
                .extracting(Problem::message)
                .containsExactly("the document is larger than 1048576 bytes");
    }

    @Test
    void readsFilesAsUtf8Only(@TempDir Path dir) throws Exception {
        Path file = dir.resolve("latin1.yaml");
        Files.write(file, "a: \u00fc\nname: J\u00fcrgen\n".getBytes(StandardCharsets.ISO_8859_1));

        assertThat(YamlReader.read(file, problems)).isEmpty();
        assertThat(problems.all())
                .containsExactly(new Problem(
                        new Position(file.toString(), 1, 4), "the file is not UTF-8 text", "save it as UTF-8"));
    }

    @Test
    void saysWhatIsWrongWithAFileThatCannotBeRead(@TempDir Path dir) {
        YamlReader.read(dir.resolve("absent.yaml"), problems);
        YamlReader.read(dir, problems);

        assertThat(problems.all())
                .extracting(Problem::message)
                .containsExactlyInAnyOrder("there is no such file", "the file cannot be read");
    }

    @Test
    void nodesPrintNoValues() {
        List<Object> nodes =
                List.of(read("a: hunter2"), read("a: [hunter2]").get("a"), scalar(read("a: hunter2"), "a"));

        assertThat(nodes.toString()).doesNotContain("hunter2");
    }

    private Mapping read(String text) {
        return YamlReader.read("test.yaml", text, problems).orElseThrow(() -> new AssertionError(problems.all()));
    }

    private static Scalar scalar(ConfigNode node, String key) {
        return (Scalar) ((Mapping) node).get(key).orElseThrow();
    }
}
