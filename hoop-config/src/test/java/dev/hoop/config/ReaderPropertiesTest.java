package dev.hoop.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever the text is, it is bound or every problem has a place in it; nothing else happens. */
class ReaderPropertiesTest {

    record Inner(
            @NotEmpty String name, @Range(min = 1, max = 3) int size) {}

    record Outer(Optional<Inner> a, List<Inner> b, Map<String, Boolean> c, Optional<ConfigNode> d) {}

    /** As YAML 1.1 has them, which the parser follows. */
    private static final Pattern LINE_BREAK = Pattern.compile("\r\n|[\r\n\u0085\u2028\u2029]");

    @Property(tries = 3000)
    void neverThrows(@ForAll("documents") String text) {
        Problems problems = new Problems();

        Optional<Outer> bound =
                YamlReader.read("t", text, problems).flatMap(node -> Binder.bind(node, Outer.class, problems));

        assertThat(bound.isPresent() || !problems.isEmpty()).isTrue();
        List<String> lines = List.of(LINE_BREAK.split(text, -1));
        for (Problem problem : problems.all()) {
            Position at = problem.position();
            // One beyond the last line and the last column is where something is missing.
            assertThat(at.line()).isBetween(1, lines.size() + 1);
            int width = at.line() <= lines.size() ? lines.get(at.line() - 1).length() : 0;
            assertThat(at.column()).isBetween(1, width + 1);
        }
    }

    @Provide
    Arbitrary<String> documents() {
        Arbitrary<String> pieces = Arbitraries.of(
                "a",
                "b",
                "c",
                "d",
                "name",
                "size",
                "x-y",
                ": ",
                ":",
                "\n",
                "\n  ",
                "\n    ",
                "- ",
                "[",
                "]",
                "{",
                "}",
                ", ",
                "1",
                "9",
                "true",
                "~",
                "&k ",
                "*k",
                "<<",
                "\"",
                "'",
                "!",
                "!!str ",
                "#",
                "|\n",
                ">\n",
                "? ",
                "%",
                "---\n",
                "...\n",
                "\t",
                "\\",
                "@",
                "\u00e9",
                "\uD83D\uDE00",
                "\uD83D",
                "\u0000",
                "\u0085",
                "\uFEFF");
        Arbitrary<String> structured = pieces.list().ofMaxSize(40).map(list -> String.join("", list));
        return Arbitraries.oneOf(structured, Arbitraries.strings().ofMaxLength(60));
    }
}
