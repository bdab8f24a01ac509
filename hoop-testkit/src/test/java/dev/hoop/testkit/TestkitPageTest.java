package dev.hoop.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What docs/testkit.md shows is what the build compiles. */
class TestkitPageTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern SNIPPET =
            Pattern.compile("<!-- snippet: (\\S+) -->\\n```\\w+\\n(.*?)```\\n", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\]\\((\\.\\./[^)]+)\\)");
    private static final Pattern TYPE = Pattern.compile("`((?:Raw|Wire|Test|Fragment|Postgres|Shared|Pg)[A-Z]\\w+)`");

    private static String page() throws IOException {
        return Files.readString(ROOT.resolve("docs/testkit.md"));
    }

    @Test
    void snippetsAreTheFilesThatTheyName() throws IOException {
        List<String> paths =
                SNIPPET.matcher(page()).results().map(found -> found.group(1)).toList();
        assertThat(paths).isNotEmpty();
        Matcher snippets = SNIPPET.matcher(page());
        while (snippets.find()) {
            assertThat(snippets.group(2))
                    .as(snippets.group(1))
                    .isEqualTo(Files.readString(ROOT.resolve(snippets.group(1))));
        }
    }

    @Test
    void linksLeadSomewhere() throws IOException {
        assertThat(LINK.matcher(page())
                        .results()
                        .map(found -> ROOT.resolve("docs").resolve(found.group(1))))
                .isNotEmpty()
                .allSatisfy(path -> assertThat(path).exists());
    }

    @Test
    void classesThatItNamesAreThere() throws IOException {
        List<String> types = TYPE.matcher(page())
                .results()
                .map(found -> found.group(1))
                .distinct()
                .toList();
        assertThat(types).isNotEmpty().allSatisfy(type -> assertThat(sources()).contains(type + ".java"));
    }

    private static List<String> sources() throws IOException {
        try (var files = Files.walk(ROOT.resolve("hoop-testkit/src/main/java"))) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
