package dev.hoop.controlplane.internal.api;

import dev.hoop.web.WebRequest;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * Where a request comes from, as far as limits are concerned.
 *
 * @param proxies how many trusted proxies are in front, each of which adds the address before it to {@code X-Forwarded-For};
 *     what stands further left there is anybody's word
 */
public record ClientAddress(int proxies) {

    private static final int MAX_LENGTH = 64;

    /** A text that is the same for one client. An IPv6 client has a whole network of 64 bits to choose from. */
    public String of(WebRequest request) {
        List<String> told = request.headers("x-forwarded-for").stream()
                .flatMap(value -> Arrays.stream(value.split(",", -1)))
                .map(String::strip)
                .toList();
        if (proxies > 0 && told.size() >= proxies) {
            String address = told.get(told.size() - proxies);
            return address.length() > MAX_LENGTH ? address.substring(0, MAX_LENGTH) : address;
        }
        if (!(request.peer() instanceof InetSocketAddress peer) || peer.getAddress() == null) {
            return "unknown";
        }
        InetAddress address = peer.getAddress();
        return address instanceof Inet6Address
                ? HexFormat.of().formatHex(address.getAddress(), 0, 8) + "/64"
                : address.getHostAddress();
    }
}
