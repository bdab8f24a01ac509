package dev.hoop.controlplane.internal.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.hoop.config.ConfigException;
import dev.hoop.controlplane.ControlPlaneSettings;
import dev.hoop.controlplane.SecretToken;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlaneFileTest {

    @TempDir
    private Path directory;

    @Test
    void aCompleteFileIsRead() throws Exception {
        SecretToken ana = token("ana.token");
        SecretToken payments = token("payments.token");
        ControlPlaneSettings settings = load("""
                listen: 127.0.0.1:0
                public_url: https://hoop.example.com/
                database: {url: "jdbc:sqlite:data/hoop.db"}
                approval_rules:
                  - name: billing-approvers
                    reviewers_groups: [billing, ledger]
                    all_groups_must_approve: true
                    force_approval_groups: [oncall]
                    pending_ttl_sec: 1800
                    approval_ttl_sec: 604800
                    allow_self_approval: true
                users:
                  - {email: Ana@Example.com, name: Ana, groups: [billing], token_file: DIR/ana.token}
                  - {email: bo@example.com, name: Bo}
                sidecars:
                  - {name: payments, token_file: DIR/payments.token}
                """);
        assertThat(settings.publicUrl()).hasToString("Optional[https://hoop.example.com]");
        assertThat(settings.people().approvalRules().get(0).pendingTtl()).hasValue(Duration.ofMinutes(30));
        assertThat(settings.people().approvalRules().get(0).forceApprovalGroups())
                .containsExactly("oncall");
        assertThat(settings.people().users().get(0).email()).isEqualTo("ana@example.com");
        assertThat(settings.people().users().get(0).token().orElseThrow().value())
                .isEqualTo(ana.value());
        assertThat(settings.people().users().get(1).token()).isEmpty();
        assertThat(settings.people().sidecars().get(0).token().value()).isEqualTo(payments.value());
        assertThat(settings.toString()).doesNotContain(ana.value()).doesNotContain(payments.value());
    }

    @Test
    void anEmptyFileIsThePlaneOnItsUsualAddress() throws Exception {
        ControlPlaneSettings settings = load("{}");
        assertThat(settings.listen().getPort()).isEqualTo(8009);
        assertThat(settings.listen().getAddress().isLoopbackAddress()).isTrue();
        assertThat(settings.storage().url()).isEqualTo("jdbc:sqlite:hoop-data/hoop.db");
    }

    @Test
    void everyProblemIsToldAtOnceWithItsPlace() throws Exception {
        assertThatThrownBy(() -> load("""
                listen: 8009
                database: {uri: "x"}
                approval_rules:
                  - {name: a, reviewers_groups: [], pending_ttl_sec: 59}
                """))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("plane.yaml:1:9: ")
                .hasMessageContaining("did you mean `url`?")
                .hasMessageContaining("reviewers_groups")
                .hasMessageContaining("pending_ttl_sec");
        token("hook.key");
        assertThatThrownBy(() -> load("""
                public_url: http://hoop.example.com/path
                approval_rules:
                  - {name: b, reviewers_groups: [x], min_approvals: 2, all_groups_must_approve: true}
                users:
                  - {email: nobody, name: N}
                sidecars:
                  - {name: payments, token_file: DIR/missing.token}
                notify:
                  webhooks: [{url: "ftp://x/", secret_file: DIR/hook.key}]
                  email:
                    - {smtp: "m:25", from: a@example.com, to: [b@example.com], user: u}
                    - {smtp: "m:25", security: none, from: a@example.com}
                """))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("plane.yaml:1:13: public_url is not the address of a server's root")
                .hasMessageContaining("plane.yaml:3:5: min_approvals and all_groups_must_approve contradict")
                .hasMessageContaining("plane.yaml:5:5: `nobody` is not an e-mail address")
                .hasMessageContaining("plane.yaml:7:34: there is no file")
                .hasMessageContaining("plane.yaml:9:14: the URL cannot be posted to")
                .hasMessageContaining("plane.yaml:11:7: `user` and `password_file` belong together")
                .hasMessageContaining("plane.yaml:12:7: nobody gets the mail");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "database: {url: 'jdbc:postgresql://host:port/db'}",
                "database: {url: 'jdbc:postgresql://host/db?password=secret'}",
                "database: {url: 'jdbc:postgresql://host/db?sslmod=require'}",
                "database: {url: 'jdbc:postgresql://host/db?password_file=missing'}",
                "database: {url: 'jdbc:mysql://host/db'}",
                "retention: {settled_days: 0}",
                "database: {url: 'jdbc:sqlite:'}",
                "database: {url: 'jdbc:sqlite::memory:'}",
                "database: {url: 'jdbc:sqlite:file?mode=memory'}",
                "users: [{email: a@b.c, name: A}, {email: A@b.c, name: B}]",
                "approval_rules: [{name: a, reviewers_groups: [x]}, {name: a, reviewers_groups: [y]}]",
                "users: [{email: a@b.c, name: ''}]",
                "users: [{email: a@b.c, name: \"A\\u202eB\"}]",
                "listen: '[::1]:8009x'",
                "listen: ':8009'",
                "listen: '127.0.0.1:65536'",
                "something: else",
            })
    void whatCannotBeMeantIsRefused(String text) {
        assertThatThrownBy(() -> load(text)).isInstanceOf(ConfigException.class).hasMessageContaining("plane.yaml:");
    }

    @ParameterizedTest
    @CsvSource({"rw-r--r--,0644", "rw----r--,0604", "rw-rw----,0660", "rwxrwxrwx,0777", "rw-----w-,0602"})
    void aSecretFileThatOthersMayReadIsRefusedByItsMode(String mode, String octal) throws Exception {
        assumeThat(FileSystems.getDefault().supportedFileAttributeViews()).contains("posix");
        SecretToken secret = token("payments.token");
        Files.setPosixFilePermissions(directory.resolve("payments.token"), PosixFilePermissions.fromString(mode));
        assertThatThrownBy(() -> load("sidecars: [{name: payments, token_file: DIR/payments.token}]"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("has mode " + octal)
                .hasMessageContaining("chmod 600")
                .hasMessageNotContaining(secret.value());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "short", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "0123456789 0123456789 0123456789 0123"
            })
    void aTokenThatCanBeGuessedIsRefusedWithoutShowingIt(String text) throws Exception {
        token("payments.token");
        Files.writeString(directory.resolve("payments.token"), text);
        assertThatThrownBy(() -> load("sidecars: [{name: payments, token_file: DIR/payments.token}]"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("openssl rand -hex 32")
                .satisfies(e -> assertThat(text.isEmpty()
                                || !String.valueOf(e.getMessage()).contains(text))
                        .isTrue());
    }

    @Test
    void oneTokenIsOnePartys() throws Exception {
        token("one.token");
        assertThatThrownBy(() -> load("""
                sidecars: [{name: payments, token_file: DIR/one.token}]
                users: [{email: a@b.c, name: A, token_file: DIR/one.token}]
                """))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("have the same token");
    }

    @Test
    void aPostgresqlHasItsPasswordInAFile() throws Exception {
        Path file = directory.resolve("db.password");
        Files.writeString(file, "a pass word\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        ControlPlaneSettings settings = load("""
                database: {url: "jdbc:postgresql://db.example.com/hoop?user=hoop&password_file=DIR/db.password&sslmode=verify-full"}
                retention: {settled_days: 7}
                """);
        assertThat(settings.storage().url())
                .isEqualTo("jdbc:postgresql://db.example.com/hoop?user=hoop&sslmode=verify-full");
        assertThat(settings.storage().password().orElseThrow().value()).isEqualTo("a pass word");
        assertThat(settings.storage().keepSettled()).isEqualTo(Duration.ofDays(7));
        assertThat(settings.toString()).doesNotContain("a pass word");

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> load("database: {url: 'jdbc:postgresql://h/d?password_file=DIR/db.password'}"))
                .hasMessageContaining("has mode 0644");
    }

    private SecretToken token(String name) throws IOException {
        SecretToken token = SecretToken.random();
        token.write(directory.resolve(name));
        return token;
    }

    private ControlPlaneSettings load(String text) throws Exception {
        Path file = directory.resolve("plane.yaml");
        Files.writeString(file, text.replace("DIR", directory.toString()));
        return ControlPlaneSettings.load(file);
    }
}
