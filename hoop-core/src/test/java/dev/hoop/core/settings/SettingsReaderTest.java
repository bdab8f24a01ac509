package dev.hoop.core.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hoop.config.ConfigException;
import dev.hoop.core.guardrail.GuardrailMode;
import dev.hoop.core.guardrail.Rule;
import dev.hoop.core.relay.Address;
import dev.hoop.core.relay.KeyFiles;
import dev.hoop.core.relay.UpstreamTls;
import dev.hoop.review.ReviewMode;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsReaderTest {

    private final SettingsReader reader =
            new SettingsReader(List.of(new SampleProtocol("http", true), new SampleProtocol("line", false)));

    @Test
    void theLeastIsAListener() throws Exception {
        SidecarSettings settings = read("""
                        listeners:
                          - {name: billing-api, protocol: http, listen: 127.0.0.1:18080, upstream: 127.0.0.1:8080}
                        """);

        assertThat(settings.log()).isEqualTo(new LogSettings(LogLevel.INFO, LogFormat.KV));
        assertThat(settings.audit()).isEqualTo(new AuditSettings("-", false, false, 8192, 256));
        assertThat(settings.controlPlaneUrl()).isEmpty();
        assertThat(settings.adminListen()).isEmpty();
        assertThat(settings.trustCaFile()).isEmpty();
        ListenerSettings listener = settings.listeners().get(0);
        assertThat(listener.position()).hasToString("config.yaml:2:5");
        assertThat(listener.name()).isEqualTo("billing-api");
        assertThat(listener.protocol()).isEqualTo("http");
        assertThat(listener.protocolConfig()).isEqualTo(new SampleProtocol.Config(10, List.of()));
        assertThat(listener.listen()).isEqualTo(new Address.Tcp("127.0.0.1", 18080));
        assertThat(listener.upstream()).isEqualTo(new Address.Tcp("127.0.0.1", 8080));
        assertThat(listener.upstreamTls()).isEmpty();
        assertThat(listener.downstreamTls()).isEmpty();
        assertThat(listener.identityHeader()).isEmpty();
        assertThat(listener.idleTimeout()).isZero();
        assertThat(listener.maxConnections()).isZero();
        assertThat(listener.guardrails().mode()).isEqualTo(GuardrailMode.ENFORCE);
        assertThat(listener.guardrails().rules().rules()).isEmpty();
        assertThat(listener.review())
                .isEqualTo(new ReviewSettings(
                        Optional.empty(),
                        ReviewMode.HOLD,
                        "statement held for human approval",
                        Duration.ofMinutes(30),
                        true));
    }

    @Test
    void readsEveryKey(@TempDir Path dir) throws Exception {
        Path ca = Files.createFile(dir.resolve("ca.pem"));
        Path cert = Files.createFile(dir.resolve("cert.pem"));
        Path key = Files.createFile(dir.resolve("key.pem"));
        String text = """
                x-lane: &lane {network: tcp, max_conns: 7}
                log_level: debug
                log_format: json
                control_plane_url: https://plane.example.com:8009
                admin: {listen: 127.0.0.1:19000}
                audit: {file: audit.jsonl, fail_open: true, redact_statements: true, max_statement_bytes: 100,
                        memory_buffer: 10}
                guardrails:
                  mode: observe
                  rules:
                    - {name: inherited, type: operation, operations: [WRITE]}
                    - {name: http-only, type: http_color, color: red}
                trust: {ca_file: DIR/ca.pem}
                listeners:
                  - <<: *lane
                    name: one
                    protocol: http
                    listen: "[::1]:0"
                    upstream: api.example.com:443
                    upstream_tls: {server_name: api.internal, cert_file: DIR/cert.pem, key_file: DIR/key.pem}
                    downstream_tls: {cert_file: DIR/cert.pem, key_file: DIR/key.pem}
                    identity_header: x-user
                    idle_timeout_sec: 60
                    guardrails:
                      mode: enforce
                      rules:
                        - {name: own, type: deny_words_list, words: [secret], action: require_review}
                    review: {approval_rule: approvers, mode: return, message: wait, hold_timeout_sec: 5,
                             show_approver: false}
                    http: {depth: 3, words: [a]}
                  - name: two
                    protocol: line
                    network: unix
                    listen: run/two.sock
                    upstream: /run/line.sock
                    upstream_tls: {ca_file: DIR/cert.pem, insecure_skip_verify: true}
                """.replace("DIR", dir.toString());

        SidecarSettings settings = read(text);

        assertThat(settings.log()).isEqualTo(new LogSettings(LogLevel.DEBUG, LogFormat.JSON));
        assertThat(settings.audit()).isEqualTo(new AuditSettings("audit.jsonl", true, true, 100, 10));
        assertThat(settings.controlPlaneUrl()).contains(URI.create("https://plane.example.com:8009"));
        assertThat(settings.adminListen()).contains(new Address.Tcp("127.0.0.1", 19000));
        assertThat(settings.trustCaFile()).contains(ca);
        ListenerSettings one = settings.listeners().get(0);
        assertThat(one.listen()).isEqualTo(new Address.Tcp("::1", 0));
        assertThat(one.upstreamTls())
                .contains(new UpstreamTls(
                        Optional.of(ca), Optional.of("api.internal"), Optional.of(new KeyFiles(cert, key)), false));
        assertThat(one.downstreamTls()).contains(new KeyFiles(cert, key));
        assertThat(one.identityHeader()).contains("x-user");
        assertThat(one.idleTimeout()).isEqualTo(Duration.ofMinutes(1));
        assertThat(one.maxConnections()).isEqualTo(7);
        assertThat(one.guardrails().mode()).isEqualTo(GuardrailMode.ENFORCE);
        assertThat(ruleNames(one)).containsExactly("own", "inherited", "http-only");
        assertThat(one.review())
                .isEqualTo(new ReviewSettings(
                        Optional.of("approvers"), ReviewMode.RETURN, "wait", Duration.ofSeconds(5), false));
        assertThat(one.protocolConfig()).isEqualTo(new SampleProtocol.Config(3, List.of("a")));
        ListenerSettings two = settings.listeners().get(1);
        assertThat(two.listen()).isEqualTo(new Address.Unix(Path.of("run/two.sock")));
        assertThat(two.upstream()).isEqualTo(new Address.Unix(Path.of("/run/line.sock")));
        assertThat(two.upstreamTls())
                .contains(new UpstreamTls(Optional.of(cert), Optional.empty(), Optional.empty(), true));
        assertThat(two.guardrails().mode()).isEqualTo(GuardrailMode.OBSERVE);
        assertThat(ruleNames(two)).containsExactly("inherited");
    }

    @Test
    void readsTheDocumentOfTheControlPlane() throws Exception {
        SidecarSettings settings = reader.read("the control plane's configuration", """
                {"listeners":[{"name":"a","protocol":"line","listen":"127.0.0.1:1","upstream":"127.0.0.1:2",
                 "guardrails":null,"review":{"approval_rule":null}}],"log_level":"warn","admin":null}""");

        assertThat(settings.log().level()).isEqualTo(LogLevel.WARN);
        assertThat(settings.listeners().get(0).position()).hasToString("the control plane's configuration:1:15");
    }

    @Test
    void tellsEveryProblemInOneRun() {
        String text = """
                log_level: verbose
                opa: {url: "http://127.0.0.1:8181"}
                mcp: {listen: 8765}
                control_plane_url: plane.example.com
                audit: {fail_open: no}
                trust: {ca_file: does/not/exist.pem}
                guardrials: {mode: enforce}
                admin: {listen: 18080}
                listeners:
                  - name: one
                    protocol: htpp
                    listen: http://127.0.0.1:80
                    upstream: 127.0.0.1:0
                  - name: one
                    protocol: postgres
                    listen: 127.0.0.1:5432
                    upstream: 127.0.0.1:99999
                    identity_header: "x user"
                  - name: three
                    protocol: line
                    listen: :5432
                    upstream: 127.0.0.1:1
                    mask: {rules: []}
                    idle_timeout: 5
                    identity_header: x-user
                    http: {depth: 3}
                    postgres: {}
                    line: {depth: 0}
                    guardrails:
                      rules:
                        - {name: a, type: http_color, color: red}
                        - {name: b, type: operation, operations: [WRITE], action: require_review}
                    review: {mode: later}
                    downstream_tls: {cert_file: a.pem}
                    upstream_tls: {cert_file: does/not/exist.pem, key_file: ""}
                  - 5
                """;

        assertThatThrownBy(() -> read(text))
                .isInstanceOfSatisfying(
                        ConfigException.class,
                        refused -> assertThat(refused.problems())
                                .extracting(problem -> problem.toString()
                                        .replace("config.yaml:", "")
                                        .replace(Path.of("").toAbsolutePath() + "/", ""))
                                .containsExactly(
                                        "1:12: `log_level` cannot be `verbose`; write one of `trace`, `debug`, `info`, `warn`,"
                                                + " `error`",
                                        "2:1: the `opa` block is not supported by this build; remove it",
                                        "3:15: `listen` must be an address, not `8765`; write `host:port` or"
                                                + " `[v6-address]:port`",
                                        "4:20: `control_plane_url` must be a URL, not `plane.example.com`; write one URL",
                                        "5:20: `fail_open` must be true or false, not `no`; write `true` or `false`",
                                        "6:18: `ca_file`: there is no file does/not/exist.pem; write the path of an existing file",
                                        "7:1: unknown key `guardrials`; did you mean `guardrails`?",
                                        "8:17: `listen` must be an address, not `18080`; write `host:port` or"
                                                + " `[v6-address]:port`",
                                        "11:15: unknown protocol `htpp`; did you mean `http`?",
                                        "12:13: `listen` must be an address, not `http://127.0.0.1:80`; write `host:port` or"
                                                + " `[v6-address]:port`",
                                        "13:15: `upstream` cannot have port 0; write the port that the server listens on",
                                        "14:11: the listener in line 10 is named `one`, too; give each listener a name of its own",
                                        "15:15: the protocol `postgres` is not part of this build; write one of `http`, `line`,"
                                                + " or remove the listener",
                                        "17:15: `upstream` has no port in `127.0.0.1:99999`; write a port from 0 to 65535 after"
                                                + " the last colon",
                                        "18:22: `identity_header` cannot be `x user`; write the name of a header, such as"
                                                + " `x-user`",
                                        "21:13: `listen` takes the same port as line 16; give each listener an address of its own",
                                        "23:5: the `mask` block is not supported by this build; remove it",
                                        "24:5: unknown key `idle_timeout`; did you mean `idle_timeout_sec`?",
                                        "25:22: a `line` listener reads no `identity_header`; remove it",
                                        "26:5: the `http` block is for `http` listeners, this one is `line`; remove it",
                                        "27:5: the `postgres` block is for `postgres` listeners, this one is `line`; remove it",
                                        "28:19: `depth` cannot be `0`; write a number from 1 to 100",
                                        "31:27: rules of type `http_color` are for `http` listeners, this one is `line`; remove it",
                                        "33:20: `mode` cannot be `later`; write one of `hold`, `return`",
                                        "34:21: `key_file` is missing; add `key_file:`",
                                        "34:33: `cert_file`: there is no file a.pem; write the path of an existing file",
                                        "35:31: `cert_file`: there is no file does/not/exist.pem; write the path of an existing"
                                                + " file",
                                        "35:61: `key_file`: this is not a path; write the path of an existing file",
                                        "36:5: a listener must be a mapping, not a whole number; write its keys and values"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"analyzer", "opa", "mask", "pii"})
    void aBlockThatIsNotBuiltYetIsRefusedWhereverItStands(String block) {
        String told = ": the `" + block + "` block is not supported by this build; remove it";
        assertProblems("""
                %s: {}
                listeners:
                  - {name: one, protocol: line, listen: ":1", upstream: ":2", %s: {}}
                """.formatted(block, block), "config.yaml:1:1" + told, "config.yaml:3:63" + told);
    }

    @Test
    void aRuleThatCanRequireAReviewNeedsSomeoneToApprove() {
        assertProblems(
                """
                guardrails:
                  rules: [{name: a, type: operation, operations: [WRITE], action: require_review}]
                listeners:
                  - {name: one, protocol: line, listen: ":1", upstream: ":2"}
                  - {name: two, protocol: line, listen: ":3", upstream: ":4", review: {mode: return}}
                  - {name: three, protocol: line, listen: ":5", upstream: ":6", guardrails: {mode: observe}}
                  - {name: four, protocol: line, listen: ":7", upstream: ":8", review: {approval_rule: x}}
                """,
                "config.yaml:4:5: a rule here can require a review, and nothing says who approves; add"
                        + " `review: {approval_rule: NAME}`, a rule of the control plane",
                "config.yaml:5:71: a rule here can require a review, and nothing says who approves; add"
                        + " `review: {approval_rule: NAME}`, a rule of the control plane");
    }

    @Test
    void whatIsWrongBesideRulesHidesNoneOfTheirProblems() {
        assertThatThrownBy(() -> read("""
                        guardrails: {mode: enforced, rules: [{name: a, type: tabel}]}
                        listeners:
                          - name: one
                            protocol: line
                            listen: ":1"
                            upstream: ":2"
                            guardrails: {modus: enforce, rules: [{name: a, type: tabel}]}
                        """))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("config.yaml:1:20: `mode` ")
                .hasMessageContaining("config.yaml:7:18: ")
                .hasMessageContaining("config.yaml:1:54: ")
                .hasMessageContaining("config.yaml:7:58: ");
    }

    @Test
    void aReviewNeedsAControlPlane() throws Exception {
        SidecarSettings settings = read("""
                        listeners:
                          - name: one
                            protocol: line
                            listen: 127.0.0.1:1
                            upstream: 127.0.0.1:2
                            review: {approval_rule: x}
                            guardrails:
                              rules: [{name: a, type: operation, operations: [WRITE], action: require_review}]
                        """);

        settings.checkReviewsHaveAPlane(true);
        assertThatThrownBy(() -> settings.checkReviewsHaveAPlane(false))
                .isInstanceOf(ConfigException.class)
                .hasMessage("config.yaml:2:5: the listener `one` can require a review, and there is no control plane to"
                        + " file it on; set `control_plane_url` or HOOP_CONTROL_PLANE_URL, or write `action: deny` in"
                        + " its rules");
    }

    @Test
    void aCredentialInTheUrlOfThePlaneIsRefusedWithoutRepeatingIt() {
        assertProblems(
                """
                control_plane_url: http://ana:hunter2@127.0.0.1:8009
                listeners: [{name: one, protocol: line, listen: ":1", upstream: ":2"}]
                """,
                "config.yaml:1:20: `control_plane_url` must not carry a credential; remove what stands before the `@`;"
                        + " the sidecar's token comes from --token-file or HOOP_SIDECAR_TOKEN");
    }

    @Test
    void listenersMustBeThere() {
        assertProblems("log_level: info", "config.yaml:1:1: `listeners` is missing; add `listeners:`");
        assertProblems("listeners: []", "config.yaml:1:12: `listeners` is empty; write at least one entry");
    }

    @Test
    void aListenerIsNotLeftOutForABlankWord() {
        assertProblems(
                """
                listeners:
                  - {name: one, protocol: '', listen: ":1", upstream: ":2"}
                  - {name: ' ', protocol: line, listen: ":3", upstream: ":4"}
                """,
                "config.yaml:2:27: `protocol` is empty; write a text",
                "config.yaml:3:12: `name` is empty; write a text");
    }

    @Test
    void aPortIsTakenOnce() {
        assertProblems(
                """
                admin: {listen: 127.0.0.1:9}
                listeners:
                  - {name: a, protocol: line, listen: 127.0.0.1:0, upstream: ":2"}
                  - {name: b, protocol: line, listen: 127.0.0.1:0, upstream: ":2"}
                  - {name: c, protocol: line, listen: 127.0.0.1:7, upstream: ":2"}
                  - {name: d, protocol: line, listen: 127.0.0.2:7, upstream: ":2"}
                  - {name: e, protocol: line, listen: 0.0.0.0:9, upstream: ":2"}
                  - {name: f, protocol: line, network: unix, listen: a.sock, upstream: ":2"}
                  - {name: g, protocol: line, network: unix, listen: a.sock, upstream: ":2"}
                """,
                "config.yaml:7:39: `listen` takes the same port as line 1; give each listener an address of its own",
                "config.yaml:9:54: `listen` takes the same port as line 8; give each listener an address of its own");
    }

    @Test
    void aFactoryThatIsThereTwiceIsNamedWithItsTwin() {
        SampleProtocol twin = new SampleProtocol("line", true);

        assertThatThrownBy(() -> new SettingsReader(List.of(twin, twin)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the protocol line is there twice, as " + SampleProtocol.class.getName());
    }

    private void assertProblems(String text, String... problems) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(ConfigException.class)
                .hasMessage(String.join("\n", problems));
    }

    private static List<String> ruleNames(ListenerSettings listener) {
        return listener.guardrails().rules().rules().stream().map(Rule::name).toList();
    }

    private SidecarSettings read(String text) throws ConfigException {
        return reader.read("config.yaml", text);
    }
}
