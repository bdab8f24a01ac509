package dev.hoop.sidecar.dev;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What {@code dev} and {@code demo} take. */
final class DevOptions {

    @Option(names = "--data", paramLabel = "DIR", description = "Where database, tokens and dev.json are kept.")
    private Optional<Path> data = Optional.empty();

    @Option(
            names = "--plane-listen",
            paramLabel = "HOST:PORT",
            description =
                    "Where the Control Plane listens; port 0 for a free one. Default: " + PlaneAddress.DEFAULT + ".")
    private Optional<String> planeListen = Optional.empty();

    Optional<Path> data() {
        return data;
    }

    Optional<String> planeListen() {
        return planeListen;
    }
}
