package dev.hoop.proto.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hoop.testkit.pg.SharedPostgres;
import dev.hoop.testkit.sidecar.TestSidecar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The driver of Node, which the profile {@code peers} fetches; skipped without it. */
class NodePgTest {

    @RegisterExtension
    static final SharedPostgres POSTGRES = SharedPostgres.plain();

    @TempDir
    private Path folder;

    private List<String> run(int port, String word) throws IOException, InterruptedException {
        String peers = System.getProperty("peers", "");
        assumeTrue(!peers.isEmpty(), "the profile peers is not on");
        Path printed = Files.createTempFile(folder, "printed", ".txt");
        ProcessBuilder builder = new ProcessBuilder(
                        "node",
                        "--no-deprecation",
                        Path.of(peers, "node-pg.js").toString(),
                        Integer.toString(port),
                        POSTGRES.database(),
                        word)
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile());
        Process process = builder.start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("node ends").isTrue();
        } finally {
            process.destroyForcibly();
        }
        List<String> lines = Files.readAllLines(printed);
        assertThat(process.exitValue()).as("%s", lines).isZero();
        return lines;
    }

    @Test
    void aProgramHearsTheSame() throws IOException, InterruptedException {
        try (TestSidecar sidecar = PgSidecars.denying(POSTGRES.server().hostAndPort())) {
            List<String> direct = run(POSTGRES.server().address().getPort(), "harmless");
            List<String> through = run(sidecar.address(PgSidecars.LISTENER).getPort(), "harmless");
            assertThat(through).isEqualTo(direct);
        }
    }

    @Test
    void aProgramThatIsRefusedGoesOn() throws IOException, InterruptedException {
        String refused = " {\"code\":\"42501\",\"message\":\"forbidden here\"}";
        try (TestSidecar sidecar = PgSidecars.denying(POSTGRES.server().hostAndPort())) {
            assertThat(run(sidecar.address(PgSidecars.LISTENER).getPort(), "forbidden"))
                    .contains(
                            "simple [{\"n\":1,\"none\":null}]",
                            "refused" + refused,
                            "refused with parameters" + refused,
                            "refused by name" + refused,
                            "after [{\"count\":\"3\"}]",
                            "refused in a transaction" + refused,
                            "rollback \"ROLLBACK\"",
                            "notified \"heard\"");
        }
    }
}
