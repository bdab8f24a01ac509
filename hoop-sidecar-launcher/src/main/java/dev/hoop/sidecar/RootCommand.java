package dev.hoop.sidecar;

import dev.hoop.sidecar.reviews.ReviewsCommand;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code hoop}. */
@Command(
        name = "hoop",
        description = "Stands between agents and their upstreams, and holds what needs a person.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        subcommands = {ReviewsCommand.class})
final class RootCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = {"-v", "--verbose"},
            description = "Stack traces with errors.",
            scope = ScopeType.INHERIT)
    private boolean verbose;

    boolean verbose() {
        return verbose;
    }

    @Override
    public Integer call() {
        throw new CommandLine.ParameterException(spec.commandLine(), "which command?");
    }
}
