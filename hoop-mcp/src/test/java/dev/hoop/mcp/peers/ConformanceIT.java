package dev.hoop.mcp.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.web.WebServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** The protocol's official conformance suites: 0.1.13 for the older era, 0.2.0-alpha.12 for both. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConformanceIT {

    private static final String OLDER = "node_modules/conformance-2025/dist/index.js";
    private static final String NEWER = "node_modules/conformance-2026/dist/index.js";

    /** The revision that the older suite speaks. */
    private static final String OLDER_LEG = "2025-11-25";

    private static final List<String> NEWER_LEGS = List.of("2025-06-18", "2026-07-28", "extension");

    private static final Pattern LISTED = Pattern.compile("(?m)^  - (\\S+)(?: \\[(.*)])?$");

    private final NodePeers peers = NodePeers.fetched();
    private final WebServer server;

    ConformanceIT() throws IOException {
        server = FixtureTools.serve();
    }

    @BeforeAll
    void theSuitesAreThere() {
        assertThat(peers.file(OLDER)).isNotEmpty();
        assertThat(peers.file(NEWER)).isNotEmpty();
    }

    @AfterAll
    void end() {
        server.close();
    }

    @Test
    void everyScenarioIsListed() {
        List<String> known = new ArrayList<>();
        for (MatchResult match : list(peers.node(), OLDER)) {
            known.add(OLDER_LEG + " " + match.group(1));
        }
        for (MatchResult match : list(peers.newerNode(), NEWER)) {
            List<String> legs = Arrays.asList(match.group(2).split(","));
            assertThat(legs).as("revisions of " + match.group(1)).isNotEmpty();
            NEWER_LEGS.stream().filter(legs::contains).forEach(leg -> known.add(leg + " " + match.group(1)));
        }

        assertThat(Scenario.listed()).extracting(Scenario::toString).containsExactlyInAnyOrderElementsOf(known);
        assertThat(Scenario.listed())
                .allSatisfy(one -> assertThat(one.verdict()).matches("yes|no: .+"));
    }

    private List<MatchResult> list(String node, String suite) {
        NodePeers.Ran ran = peers.run(List.of(node, peers.file(suite), "list", "--server"));
        assertThat(ran.exit()).as(ran.output()).isZero();
        List<MatchResult> found = LISTED.matcher(ran.output()).results().toList();
        assertThat(found).hasSizeGreaterThan(20);
        return found;
    }

    @TestFactory
    Stream<DynamicTest> everyScenarioThatAppliesPasses() {
        return Scenario.listed().stream()
                .filter(Scenario::applies)
                .map(scenario -> DynamicTest.dynamicTest(scenario.toString(), () -> run(scenario)));
    }

    private void run(Scenario scenario) {
        boolean older = scenario.leg().equals(OLDER_LEG);
        List<String> command = new ArrayList<>(List.of(
                older ? peers.node() : peers.newerNode(),
                peers.file(older ? OLDER : NEWER),
                "server",
                "--url",
                "http://localhost:" + server.address().getPort() + "/mcp",
                "--scenario",
                scenario.name()));
        if (!older) {
            command.addAll(List.of("--spec-version", scenario.leg()));
        }
        NodePeers.Ran ran = peers.run(command);
        assertThat(ran.exit()).as(ran.output()).isZero();
        // A suite that ran nothing must not count as passed.
        assertThat(ran.output()).containsPattern("Passed: [1-9]\\d*/\\d+, 0 failed");
    }
}
