package dev.hoop.proto.http.internal.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathPatternTest {

    @ParameterizedTest
    @CsvSource({
        "/a, /a, true",
        "/a, /a/, true",
        "/a/, /a, true",
        "/a, /b, false",
        "/a, /a/b, false",
        "/a, /A, false",
        "/, /, true",
        "/, /a, false",
        "/*, /a, true",
        "/*, /a/b, false",
        "/*, /, true",
        "/a/*, /a, false",
        "/a/*, /a/b, true",
        "/a/*/c, /a/b/c, true",
        "/a/*/c, /a/b/b/c, false",
        "/a/b*d, /a/bcd, true",
        "/a/b*d, /a/bd, true",
        "/a/b*d, /a/b/d, false",
        "/a/*.json, /a/x.json, true",
        "/a/*.json, /a/x.json.txt, false",
        "/admin/**, /admin, true",
        "/admin/**, /admin/, true",
        "/admin/**, /admin/x/y, true",
        "/admin/**, /administrator, false",
        "/a/**/z, /a/z, true",
        "/a/**/z, /a/b/c/z, true",
        "/a/**/z, /az, false",
        "/a/**/z, /a/bz, false",
        "/**, /, true",
        "/**, /a/b, true",
        "**, /a/b, true",
        "*, /a/b, true",
        "**/secrets, /secrets, true",
        "**/secrets, /a/b/secrets, true",
        "**/secrets, /a/nosecrets, false",
        "**/secrets/**, /a/secrets/b, true",
        "**/secrets/**, /a/secrets, true",
        "/a/**/**/b, /a/b, true",
        "/a/***, /a/b/c, true",
        "/a**z, /a/b/z, true",
        "/caf\u00e9/*, /caf\u00e9/x, true",
    })
    void matches(String pattern, String path, boolean matches) {
        assertThat(PathPattern.parse(pattern).matches(path)).isEqualTo(matches);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "admin", "admin/**", "http://h/admin", "/a?b=c", "/a#b", "*/a", "*.json"})
    void refusesWhatCanNeverMatch(String pattern) {
        assertThatThrownBy(() -> PathPattern.parse(pattern)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void takesTimeInProportionToThePath() {
        // A matcher that goes back would need longer than this test may run.
        String pattern = "/" + "*a".repeat(40) + "/**/" + "*b".repeat(40) + "/**/c";
        String path = "/" + "a".repeat(10_000) + "/" + "b".repeat(10_000) + "/d".repeat(5_000);
        assertThat(PathPattern.parse(pattern).matches(path)).isFalse();
        assertThat(PathPattern.parse(pattern).matches(path + "/c")).isTrue();
    }

    @Provide
    Arbitrary<String> patterns() {
        return Arbitraries.of("/", "a", "b", "*", "**", "/**", "/**/", "/a")
                .list()
                .ofMaxSize(30)
                .map(pieces -> "/" + String.join("", pieces));
    }

    @Provide
    Arbitrary<String> paths() {
        return Arbitraries.of("/", "a", "b", "/a", "/b")
                .list()
                .ofMaxSize(12)
                .map(pieces -> "/" + String.join("", pieces));
    }

    @Property(tries = 5000)
    void agreesWithARegularExpression(@ForAll("patterns") String pattern, @ForAll("paths") String path) {
        assertThat(PathPattern.parse(pattern).matches(path))
                .isEqualTo(regex(pattern).matcher(withoutLastSlash(path)).matches());
    }

    private static Pattern regex(String glob) {
        String source = withoutLastSlash(glob.replaceAll("\\*{3,}", "**"));
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < source.length(); i++) {
            if (source.startsWith("/**", i) && (i + 3 == source.length() || source.charAt(i + 3) == '/')) {
                regex.append("(?:/.*)?");
                i += 2;
            } else if (source.startsWith("**", i)) {
                regex.append(".*");
                i++;
            } else {
                regex.append(source.charAt(i) == '*' ? "[^/]*" : source.substring(i, i + 1));
            }
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }

    private static String withoutLastSlash(String path) {
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
}
