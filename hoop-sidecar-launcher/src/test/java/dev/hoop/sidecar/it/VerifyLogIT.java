package dev.hoop.sidecar.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code hoop control-plane verify-log}, as who audits and their scripts run it. */
class VerifyLogIT {

    @TempDir
    private Path directory;

    private HoopProcess verify(String... more) {
        List<String> all = new ArrayList<>(List.of("control-plane", "verify-log", "--config", "control-plane.yaml"));
        all.addAll(List.of(more));
        return HoopProcess.run(directory, all.toArray(String[]::new));
    }

    private static String word(HoopProcess verified, String name) {
        assertThat(verified.awaitExit()).as(verified::toString).isZero();
        return verified.out()
                .lines()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()).strip())
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " in " + verified));
    }

    private static void assertRefused(HoopProcess verified, String... words) {
        assertThat(verified.awaitExit()).as(verified::toString).isEqualTo(1);
        assertThat(verified.out()).isEmpty();
        assertThat(verified.err()).startsWith("hoop: ").contains(words);
    }

    private void execute(String... statements) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("plane.db"));
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @Test
    void saysWhetherTheLogIsAsItWasWritten() throws Exception {
        Path token = Files.writeString(directory.resolve("ana.token"), "ana-0123456789abcdefghijklmnopqrstuvwx");
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        Files.writeString(directory.resolve("control-plane.yaml"), """
                listen: 127.0.0.1:0
                database: {url: "jdbc:sqlite:plane.db"}
                approval_rules: [{name: billing-approvers, reviewers_groups: [billing]}]
                users: [{email: ana@example.com, name: Ana, groups: [billing], token_file: ana.token}]
                """);
        assertRefused(verify(), "plane.db");

        String head;
        try (HoopProcess plane = HoopProcess.start(directory, "control-plane", "--config", "control-plane.yaml")) {
            plane.logged("plane.started", "url");
            HoopProcess running = verify();
            assertThat(Integer.parseInt(word(running, "entries"))).isGreaterThanOrEqualTo(2);
            head = word(running, "head");
            plane.terminate();
            assertThat(plane.awaitExit()).isZero();
        }
        assertThat(head).matches("[0-9a-f]{64}");
        assertThat(word(verify("--noted", head), "head")).isEqualTo(head);
        assertThat(word(verify("--noted", head.toUpperCase(Locale.ROOT)), "head"))
                .isEqualTo(head);
        assertRefused(verify("--noted", "0".repeat(63) + "1"), "changed behind the plane's back");
        HoopProcess mistyped = verify("--noted", head.substring(1));
        assertThat(mistyped.awaitExit()).isEqualTo(2);
        assertThat(mistyped.err()).contains("--noted is no hash").doesNotContain("changed behind");

        execute("DROP TRIGGER decision_log_no_update", "UPDATE decision_log SET reason = 'another' WHERE seq = 2");
        assertRefused(verify(), "changed behind the plane's back: entry 2 ");

        HoopProcess without = HoopProcess.run(directory, "control-plane", "verify-log");
        assertThat(without.awaitExit()).isEqualTo(2);
        assertThat(without.err()).contains("--config");
    }
}
