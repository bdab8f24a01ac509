package dev.hoop.sidecar.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hoop.testbase.Eventually;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** One process of the runnable jar, with what it prints. */
final class HoopProcess implements AutoCloseable {

    /** A loaded machine starts processes slowly. */
    static final Duration STARTED = Duration.ofSeconds(90);

    private final Process process;
    private final Path out;
    private final Path err;

    private HoopProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /**
     * Starts one.
     *
     * @param directory its working directory, where its output goes, too
     * @param environment variables beside the inherited ones
     */
    static HoopProcess start(Path directory, Map<String, String> environment, String... arguments) {
        return launch(directory, environment, command(arguments));
    }

    static HoopProcess start(Path directory, String... arguments) {
        return start(directory, Map.of(), arguments);
    }

    /** Starts one that may have so many descriptors at once. */
    static HoopProcess startWithDescriptors(int descriptors, Path directory, String... arguments) {
        List<String> command =
                new ArrayList<>(List.of("sh", "-c", "ulimit -n " + descriptors + " && exec \"$@\"", "hoop"));
        command.addAll(command(arguments));
        return launch(directory, Map.of(), command);
    }

    /** Starts one with so little memory; its end is that of a process which ran out of it. */
    static HoopProcess startSmall(int megabytes, Path directory, String... arguments) {
        List<String> command = new ArrayList<>(command(arguments));
        command.addAll(
                command.indexOf("-jar"),
                List.of(
                        "-Xmx" + megabytes + "m",
                        "-XX:MaxDirectMemorySize=" + megabytes + "m",
                        "-XX:+ExitOnOutOfMemoryError"));
        return launch(directory, Map.of(), command);
    }

    private static List<String> command(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m", "-Dhoop.terminal=true"));
        if (Runtime.version().feature() >= 24) {
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        command.add("-jar");
        command.add(jar().toString());
        command.addAll(List.of(arguments));
        return command;
    }

    /** Starts a {@code dev} with this configuration, which keeps its data in {@code data}. */
    static HoopProcess dev(Path directory, String config) {
        return start(directory, "dev", "--config", config, "--data", "data", "--plane-listen", "127.0.0.1:0");
    }

    /** Runs a {@code reviews} command against a {@code dev} that told this summary, as its reviewer. */
    static HoopProcess reviews(Path directory, JsonNode summary, String... arguments) {
        List<String> all = new ArrayList<>(List.of("reviews"));
        all.addAll(List.of(arguments));
        all.addAll(List.of(
                "--url",
                summary.path("plane_url").asText(),
                "--token-file",
                summary.path("reviewer_token_file").asText()));
        return run(directory, all.toArray(String[]::new));
    }

    /** Runs any other command in the same way. */
    static HoopProcess launch(Path directory, Map<String, String> environment, List<String> command) {
        try {
            Path out = Files.createTempFile(directory, "out", ".txt");
            Path err = Files.createTempFile(directory, "err", ".txt");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().keySet().removeIf(name -> name.startsWith("HOOP_"));
            builder.environment().putAll(environment);
            return new HoopProcess(builder.start(), out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts one and waits for its end. */
    static HoopProcess run(Path directory, String... arguments) {
        HoopProcess hoop = start(directory, arguments);
        hoop.awaitExit();
        return hoop;
    }

    static Path jar() {
        return Path.of(System.getProperty("hoop.jar"));
    }

    /** The script at the root of the repository, which takes what this build has made for up to date. */
    static Path script() {
        try {
            FileTime now = FileTime.from(Instant.now());
            Path built = jar().resolveSibling("hoop-sidecar.built");
            Files.writeString(built, "");
            Files.setLastModifiedTime(built, now);
            Path demo = Path.of(System.getProperty("hoop.demo"));
            if (Files.exists(demo)) {
                Files.setLastModifiedTime(demo, now);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Path.of(System.getProperty("hoop.script")).toAbsolutePath().normalize();
    }

    String out() {
        return read(out);
    }

    String err() {
        return read(err);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for a text on standard output. */
    void awaitOut(String text) {
        Eventually.await(() -> out().contains(text) || !process.isAlive(), STARTED, () -> text + " in " + this);
        assertThat(out()).as(this::toString).contains(text);
    }

    /** Waits for a text on standard error. */
    void awaitErr(String text) {
        Eventually.await(() -> err().contains(text) || !process.isAlive(), STARTED, () -> text + " in " + this);
        assertThat(err()).as(this::toString).contains(text);
    }

    /** The value of {@code key=} in the first line on standard error that has the event. */
    String logged(String event, String key) {
        awaitErr("event=" + event);
        return err().lines()
                .filter(line -> line.contains("event=" + event))
                .flatMap(line -> List.of(line.split(" ")).stream())
                .filter(word -> word.startsWith(key + "="))
                .map(word -> word.substring(key.length() + 1))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + key + " in " + this));
    }

    /** Waits for {@code dev.json}, which is there once everything accepts. */
    JsonNode awaitSummary(Path data) {
        return Eventually.value(
                () -> {
                    if (!process.isAlive()) {
                        throw new AssertionError("it ended: " + this);
                    }
                    try {
                        Path file = data.resolve("dev.json");
                        return Files.exists(file)
                                ? Optional.of(new JsonMapper().readTree(Files.readAllBytes(file)))
                                : Optional.empty();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                STARTED,
                "dev.json of " + this);
    }

    /** Types into its standard input. */
    void type(String text) {
        try {
            OutputStream in = process.getOutputStream();
            in.write(text.getBytes(StandardCharsets.UTF_8));
            in.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends SIGTERM. */
    void terminate() {
        process.destroy();
    }

    /** Sends SIGKILL and waits for the end. */
    void kill() {
        process.destroyForcibly();
        awaitExit();
    }

    long pid() {
        return process.pid();
    }

    int awaitExit() {
        try {
            if (!process.waitFor(STARTED.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("still running: " + this);
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        kill();
    }

    @Override
    public String toString() {
        return "process " + process.pid() + "\n--- out\n" + out() + "\n--- err\n" + err();
    }
}
