package dev.hoop.sidecar.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testbase.Background;
import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.pg.PgLogin;
import dev.hoop.testkit.pg.RawPgClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo with its PostgreSQL, as the script runs it. */
class DemoPostgresIT {

    private static final Pattern HELD = Pattern.compile("\"event\":\"review.held\".*?\"review_id\":\"([^\"]+)\"");
    private static final Pattern DETAIL = Pattern.compile("review_id=(\\S+) status=PENDING");
    private static final Pattern COMMAND = Pattern.compile("-c '([^']*)'");
    private static final String SECRET = "demo";

    @TempDir
    private Path directory;

    private Path temporary = Path.of("");

    @BeforeEach
    void ownTemporaryFolder() throws IOException {
        temporary = Files.createDirectories(directory.resolve("tmp"));
    }

    private HoopProcess script(Path data) {
        return HoopProcess.launch(
                directory,
                Map.of("HOOP_JAVA_OPTS", "-Djava.io.tmpdir=" + temporary),
                List.of(
                        HoopProcess.script().toString(),
                        "demo",
                        "--plane-listen",
                        "127.0.0.1:0",
                        "--data",
                        data.toString()));
    }

    @Test
    void theCommandsThatItPrintsWalkTheLoop() throws Exception {
        Path data = directory.resolve("data");
        try (HoopProcess demo = script(data)) {
            demo.awaitOut("Ctrl-C ends the demo.");
            List<String> commands = demo.out()
                    .lines()
                    .map(String::strip)
                    .filter(line -> line.contains("psql postgresql:"))
                    .toList();
            assertThat(commands).as(demo::toString).hasSize(4);

            assertThat(run(commands.get(0))).contains("espresso machine", "grinder");

            CompletableFuture<String> held = Background.call(() -> run(commands.get(1)));
            String id = Eventually.value(() -> heldReview(data, 0), HoopProcess.STARTED, "a statement that is held");
            assertThat(held).isNotDone();
            decide(demo, "approve $ID", id);
            assertThat(held.get(90, TimeUnit.SECONDS))
                    .contains(
                            "the statement waits for a person's approval (review " + id + ")",
                            "approved by reviewer (review " + id + ")",
                            "DELETE 1");

            CompletableFuture<String> unwanted = Background.call(() -> run(commands.get(1)));
            String rejected = Eventually.value(() -> heldReview(data, 1), HoopProcess.STARTED, "another one");
            decide(demo, "reject $ID --reason 'not again'", rejected);
            assertThat(unwanted.get(90, TimeUnit.SECONDS))
                    .contains("rejected: not again (review " + rejected + ")")
                    .contains("review_id=" + rejected + " status=REJECTED decided_by=reviewer");

            Matcher returned = DETAIL.matcher(run(commands.get(2)));
            assertThat(returned.find()).isTrue();
            decide(demo, "approve $ID", returned.group(1));
            assertThat(run(commands.get(2))).contains("approved by reviewer", "DELETE 1");
            assertThat(run(commands.get(2))).contains("waiting for approval").doesNotContain(returned.group(1));

            assertThat(run(commands.get(3))).contains("ERROR", "tables are not changed through this listener", "2");

            demo.terminate();
            assertThat(demo.awaitExit()).as(demo::toString).isZero();
        }
        assertNothingIsLeft();
    }

    private static Optional<String> heldReview(Path data, int number) {
        try {
            return HELD.matcher(Files.readString(data.resolve("audit.jsonl")))
                    .results()
                    .map(found -> found.group(1))
                    .skip(number)
                    .findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** By the line that is printed for it, with other words where something else is decided. */
    private void decide(HoopProcess demo, String words, String id) {
        String line = demo.out()
                .lines()
                .map(String::strip)
                .filter(one -> one.contains(" reviews approve $ID"))
                .findFirst()
                .orElseThrow();
        HoopProcess approved = HoopProcess.launch(
                directory,
                Map.of(),
                List.of("sh", "-c", line.replace("approve $ID", words).replace("$ID", id)));
        assertThat(approved.awaitExit()).as(approved::toString).isZero();
    }

    /** What a command prints. */
    private String run(String command) {
        return hasPsql() ? byPsql(command) : byHand(command);
    }

    private static boolean hasPsql() {
        return Arrays.stream(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "psql")));
    }

