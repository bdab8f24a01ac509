package dev.hoop.sidecar.dev;

import dev.hoop.core.RunningListener;
import dev.hoop.sidecar.Failure;
import dev.hoop.sidecar.Verbosity;
import dev.hoop.sidecar.run.ConfigFile;
import dev.hoop.sidecar.run.Environment;
import dev.hoop.sidecar.run.ShutdownSignal;
import dev.hoop.sidecar.run.SidecarStart;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code hoop dev}. */
@Command(
        name = "dev",
        description = "Runs Sidecar and Control Plane in one process, for one person or a test.",
        mixinStandardHelpOptions = true)
public final class DevCommand implements Callable<Integer> {

    private static final Path DATA = Path.of("hoop-data");

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The Sidecar's configuration; also HOOP_SIDECAR_CONFIG.")
    private Optional<Path> config = Optional.empty();

    @Mixin
    private DevOptions options = new DevOptions();

    @ParentCommand
    private Verbosity parent = () -> false;

    @Override
    public Integer call() {
        run(config, options.data(), options.planeListen(), parent.verbose());
        return 0;
    }

    /**
     * Runs until a signal.
     *
     * @param planeListen where the plane listens, {@code host:port}
     * @throws Failure when it cannot start
     */
    public static void run(Optional<Path> config, Optional<Path> data, Optional<String> planeListen, boolean verbose) {
        ShutdownSignal signal = ShutdownSignal.install();
        SidecarStart start = new SidecarStart(verbose);
        Path path = new Environment(System.getenv())
                .config(config)
                .orElseThrow(() -> new Failure("which configuration? Pass --config FILE or set HOOP_SIDECAR_CONFIG"));
        ConfigFile file = ConfigFile.read(path, start.reader());
        start.applyLog(file.settings().log());
        // Where the audit trail has standard output, nothing else may be on it.
        PrintStream out = file.settings().audit().file().equals("-") ? System.err : System.out;
        try (DataDirectory directory = DataDirectory.open(data.orElse(DATA))) {
            new DevProcess(start, file, directory, PlaneAddress.of(planeListen.orElse(PlaneAddress.DEFAULT)))
                    .run(signal, running -> print(out, running));
        }
    }

    private static void print(PrintStream out, DevProcess.Running running) {
        out.println("hoop is ready. Ctrl-C ends it.");
        out.println();
        out.println("  control plane   " + running.planeUrl());
        out.println("  sign in, once   " + running.signIn());
        out.println("  reviewer token  " + running.reviewerToken());
        out.println("                  (kept in " + running.reviewerTokenFile() + ")");
        running.adminUrl().ifPresent(url -> out.println("  admin           " + url));
        running.mcpUrl().ifPresent(url -> out.println("  mcp             " + url));
        for (RunningListener listener : running.listeners()) {
            out.println(
                    "  listener        " + listener.name() + ", " + listener.protocol() + ", on " + listener.address());
        }
        out.flush();
    }
}
