package dev.hoop.proto.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testkit.pg.PgFrontend;
import dev.hoop.testkit.pg.PgLogin;
import dev.hoop.testkit.pg.RawPgClient;
import dev.hoop.testkit.pg.SharedPostgres;
import dev.hoop.testkit.sidecar.TestSidecar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The scanner's permanent file of evasions, on the wire: what is no read is refused by a rule that says so. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SqlEvasionsTest {

    private static final Path FILE = Path.of("..", "hoop-core", "src", "test", "resources", "sql", "evasions.tsv");

    private static final Pattern ESCAPE = Pattern.compile("\\\\(u[0-9a-fA-F]{4}|.)");

    private static final Set<String> READS = Set.of("select", "show", "set");

    private static final String READS_ONLY = """
            guardrails:
              rules:
                - name: reads-only
                  type: operation
                  operations: [lock, call, other, insert, update, create, alter, revoke, grant, delete, truncate, drop, unknown]
                  message: reads only
            """;

    @RegisterExtension
    static final SharedPostgres POSTGRES = SharedPostgres.plain();

    private TestSidecar sidecar;

    /** A row of the file. */
    record Evasion(int line, boolean standardStrings, List<String> operations, String sql) {
        boolean isRead() {
            return READS.containsAll(operations);
        }

        @Override
        public String toString() {
            return line + ": " + sql;
        }
    }

    @BeforeAll
    void start() {
        sidecar = PgSidecars.start(POSTGRES.server().hostAndPort(), READS_ONLY);
    }

    @AfterAll
    void stop() {
        sidecar.close();
    }

    static Stream<Evasion> evasions() throws IOException {
        List<String> lines = Files.readAllLines(FILE);
        return java.util.stream.IntStream.range(0, lines.size())
                .filter(i -> lines.get(i).startsWith("postgres\t"))
                .mapToObj(i -> evasion(i + 1, lines.get(i).split("\t", -1)))
                // A text cannot hold the byte that ends it.
                .filter(evasion -> evasion.sql().indexOf('\0') < 0);
    }

    private static Evasion evasion(int line, String[] columns) {
        List<String> operations = List.of(columns[2].split("[+]"));
        return new Evasion(line, columns[1].equals("on"), operations, unescaped(columns[3]));
    }

    private static String unescaped(String column) {
        return ESCAPE.matcher(column)
                .replaceAll(match -> Matcher.quoteReplacement(
                        switch (match.group(1).charAt(0)) {
                            case 'n' -> "\n";
                            case 'r' -> "\r";
                            case 't' -> "\t";
                            case 'u' ->
                                Character.toString(
                                        Integer.parseInt(match.group(1).substring(1), 16));
                            default -> match.group(1);
                        }));
    }

    @ParameterizedTest
    @MethodSource("evasions")
    void aSimpleQuery(Evasion evasion) {
        assertJudged(evasion, PgFrontend.query(evasion.sql()));
    }

    @ParameterizedTest
    @MethodSource("evasions")
    void aPreparedStatement(Evasion evasion) {
        assertJudged(
                evasion,
                PgFrontend.together(
                        PgFrontend.parse("", evasion.sql()),
                        PgFrontend.bind("", ""),
                        PgFrontend.execute("", 0),
                        PgFrontend.sync()));
    }

    private void assertJudged(Evasion evasion, byte[] messages) {
        // A value of the session's own: otherwise what another value would make of the text counts, too.
        PgLogin login = PgLogin.as("postgres", POSTGRES.database())
                .withOption("standard_conforming_strings", evasion.standardStrings() ? "on" : "off");
        try (RawPgClient client = RawPgClient.open(sidecar.address(PgSidecars.LISTENER), login)) {
            List<String> answer = RawPgClient.lines(client.send(messages).readUntilReady());
            boolean refused = answer.stream().anyMatch(line -> line.contains("42501") && line.contains("reads only"));
            assertThat(refused)
                    .as("%s of %s: %s", evasion.operations(), evasion, answer)
                    .isEqualTo(!evasion.isRead());
        }
    }
}
