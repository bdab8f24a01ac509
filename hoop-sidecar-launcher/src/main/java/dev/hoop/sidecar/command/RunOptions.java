package dev.hoop.sidecar.command;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What {@code run} takes. */
public final class RunOptions {

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The configuration; also HOOP_SIDECAR_CONFIG. Without one, the Control Plane's is used.")
    private Optional<Path> config = Optional.empty();

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "A file with the sidecar's token; also HOOP_SIDECAR_TOKEN (the token itself).")
    private Optional<Path> tokenFile = Optional.empty();

    /** Whether the command line names a configuration. */
    public boolean hasConfig() {
        return config.isPresent();
    }

    public Optional<Path> config() {
        return config;
    }

    public Optional<Path> tokenFile() {
        return tokenFile;
    }
}
