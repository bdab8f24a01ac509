package dev.hoop.sidecar.command;

import dev.hoop.sidecar.Failure;
import dev.hoop.sidecar.Verbosity;
import dev.hoop.sidecar.admin.AdminServer;
import dev.hoop.sidecar.run.Environment;
import dev.hoop.sidecar.run.ShutdownSignal;
import dev.hoop.sidecar.run.Sidecar;
import dev.hoop.sidecar.run.SidecarStart;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** {@code hoop run}. */
@Command(name = "run", description = "Runs the Sidecar.", mixinStandardHelpOptions = true)
public final class RunCommand implements Callable<Integer> {

    @Mixin
    private RunOptions options = new RunOptions();

    @ParentCommand
    private Verbosity parent = () -> false;

    @Override
    public Integer call() {
        return run(options, parent.verbose());
    }

    /** Runs until a signal. */
    public static int run(RunOptions options, boolean verbose) {
        ShutdownSignal signal = ShutdownSignal.install();
        SidecarStart start = new SidecarStart(verbose);
        try (Sidecar sidecar =
                start.fromEnvironment(options.config(), options.tokenFile(), new Environment(System.getenv()))) {
            sidecar.bind();
            try (AdminServer admin = AdminServer.start(sidecar)) {
                signal.await();
                admin.draining();
                sidecar.drain();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted", e);
        }
        return 0;
    }
}
