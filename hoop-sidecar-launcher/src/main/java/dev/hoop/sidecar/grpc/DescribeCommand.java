package dev.hoop.sidecar.grpc;

import dev.hoop.core.settings.ListenerSettings;
import dev.hoop.core.spi.ListenerFactory;
import dev.hoop.sidecar.Failure;
import dev.hoop.sidecar.Verbosity;
import dev.hoop.sidecar.run.ConfigFile;
import dev.hoop.sidecar.run.Environment;
import dev.hoop.sidecar.run.SidecarStart;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code hoop grpc describe}: the methods that a listener's descriptors describe, as rules name and see them. */
@Command(
        name = "describe",
        description = "Prints the methods, message types and operations that a listener's descriptors describe.",
        mixinStandardHelpOptions = true)
public final class DescribeCommand implements Callable<Integer> {

    @Option(names = "--config", paramLabel = "FILE", description = "The configuration; also HOOP_SIDECAR_CONFIG.")
    private Optional<Path> config = Optional.empty();

    @Parameters(paramLabel = "LISTENER", description = "The listener's name.")
    private String listener = "";

    @ParentCommand
    private Verbosity parent = () -> false;

    private final PrintStream out = System.out;

    @Override
    public Integer call() {
        SidecarStart start = new SidecarStart(parent.verbose());
        Path path = new Environment(System.getenv())
                .config(config)
                .orElseThrow(() -> new Failure("which file? Pass --config FILE or set HOOP_SIDECAR_CONFIG"));
        ConfigFile file = ConfigFile.read(path, start.reader());
        ListenerSettings settings = file.settings().listeners().stream()
                .filter(one -> one.name().equals(listener))
                .findFirst()
                .orElseThrow(() -> new Failure("there is no listener " + listener + " in " + path));
        if (!settings.protocol().equals(GrpcFactory.PROTOCOL)) {
            throw new Failure("the listener " + listener + " is of protocol " + settings.protocol() + ", not grpc");
        }
        List<String> lines = lines(GrpcFactory.find(start), settings.protocolConfig());
        lines.forEach(out::println);
        if (lines.isEmpty()) {
            out.println("no methods: the listener has no grpc.descriptors; calls are judged by their paths");
        }
        return 0;
    }

    private static <C extends Record> List<String> lines(ListenerFactory<C> factory, Record config) {
        return factory.describe(factory.configType().cast(config));
    }
}
