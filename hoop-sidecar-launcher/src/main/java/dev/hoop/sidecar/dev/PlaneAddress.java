package dev.hoop.sidecar.dev;

import dev.hoop.core.relay.Address;
import dev.hoop.sidecar.Failure;
import java.net.InetSocketAddress;

/** Where a developer's Control Plane listens. */
final class PlaneAddress {

    /** When nothing is said. */
    static final String DEFAULT = "127.0.0.1:8009";

    private PlaneAddress() {}

    /** @throws Failure when it is no address to listen on */
    static InetSocketAddress of(String text) {
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
