package dev.hoop.controlplane.internal.highlight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.controlplane.internal.review.StatementText;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ColouredTextTest {

    @Test
    void sqlInItsDialect() {
        assertThat(shown("postgres", "DELETE FROM t WHERE a = 'it''s' -- no\n AND b = $1"))
                .isEqualTo("[change DELETE] [word FROM] t [word WHERE] a = [text 'it''s'] [comment -- no]|"
                        + " [word AND] b = [parameter $1]");
        assertThat(shown("postgres", "SELECT $f$DROP$f$, \"drop\", a::int, E'\\'x', /* /* drop */ drop */ 1.5e3"))
                .isEqualTo("[word SELECT] [text $f$DROP$f$], [name \"drop\"], a::int, [text E'\\'x'],"
                        + " [comment /* /* drop */ drop */] [number 1.5e3]");
        assertThat(shown("mysql", "SELECT 'a\\'b', \"c\", `d` # e"))
                .isEqualTo("[word SELECT] [text 'a\\'b'], [text \"c\"], [name `d`] [comment # e]");
        assertThat(shown("mssql", "EXEC [dbo].[p] @id = N'x'"))
                .isEqualTo("[change EXEC] [name [dbo]].[name [p]] [parameter @id] = [text N'x']");
    }

    @Test
    void whatMysqlRunsIsNoComment() {
        assertThat(shown("mysql", "SELECT 1 /*!50000 ; DROP TABLE t */"))
                .isEqualTo("[word SELECT] [number 1] [change /*!50000] ; [change DROP] [word TABLE] t [change */]");
        assertThat(shown("mysql", "SELECT 5--1")).isEqualTo("[word SELECT] [number 5]--[number 1]");
    }

    @Test
    void aBackslashEndsNoStringOfPostgres() {
        assertThat(shown("postgres", "SELECT 'a\\'; DROP TABLE t; --'"))
                .contains("[text 'a\\']; [change DROP] [word TABLE] t; [comment --']");
    }

    @Test
    void requestsAndCalls() {
        assertThat(shown("http", "DELETE /v1/a?b=c&d\nX-HTTP-Method: PUT\n\n{\"a\": [1, true, \"x\"]}"))
                .isEqualTo("[change DELETE] [name /v1/a]?[parameter b]=[text c]&[parameter d]|"
                        + "[name X-HTTP-Method]:[text  PUT]||{[name \"a\"]: [[number 1], [word true], [text \"x\"]]}");
        assertThat(shown("http", "GET /v1/a")).startsWith("[word GET]");
        assertThat(shown("grpc", "/a.B/C\n{\"x\":-1}")).isEqualTo("[name /a.B/C]|{[name \"x\"]:[number -1]}");
        assertThat(shown("mongodb", "{\"$set\": {\"a\": null}}"))
                .isEqualTo("{[word \"$set\"]: {[name \"a\"]: [word null]}}");
    }

    @Test
    void marksStayMarks() {
        assertThat(shown("postgres", "SELECT 'a\u202eb'\t1 "))
                .isEqualTo("[word SELECT] [text 'a][mark ⟨U+202E⟩][text b'][mark →\t][number 1][mark ·]");
        ColouredText bytes =
                ColouredText.of(StatementText.of(new byte[] {'D', 'R', 'O', 'P', ' ', (byte) 0xff}), Language.POSTGRES);
        assertThat(shown(bytes)).isEqualTo("DROP [mark \\xff]");
        assertThat(bytes.marked()).isTrue();
    }

    @Test
    void aLanguageIsGuessedWhereNobodyTellsIt() {
        assertThat(Language.of(Optional.empty(), "DELETE /v1/a\n\n")).isEqualTo(Language.HTTP);
        assertThat(Language.of(Optional.empty(), "/a.B/C")).isEqualTo(Language.GRPC);
        assertThat(Language.of(Optional.empty(), " {\"find\": 1}")).isEqualTo(Language.JSON);
        assertThat(Language.of(Optional.empty(), "DELETE FROM a")).isEqualTo(Language.POSTGRES);
        assertThat(Language.of(Optional.of("of-tomorrow"), "DELETE FROM a")).isEqualTo(Language.POSTGRES);
    }

    /** Whatever the text is, colouring it changes no character of it and loses none. */
    @ParameterizedTest
    @EnumSource
    void nothingIsLostOrAdded(Language language) {
        Random random = new Random(7);
        String alphabet = "abE'\"`$[]{}/*-#!?:@1.\\\n\r\t ;=&\u202e\ud83d\ude00é";
        for (int i = 0; i < 3_000; i++) {
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(40);
            for (int c = 0; c < length; c++) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            StatementText statement = StatementText.of(text.toString().getBytes(StandardCharsets.UTF_8));
            assertThat(plain(ColouredText.of(statement, language)))
                    .as(text.toString())
                    .isEqualTo(statement.lines().stream()
                            .map(line -> line.pieces().stream()
                                    .map(StatementText.Piece::text)
                                    .collect(Collectors.joining()))
                            .collect(Collectors.joining("\n")));
        }
    }

    private static String plain(ColouredText text) {
        return text.lines().stream()
                .map(line ->
                        line.pieces().stream().map(ColouredText.Piece::text).collect(Collectors.joining()))
                .collect(Collectors.joining("\n"));
    }

    private static String shown(String protocol, String text) {
        return shown(ColouredText.of(
                StatementText.of(text.getBytes(StandardCharsets.UTF_8)), Language.of(Optional.of(protocol), text)));
    }

    private static String shown(ColouredText text) {
        return text.lines().stream().map(line -> line(line.pieces())).collect(Collectors.joining("|"));
    }

    private static String line(List<ColouredText.Piece> pieces) {
        return pieces.stream()
                .map(piece -> piece.style().isEmpty()
                        ? piece.text()
                        : "[" + piece.style().replace("t-", "") + " " + piece.text() + "]")
                .collect(Collectors.joining());
    }
}
