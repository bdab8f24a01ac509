package dev.hoop.sidecar.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
