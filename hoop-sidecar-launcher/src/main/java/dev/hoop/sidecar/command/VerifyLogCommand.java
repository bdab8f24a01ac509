package dev.hoop.sidecar.command;

import dev.hoop.controlplane.ControlPlaneSettings;
import dev.hoop.controlplane.DecisionLogCheck;
import dev.hoop.controlplane.DecisionLogCheck.Result;
import dev.hoop.sidecar.Failure;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code hoop control-plane verify-log}. */
@Command(
        name = "verify-log",
        description = "Checks that the decision log is as it was written.",
        mixinStandardHelpOptions = true)
public final class VerifyLogCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @ParentCommand
    private ControlPlaneCommand parent = new ControlPlaneCommand();

    @Option(
            names = "--noted",
            paramLabel = "HASH",
            description = "A hash that an earlier check printed, which has to be in the log still.")
    private Optional<String> noted = Optional.empty();

    @Override
    public Integer call() {
        // What was mistyped must not look like a log that was forged.
        Optional<String> hash = noted.map(text -> text.toLowerCase(Locale.ROOT));
        if (hash.isPresent() && !hash.get().matches("[0-9a-f]{64}")) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--noted is no hash; write the 64 digits that an earlier check printed behind `head`");
        }
        ControlPlaneSettings settings = parent.settings(spec);
        Result result;
        try {
            result = DecisionLogCheck.check(settings.storage(), hash);
        } catch (IOException e) {
            throw new Failure("the decision log cannot be read: " + e.getMessage(), e);
        }
        if (result instanceof Result.Broken broken) {
            throw new Failure("the decision log was changed behind the plane's back: "
                    + (broken.entry() == 0 ? "" : "entry " + broken.entry() + " ") + broken.problem());
        }
        Result.Sound sound = (Result.Sound) result;
        PrintWriter out = spec.commandLine().getOut();
        out.println("entries " + sound.entries());
        out.println("head    " + sound.head());
        out.flush();
        return 0;
    }
}
