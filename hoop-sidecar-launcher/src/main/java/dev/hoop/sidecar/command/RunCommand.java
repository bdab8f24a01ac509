package dev.hoop.sidecar.command;

import dev.hoop.sidecar.Verbosity;
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
        SidecarProcess.run(options.config(), options.tokenFile(), parent.verbose());
        return 0;
    }
}
