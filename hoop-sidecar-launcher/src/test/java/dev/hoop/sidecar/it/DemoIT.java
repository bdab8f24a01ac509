package dev.hoop.sidecar.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo of the jar alone, which has the HTTP part. */
class DemoIT {

    private static final Pattern REVIEW = Pattern.compile("(?im)^x-hoop-review-id: *(\\S+)");

    @TempDir
    private Path directory;

    private String sh(String command) throws Exception {
        Path output = Files.createTempFile(directory, "sh", ".txt");
        Process process = new ProcessBuilder("sh", "-c", command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(90, TimeUnit.SECONDS)).as(command).isTrue();
        return Files.readString(output, StandardCharsets.UTF_8);
    }

    /** The commands are those that it prints; only the id is filled in, as a reader would. */
    @Test
    void theCommandsThatItPrintsWalkTheLoop() throws Exception {
        Assumptions.assumeTrue(sh("command -v curl").contains("curl"), "curl is on the PATH");
        try (HoopProcess demo = HoopProcess.start(directory, "demo", "--plane-listen", "127.0.0.1:0")) {
            demo.awaitOut("Ctrl-C ends the demo.");
            assertThat(demo.out()).contains("Without PostgreSQL: ", "`./hoop demo`");
            List<String> commands = demo.out()
                    .lines()
                    .filter(line -> line.startsWith("     "))
                    .map(String::strip)
                    .filter(line -> !line.startsWith("ID="))
                    .toList();
            assertThat(commands).hasSize(5);

            String refused = sh(commands.get(0));
            String id = reviewId(refused);
            assertThat(refused).contains("403 Forbidden", "waiting for approval");
            assertThat(sh(commands.get(1).replace("$ID", id))).contains("\"next\":\"wait\"");
            String approve = commands.get(2).replace("$ID", id);
            assertThat(approve).startsWith("hoop reviews approve " + id);
            HoopProcess approved = HoopProcess.run(
                    directory, approve.substring("hoop ".length()).split(" "));
            assertThat(approved.out()).as(approved::toString).contains(id + " is approved");
            assertThat(sh(commands.get(3))).contains("200 OK", "\"deleted\":2");
            assertThat(reviewId(sh(commands.get(4)))).isNotEqualTo(id);

            HoopProcess second = HoopProcess.run(directory, "demo", "--plane-listen", "127.0.0.1:0");
            assertThat(second.awaitExit()).isEqualTo(1);
            assertThat(second.err()).contains("another hoop uses");
            assertThat(reviewId(sh(commands.get(4)))).as("the first goes on").isNotEqualTo(id);

            demo.terminate();
            assertThat(demo.awaitExit()).isZero();
        }
    }

    private static String reviewId(String answer) {
        Matcher matcher = REVIEW.matcher(answer);
        assertThat(matcher.find()).as(answer).isTrue();
        return matcher.group(1);
    }
}
