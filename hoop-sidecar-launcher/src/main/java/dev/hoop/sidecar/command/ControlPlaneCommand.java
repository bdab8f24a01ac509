package dev.hoop.sidecar.command;

import dev.hoop.config.ConfigException;
import dev.hoop.controlplane.ControlPlane;
import dev.hoop.controlplane.ControlPlaneSettings;
import dev.hoop.controlplane.RuleRefusedException;
import dev.hoop.sidecar.Failure;
import dev.hoop.sidecar.Verbosity;
import dev.hoop.sidecar.log.LogSetup;
import dev.hoop.sidecar.run.ConfigFile;
import dev.hoop.sidecar.run.ShutdownSignal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code hoop control-plane}. */
@Command(
        name = "control-plane",
        description = "Runs the Control Plane.",
        mixinStandardHelpOptions = true,
        subcommands = VerifyLogCommand.class)
public final class ControlPlaneCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "The plane's configuration; required.")
    private Optional<Path> config = Optional.empty();

    @ParentCommand
    private Verbosity parent = () -> false;

    /** What the configuration file says; also for the commands below this one. */
    ControlPlaneSettings settings(CommandSpec command) {
        Path file = config.orElseThrow(() ->
                new CommandLine.ParameterException(command.commandLine(), "Missing required option: '--config=FILE'"));
        try {
            return ControlPlaneSettings.load(file);
        } catch (ConfigException e) {
            throw ConfigFile.refused(e);
        }
    }

    @Override
    public Integer call() {
        ShutdownSignal signal = ShutdownSignal.install();
        LogSetup.apply("info", LogSetup.Format.KV, parent.verbose());
        try (ControlPlane plane = ControlPlane.start(settings(spec))) {
            signal.await();
        } catch (IOException e) {
            throw new Failure("the control plane cannot start: " + e.getMessage(), e);
        } catch (RuleRefusedException e) {
            throw ConfigFile.refused(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted", e);
        }
        return 0;
    }
}
