package dev.hoop.sidecar.command;

import dev.hoop.config.ConfigException;
import dev.hoop.controlplane.client.NoPlane;
import dev.hoop.core.Engine;
import dev.hoop.core.EngineParts;
import dev.hoop.core.audit.AuditOptions;
import dev.hoop.core.audit.AuditSink;
import dev.hoop.core.audit.AuditTrail;
import dev.hoop.core.guardrail.Guardrails;
import dev.hoop.core.relay.Transport;
import dev.hoop.core.settings.ListenerSettings;
import dev.hoop.core.spi.Fingerprints;
import dev.hoop.mcp.McpServer;
import dev.hoop.sidecar.Failure;
import dev.hoop.sidecar.Verbosity;
import dev.hoop.sidecar.run.ConfigFile;
import dev.hoop.sidecar.run.Environment;
import dev.hoop.sidecar.run.SidecarStart;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code hoop validate}: everything that {@code run} does before it opens a socket or writes a file. */
@Command(
        name = "validate",
        description = "Checks a configuration: prints its listeners, or every problem.",
        mixinStandardHelpOptions = true)
public final class ValidateCommand implements Callable<Integer> {

    @Option(names = "--config", paramLabel = "FILE", description = "The configuration; also HOOP_SIDECAR_CONFIG.")
    private Optional<Path> config = Optional.empty();

    @ParentCommand
    private Verbosity parent = () -> false;

    private final PrintStream out = System.out;

    @Override
    public Integer call() {
        SidecarStart start = new SidecarStart(parent.verbose());
        Environment environment = new Environment(System.getenv());
        Path path = environment
                .config(config)
                .orElseThrow(() -> new Failure("which file? Pass --config FILE or set HOOP_SIDECAR_CONFIG"));
        ConfigFile file = ConfigFile.read(path, start.reader());
        boolean hasPlane = environment.plane(file.settings().controlPlaneUrl()).isPresent();
        build(file, start, hasPlane);
        print(path, file);
        return 0;
    }

    private static void build(ConfigFile file, SidecarStart start, boolean hasPlane) {
        Fingerprints fingerprints = new Fingerprints(new byte[] {1});
        try (Transport transport = Transport.open();
                AuditTrail nowhere =
                        new AuditTrail(AuditOptions.DEFAULT, new NoSink(), fingerprints, InstantSource.system())) {
            file.settings().checkReviewsHaveAPlane(hasPlane);
            EngineParts parts = new EngineParts(start.factories(), transport, new NoPlane(), nowhere, fingerprints);
            Engine.build(file.settings(), parts).close();
        } catch (ConfigException e) {
            throw ConfigFile.refused(e);
        } catch (IllegalArgumentException e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
    }

    private void print(Path path, ConfigFile file) {
        int count = file.settings().listeners().size();
        out.println(path + " is valid: " + count + (count == 1 ? " listener" : " listeners"));
        for (ListenerSettings listener : file.settings().listeners()) {
            out.println();
            line("listener", listener.name());
            line("protocol", listener.protocol());
            line("listens on", listener.listen() + (listener.downstreamTls().isPresent() ? " (TLS)" : ""));
            line("upstream", listener.upstream() + (listener.upstreamTls().isPresent() ? " (TLS)" : ""));
            line("guardrails", rules(listener.guardrails()));
            listener.review()
                    .approvalRule()
                    .ifPresent(rule -> line(
                            "reviews",
                            "approved by " + rule + ", mode "
                                    + listener.review().mode().word()));
        }
        file.settings().mcp().ifPresent(mcp -> {
            out.println();
            line("mcp", "http://" + mcp.listen() + McpServer.PATH);
        });
    }

    private static String rules(Guardrails guardrails) {
        int count = guardrails.rules().rules().size();
        return count == 0
                ? "none"
                : count
                        + (count == 1 ? " rule, " : " rules, ")
                        + guardrails.mode().name().toLowerCase(Locale.ROOT);
    }

    private void line(String name, String value) {
        out.println("  " + name + " ".repeat(12 - name.length()) + value);
    }

    /** Takes nothing, since nothing happens while listeners are built. */
    private static final class NoSink implements AuditSink {
        @Override
        public void write(ByteBuffer lines, int records, Receipt receipt) {
            receipt.written();
        }

        @Override
        public void close() {}
    }
}
