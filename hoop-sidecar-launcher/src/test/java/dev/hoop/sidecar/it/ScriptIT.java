package dev.hoop.sidecar.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script at the root of the repository, with the jar that this build has just made. */
class ScriptIT {

    private static final Path SCRIPT = HoopProcess.script();

    @TempDir
    private Path directory;

    private HoopProcess script(Map<String, String> environment, String... command) {
        HoopProcess process = HoopProcess.launch(directory, environment, List.of(command));
        process.awaitExit();
        return process;
    }

    @Test
    void runsFromAnywhereAndThroughALink() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("a link to hoop"), SCRIPT);

        HoopProcess hoop = script(Map.of(), link.toString(), "--version");

        assertThat(hoop.awaitExit()).as(hoop::toString).isZero();
        assertThat(hoop.out()).startsWith("hoop ");
        assertThat(hoop.err()).isEmpty();
    }

    @Test
    void passesArgumentsAndExitCodesOn() {
        HoopProcess hoop = script(Map.of(), SCRIPT.toString(), "validate", "--config", "no such file.yaml");

        assertThat(hoop.awaitExit()).isEqualTo(1);
        assertThat(hoop.err()).contains("no such file.yaml");
    }

    @Test
    void passesOptionsForTheJvmOn() {
        HoopProcess hoop = script(Map.of("HOOP_JAVA_OPTS", "-showversion"), SCRIPT.toString(), "--version");

        assertThat(hoop.awaitExit()).as(hoop::toString).isZero();
        assertThat(hoop.out()).startsWith("hoop ");
        assertThat(hoop.err()).contains("Runtime Environment");
    }

    /** A process that runs from the jar reads classes from it for as long as it lives. */
    @Test
    void aBuildLeavesTheJarOfWhatRunsAsItWas() throws Exception {
        Path home = Files.createDirectories(directory.resolve("home"));
        Path hoop = Files.copy(SCRIPT, home.resolve("hoop"), StandardCopyOption.COPY_ATTRIBUTES);
        Path maven = Files.writeString(home.resolve("mvnw"), """
                #!/bin/sh
                echo new >hoop-sidecar-launcher/target/hoop-sidecar.jar
                """);
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        Path target = Files.createDirectories(home.resolve("hoop-sidecar-launcher/target"));
        Path jar = Files.writeString(target.resolve("hoop-sidecar.jar"), "old");
        Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
        Files.writeString(home.resolve("pom.xml"), "newer than the jar");
        try (BufferedReader running = Files.newBufferedReader(jar)) {
            HoopProcess built = script(Map.of("JAVA_HOME", System.getProperty("java.home")), hoop.toString(), "-V");

            assertThat(built.err()).contains("hoop: building");
            assertThat(jar).hasContent("new");
            assertThat(running.readLine()).isEqualTo("old");
        }
        try (Stream<Path> left = Files.list(target)) {
            assertThat(left.map(Path::getFileName).map(Path::toString))
                    .filteredOn(name -> name.startsWith("hoop-sidecar.jar"))
                    .containsExactly("hoop-sidecar.jar");
        }
    }

    /** A Java that is too old, or none that works, is passed over for one that does. */
    @Test
    void passesOverAJavaThatIsTooOld() throws Exception {
        Path old = Files.createDirectories(directory.resolve("jdk-11"));
        Files.writeString(old.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
        Path java = Files.createDirectories(old.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho old java\nexit 7\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();

        HoopProcess hoop = script(
                Map.of(
                        "JAVA_HOME",
                        old.toString(),
                        "PATH",
                        System.getProperty("java.home") + "/bin:" + System.getenv("PATH")),
                SCRIPT.toString(),
                "--version");

        assertThat(hoop.awaitExit()).as(hoop::toString).isZero();
        assertThat(hoop.out()).startsWith("hoop ");
    }
}
