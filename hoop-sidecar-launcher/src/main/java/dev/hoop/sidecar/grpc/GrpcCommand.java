package dev.hoop.sidecar.grpc;

import dev.hoop.sidecar.Verbosity;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code hoop grpc}. */
@Command(
        name = "grpc",
        description = "Descriptors of gRPC services: what a listener knows, and where to get them.",
        mixinStandardHelpOptions = true,
        subcommands = {DescribeCommand.class, DiscoverCommand.class})
public final class GrpcCommand implements Runnable, Verbosity {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @ParentCommand
    private Verbosity parent = () -> false;

    @Override
    public boolean verbose() {
        return parent.verbose();
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which command?");
    }
}
