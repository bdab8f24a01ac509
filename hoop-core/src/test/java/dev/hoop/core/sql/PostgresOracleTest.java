package dev.hoop.core.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The scanner against PostgreSQL's own parser: the same verdict or {@code unknown}. The profile {@code peers} fetches it;
 * skipped without it.
 */
@EnabledIfSystemProperty(named = "peers", matches = ".+", disabledReason = "the profile peers is not on")
class PostgresOracleTest {

    private static final int BATCH = 2000;

    private static PostgresOracle oracle;
    private static List<String> corpus;

    @BeforeAll
    static void start() throws IOException {
        oracle = new PostgresOracle(Path.of(System.getProperty("peers")));
        corpus = SqlCases.read("postgres-oracle.tsv").stream()
                .map(line -> line.columns().get(1))
                .toList();
    }

    @AfterAll
    static void stop() throws IOException {
        oracle.close();
    }

    /** When this fails, the file that it wrote is the new resource. */
    @Test
    void theFixedVerdictsAreThoseOfTheParser() throws IOException {
        Path resource = Path.of("src/test/resources/sql/postgres-oracle.tsv");
        List<String> verdicts =
                oracle.judge(corpus).stream().map(OracleVerdict::line).toList();
        List<String> fresh = new ArrayList<>();
        int next = 0;
        for (String line : Files.readAllLines(resource, StandardCharsets.UTF_8)) {
            if (line.isEmpty() || line.startsWith("#")) {
                fresh.add(line);
            } else {
                fresh.add(verdicts.get(next++) + line.substring(line.indexOf('\t')));
            }
        }
        Files.write(Path.of("target/postgres-oracle.tsv"), fresh, StandardCharsets.UTF_8);

        assertThat(Files.readAllLines(resource, StandardCharsets.UTF_8))
                .as("target/postgres-oracle.tsv is what the resource should be")
                .isEqualTo(fresh);
    }

    @Test
    void mutatedTextsAreReadAsTheParserReadsThem() throws IOException {
        long seed = Long.getLong("sql.oracle.seed", 1);
        int rounds = Integer.getInteger("sql.oracle.rounds", 100);
        TextMutations mutations = new TextMutations(seed, corpus);
        List<String> wrong = new ArrayList<>();
        int parsed = 0;
        int unsure = 0;
        for (int round = 0; round < rounds; round++) {
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < BATCH; i++) {
                texts.add(mutations.next());
            }
            List<OracleVerdict> verdicts = oracle.judge(texts);
            for (int i = 0; i < BATCH; i++) {
                OracleVerdict.Comparison comparison = verdicts.get(i).compare(texts.get(i));
                switch (comparison.outcome()) {
                    case SAME -> parsed++;
                    case UNSURE -> {
                        parsed++;
                        unsure++;
                    }
                    case WRONG -> {
                        parsed++;
                        wrong.add(texts.get(i) + "\n    " + comparison.differences());
                    }
                    case REFUSED -> {}
                }
            }
        }

        System.out.println("parsed " + parsed + ", unsure " + unsure + ", wrong " + wrong.size());
        assertThat(wrong).isEmpty();
        assertThat(parsed).as("texts that the parser takes").isGreaterThan(rounds * BATCH / 20);
        assertThat(unsure * 50L)
                .as("texts that the scanner only could not tell")
                .isLessThan(parsed);
    }
}
