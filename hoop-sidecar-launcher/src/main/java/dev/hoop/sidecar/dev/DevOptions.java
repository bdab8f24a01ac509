package dev.hoop.sidecar.dev;

import dev.hoop.core.relay.Address;
import dev.hoop.sidecar.Failure;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What {@code dev} and {@code demo} take. */
final class DevOptions {

    /** Where the plane listens when nothing is said. */
    static final String DEFAULT_PLANE = "127.0.0.1:8009";

    @Option(names = "--data", paramLabel = "DIR", description = "Where database, tokens and dev.json are kept.")
    private Optional<Path> data = Optional.empty();

    @Option(
            names = "--plane-listen",
            paramLabel = "HOST:PORT",
            description = "Where the Control Plane listens; port 0 for a free one. Default: " + DEFAULT_PLANE + ".")
    private Optional<String> planeListen = Optional.empty();

    Optional<Path> data() {
        return data;
    }

    /** Where the plane is to listen, if anything was said. */
    Optional<InetSocketAddress> planeListen() {
        return planeListen.map(DevOptions::address);
    }

    static InetSocketAddress address(String text) {
        try {
            Address.Tcp tcp = Address.tcp(text);
            InetSocketAddress address = tcp.host().isEmpty()
                    ? new InetSocketAddress(tcp.port())
                    : new InetSocketAddress(tcp.host(), tcp.port());
            if (address.isUnresolved()) {
                throw new Failure(
                        "--plane-listen: the host " + tcp.host() + " is not known; write an address of this host");
            }
            return address;
        } catch (IllegalArgumentException e) {
            throw new Failure("--plane-listen: " + e.getMessage(), e);
        }
    }
}
