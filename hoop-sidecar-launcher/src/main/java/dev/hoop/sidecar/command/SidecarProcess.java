package dev.hoop.sidecar.command;

import dev.hoop.sidecar.Failure;
import dev.hoop.sidecar.admin.AdminServer;
import dev.hoop.sidecar.mcp.SidecarMcp;
import dev.hoop.sidecar.run.Environment;
import dev.hoop.sidecar.run.ShutdownSignal;
import dev.hoop.sidecar.run.Sidecar;
import dev.hoop.sidecar.run.SidecarStart;
import java.nio.file.Path;
import java.util.Optional;

/** A sidecar and its admin endpoints as a process of their own. */
public final class SidecarProcess {

    private SidecarProcess() {}

    /**
     * Runs until a signal, then drains.
     *
     * @param config the configuration file, where the command line names one
     * @param tokenFile the file with the sidecar's token, where the command line names one
     * @throws Failure when it cannot start
     */
    public static void run(Optional<Path> config, Optional<Path> tokenFile, boolean verbose) {
        run(config, tokenFile, ShutdownSignal.install(), verbose);
    }

    /** The same, until that signal. */
    public static void run(Optional<Path> config, Optional<Path> tokenFile, ShutdownSignal signal, boolean verbose) {
        SidecarStart start = new SidecarStart(verbose);
        try (Sidecar sidecar = start.fromEnvironment(config, tokenFile, new Environment(System.getenv()))) {
            try (SidecarMcp mcp = SidecarMcp.start(sidecar);
                    AdminServer admin = AdminServer.start(sidecar, mcp)) {
                sidecar.bind();
                signal.await();
                admin.draining();
                sidecar.drain();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted", e);
        }
    }
}
