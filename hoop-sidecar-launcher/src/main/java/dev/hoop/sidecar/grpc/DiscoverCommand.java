package dev.hoop.sidecar.grpc;

import dev.hoop.core.relay.Address;
import dev.hoop.core.relay.Dialer;
import dev.hoop.core.relay.Transport;
import dev.hoop.core.relay.UpstreamTls;
import dev.hoop.core.spi.ListenerFactory;
import dev.hoop.sidecar.Failure;
import dev.hoop.sidecar.Verbosity;
import dev.hoop.sidecar.run.SidecarStart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code hoop grpc discover}: writes a descriptor set of all that a server's reflection service tells. */
@Command(
        name = "discover",
        description = "Asks a server's reflection service and writes a descriptor set for grpc.descriptors.",
        mixinStandardHelpOptions = true)
public final class DiscoverCommand implements Callable<Integer> {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Option(names = "--upstream", required = true, paramLabel = "HOST:PORT", description = "The server.")
    private String upstream = "";

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "The file to write.")
    private Path out = Path.of("");

    @Option(names = "--tls", description = "Speak TLS to the server.")
    private boolean tls;

    @Option(names = "--ca-file", paramLabel = "FILE", description = "With --tls: whom to trust.")
    private Optional<Path> caFile = Optional.empty();

    @Option(names = "--server-name", paramLabel = "NAME", description = "With --tls: the name to verify.")
    private Optional<String> serverName = Optional.empty();

    @ParentCommand
    private Verbosity parent = () -> false;

    @Override
    public Integer call() {
        byte[] set = ask();
        try {
            Files.write(out, set);
        } catch (IOException e) {
            throw new Failure("the file " + out + " cannot be written: " + e.getMessage(), e);
        }
        System.out.println(
                "wrote " + set.length + " bytes to " + out + "; name it in grpc.descriptors of the listener");
        return 0;
    }

    private byte[] ask() {
        Optional<UpstreamTls> with =
                tls ? Optional.of(new UpstreamTls(caFile, serverName, Optional.empty(), false)) : Optional.empty();
        ListenerFactory<?> grpc = GrpcFactory.find(new SidecarStart(parent.verbose()));
        try (Transport transport = Transport.open()) {
            Dialer dialer = new Dialer(
                    transport,
                    Address.parse(upstream),
                    with,
                    false,
                    grpc.upstreamAlpnProtocols(),
                    Dialer.DEFAULT_TIMEOUT);
            return grpc.discover(dialer, transport.nextLoop(), PATIENCE)
                    .orElseThrow(() -> new Failure("this build cannot ask a server for its descriptors"));
        } catch (IOException | IllegalArgumentException e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
    }
}