    private String byPsql(String command) {
        HoopProcess psql = HoopProcess.launch(directory, Map.of(), List.of("sh", "-c", command));
        psql.awaitExit();
        return psql.out() + psql.err();
    }

    /** The same without psql. */
    private static String byHand(String command) {
        URI url = URI.create(command.substring(command.indexOf("postgresql:")).split(" ")[0]);
        PgLogin login = PgLogin.as("agent", "shop").withPassword(SECRET);
        if (command.startsWith("PGAPPNAME=")) {
            login = login.withOption(
                    "application_name", command.substring("PGAPPNAME=".length(), command.indexOf(' ')));
        }
        StringBuilder out = new StringBuilder();
        try (RawPgClient client = RawPgClient.open(new InetSocketAddress(url.getHost(), url.getPort()), login)) {
            COMMAND.matcher(command)
                    .results()
                    .forEach(statement -> client.query(statement.group(1))
                            .forEach(message -> out.append(message.line()).append('\n')));
        }
        return out.toString();
    }

    @Test
    void endsInTheMiddleOfItsStart() throws Exception {
        try (HoopProcess demo = script(directory.resolve("data"))) {
            demo.awaitErr("starting a PostgreSQL");
            demo.terminate();
            assertThat(demo.awaitExit()).as(demo::toString).isZero();
            assertThat(demo.out()).doesNotContain("Ctrl-C");
        }
        assertNothingIsLeft();
    }

    @Test
    void goesOnWithoutWhereThePlatformHasNone() throws Exception {
        List<String> libraries =
                libraries().stream().filter(name -> !name.contains("binaries")).toList();
        try (HoopProcess demo = withLibraries(libraries, Map.of())) {
            demo.awaitOut("Ctrl-C ends the demo.");
            assertThat(demo.out()).contains("Without PostgreSQL: no PostgreSQL was fetched for this platform");
        }
    }

    @Test
    void goesOnWithoutWhereRootCannotRunIt() throws Exception {
        Assumptions.assumeTrue(System.getProperty("user.name").equals("root"), "the build runs as root");
        // The program by which root becomes somebody else is not found.
        try (HoopProcess demo = withLibraries(libraries(), Map.of("PATH", directory.toString()))) {
            demo.awaitOut("Ctrl-C ends the demo.");
            assertThat(demo.out()).contains("Without PostgreSQL: PostgreSQL does not run as root");
            assertNothingIsLeft();
        }
    }

    private static List<String> libraries() throws IOException {
        Path folder = Path.of(System.getProperty("hoop.demo"));
        Assumptions.assumeTrue(Files.isDirectory(folder), "hoop-demo was built");
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(Path::toString).toList();
        }
    }

    private HoopProcess withLibraries(List<String> libraries, Map<String, String> environment) {
        List<String> classPath = new ArrayList<>(List.of(HoopProcess.jar().toString()));
        classPath.addAll(libraries);
        return HoopProcess.launch(
                directory,
                environment,
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        String.join(":", classPath),
                        "dev.hoop.sidecar.Main",
                        "demo",
                        "--plane-listen",
                        "127.0.0.1:0",
                        "--data",
                        directory.resolve("data").toString()));
    }

    private void assertNothingIsLeft() throws IOException {
        try (Stream<Path> files = Files.list(temporary)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .noneMatch(name -> name.startsWith("hoop-demo-") || name.equals("embedded-pg"));
        }
        Eventually.await(
                () -> ProcessHandle.allProcesses()
                        .noneMatch(process -> process.info()
                                .commandLine()
                                .filter(line -> line.contains(temporary + "/hoop-demo-"))
                                .isPresent()),
                Duration.ofSeconds(30),
                () -> "no server is left");
    }
}
