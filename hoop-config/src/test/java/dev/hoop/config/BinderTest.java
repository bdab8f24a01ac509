package dev.hoop.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BinderTest {

    enum Mode {
        HOLD,
        RETURN_AT_ONCE
    }

    /** A type that reads itself. */
    public record Port(int number) {
        public static Port parse(String text) {
            if (!text.startsWith("port-")) {
                throw new IllegalArgumentException("it has no number; write `port-1`");
            }
            return new Port(Integer.parseInt(text.substring(5)));
        }
    }

    record Inner(
            @NotEmpty String name,
            @Default("5") @Range(min = 1, max = 10) int size) {
        Inner {
            if (name.equals("odd")) {
                throw new IllegalArgumentException("odd is not a name; write another");
            }
        }
    }

    record Everything(
            Position position,
            String text,
            int maxConns,
            long big,
            boolean flag,
            @Default("hold") Mode mode,
            Optional<String> note,
            List<String> words,
            Map<String, Integer> counts,
            Path certFile,
            URI planeUrl,
            Port port,
            @Default("{}") Defaults defaults,
            Optional<Inner> inner,
            @Key("own_block") Optional<ConfigNode> raw,
            Optional<Located<String>> place) {}

    record Defaults(
            @Default("true") boolean on, @Default("-") String dash) {}

    record Strict(
            int number,
            boolean flag,
            Mode mode,
            @NotEmpty List<String> words,
            @NotEmpty String name,
            Inner inner,
            URI url,
            Port port,
            Optional<Path> keyFile,
            Map<String, Integer> counts) {}

    record Secret(@Range(min = 1, max = 2) int token, Mode password, URI database) {}

    private final Problems problems = new Problems();

    @Test
    void bindsEveryKindOfComponent() {
        Everything bound = bind("""
                text: 010
                max_conns: 010
                big: 0x10
                flag: true
                mode: return_at_once
                words: [a, 1, true]
                counts: {b: 2, a: 1}
                cert_file: certs/a.pem
                plane_url: http://127.0.0.1:8009
                port: port-7
                inner: {name: x}
                own_block: {anything: [goes]}
                place: here
                note: ~
                """, Everything.class);

        assertThat(bound.position()).hasToString("test.yaml:1:1");
        assertThat(bound.text()).isEqualTo("010");
        assertThat(bound.maxConns()).isEqualTo(10);
        assertThat(bound.big()).isEqualTo(16);
        assertThat(bound.flag()).isTrue();
        assertThat(bound.mode()).isEqualTo(Mode.RETURN_AT_ONCE);
        assertThat(bound.words()).containsExactly("a", "1", "true");
        assertThat(bound.counts()).containsExactly(Map.entry("b", 2), Map.entry("a", 1));
        assertThat(bound.certFile()).isEqualTo(Path.of("certs/a.pem"));
        assertThat(bound.planeUrl()).isEqualTo(URI.create("http://127.0.0.1:8009"));
        assertThat(bound.port()).isEqualTo(new Port(7));
        assertThat(bound.defaults()).isEqualTo(new Defaults(true, "-"));
        assertThat(bound.inner()).contains(new Inner("x", 5));
        assertThat(bound.raw().orElseThrow()).isInstanceOf(ConfigNode.Mapping.class);
        assertThat(bound.place().orElseThrow().position()).hasToString("test.yaml:13:8");
        assertThat(bound.note()).isEmpty();
    }

    @Test
    void tellsEveryProblemInOneRun() {
        Optional<Strict> bound = tryBind("""
                number: "5"
                flag: yes
                mode: hodl
                words: []
                inner: {name: odd}
                url: not a url
                port: 7
                key_file:
                counts: {a: x, b: 2}
                nubmer: 5
                """, Strict.class);

        assertThat(bound).isEmpty();
        assertThat(problems.all())
                .extracting(Problem::toString)
                .containsExactly(
                        "test.yaml:1:1: `name` is missing; add `name:`",
                        "test.yaml:1:9: `number` must be a whole number, not `5`; write digits without quotes",
                        "test.yaml:2:7: `flag` must be true or false, not `yes`; write `true` or `false`",
                        "test.yaml:3:7: `mode` cannot be `hodl`; did you mean `hold`?",
                        "test.yaml:4:8: `words` is empty; write at least one entry",
                        "test.yaml:5:8: odd is not a name; write another",
                        "test.yaml:6:6: `url` must be a URL, not `not a url`; write one URL",
                        "test.yaml:7:7: `port`: it has no number; write `port-1`",
                        "test.yaml:8:10: `key_file` has no value; write the path of a file, or remove the key",
                        "test.yaml:9:13: each value of `counts` must be a whole number, not `x`;"
                                + " write digits without quotes",
                        "test.yaml:10:1: unknown key `nubmer`; did you mean `number`?");
        assertThatThrownBy(problems::throwIfAny)
                .isInstanceOfSatisfying(
                        ConfigException.class,
                        refused -> assertThat(refused.problems()).hasSize(11))
                .hasMessageStartingWith("test.yaml:1:1: `name` is missing; add `name:`\ntest.yaml:1:9: ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[x]|test.yaml:1:8: `inner` must be a mapping, not a list; write keys and values, of `name`, `size`",
                "{name: [x]}|test.yaml:1:15: `name` must be text, not a list; write one value",
                "{name: ' '}|test.yaml:1:15: `name` is empty; write a text",
                "{name: x, size: 11}|test.yaml:1:24: `size` cannot be `11`; write a number from 1 to 10",
                "{name: x, size: 99999999999999999999}|test.yaml:1:24: `size` cannot be `99999999999999999999`;"
                        + " write a number from 1 to 10",
                "{name: x, size: 1.5}|test.yaml:1:24: `size` must be a whole number, not `1.5`;"
                        + " write a number from 1 to 10",
                "{name: x, else: 1}|test.yaml:1:18: unknown key `else`; remove it, or write one of `name`, `size`",
            })
    void saysWhatToWriteInstead(String inner, String problem) {
        record Outer(Inner inner) {}

        tryBind("inner: " + inner, Outer.class);

        assertThat(problems.all()).extracting(Problem::toString).containsExactly(problem);
    }

    @Test
    void neverRepeatsASecret() {
        tryBind("""
                token: 987654321
                password: hunter2
                database: "jdbc:x: password=hunter2"
                """, Secret.class);

        assertThat(problems.all())
                .extracting(Problem::toString)
                .containsExactly(
                        "test.yaml:1:8: `token` cannot be what is written there; write a number from 1 to 2",
                        "test.yaml:2:11: `password` cannot be what is written there;"
                                + " write one of `hold`, `return_at_once`",
                        "test.yaml:3:11: `database` must be a URL, not what is written there; write one URL");
    }

    @Test
    void aProblemUnderAnAliasIsToldOnce() {
        record Two(Inner a, Inner b) {}

        tryBind("a: &x {name: q, size: 0}\nb: *x\n", Two.class);

        assertThat(problems.all()).hasSize(1);
    }

    @Test
    void shortensWhatItRepeats() {
        record One(boolean flag) {}

        tryBind("flag: " + "y".repeat(1000), One.class);

        assertThat(problems.all().get(0).message())
                .isEqualTo("`flag` must be true or false, not `" + "y".repeat(60) + "...`");
    }

    @Test
    void aConstructorThatFailsOtherwiseIsADefectOfTheProgram() {
        record Broken(int number) {
            Broken {
                throw new IllegalStateException("a defect");
            }
        }

        assertThatThrownBy(() -> tryBind("number: 1", Broken.class)).isInstanceOf(IllegalStateException.class);
    }

    private <R extends Record> R bind(String text, Class<R> type) {
        return tryBind(text, type).orElseThrow(() -> new AssertionError(problems.all()));
    }

    private <R extends Record> Optional<R> tryBind(String text, Class<R> type) {
        return YamlReader.read("test.yaml", text, problems).flatMap(node -> Binder.bind(node, type, problems));
    }
}
