package dev.hoop.sidecar;

import dev.hoop.sidecar.command.ControlPlaneCommand;
import dev.hoop.sidecar.command.RunCommand;
import dev.hoop.sidecar.command.RunOptions;
import dev.hoop.sidecar.command.SidecarProcess;
import dev.hoop.sidecar.command.ValidateCommand;
import dev.hoop.sidecar.dev.DemoCommand;
import dev.hoop.sidecar.dev.DevCommand;
import dev.hoop.sidecar.dev.WarmUpCommand;
import dev.hoop.sidecar.grpc.GrpcCommand;
import dev.hoop.sidecar.mcp.McpStdioCommand;
import dev.hoop.sidecar.reviews.ReviewsCommand;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code hoop}; with {@code --config} alone it is {@code hoop run}. */
@Command(
        name = "hoop",
        description = "Stands between agents and their upstreams, and holds what needs a person.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        subcommands = {
            RunCommand.class,
            ValidateCommand.class,
            ControlPlaneCommand.class,
            DevCommand.class,
            DemoCommand.class,
            ReviewsCommand.class,
            McpStdioCommand.class,
            GrpcCommand.class,
            WarmUpCommand.class
        })
final class RootCommand implements Callable<Integer>, Verbosity {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private RunOptions options = new RunOptions();

    @Option(
            names = {"-v", "--verbose"},
            description = "Stack traces with errors.",
            scope = ScopeType.INHERIT)
    private boolean verbose;

    @Override
    public boolean verbose() {
        return verbose;
    }

    @Override
    public Integer call() {
        if (!options.hasConfig()) {
            throw new CommandLine.ParameterException(spec.commandLine(), "which command?");
        }
        SidecarProcess.run(options.config(), options.tokenFile(), verbose);
        return 0;
    }
}
