package dev.hoop.sidecar.command;

import dev.hoop.config.ConfigException;
import dev.hoop.controlplane.ControlPlane;
import dev.hoop.controlplane.ControlPlaneSettings;
import dev.hoop.sidecar.Failure;
import dev.hoop.sidecar.Verbosity;
import dev.hoop.sidecar.log.LogSetup;
import dev.hoop.sidecar.run.ConfigFile;
import dev.hoop.sidecar.run.ShutdownSignal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code hoop control-plane}. */
@Command(name = "control-plane", description = "Runs the Control Plane.", mixinStandardHelpOptions = true)
public final class ControlPlaneCommand implements Callable<Integer> {

    @Option(names = "--config", paramLabel = "FILE", required = true, description = "The plane's configuration.")
    private Path config = Path.of("control-plane.yaml");

    @ParentCommand
    private Verbosity parent = () -> false;

    @Override
    public Integer call() {
        ShutdownSignal signal = ShutdownSignal.install();
        LogSetup.apply("info", LogSetup.Format.KV, parent.verbose());
        try (ControlPlane plane = ControlPlane.start(ControlPlaneSettings.load(config))) {
            signal.await();
        } catch (ConfigException e) {
            throw ConfigFile.refused(e);
        } catch (IOException e) {
            throw new Failure("the control plane cannot start: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted", e);
        }
        return 0;
    }
}
