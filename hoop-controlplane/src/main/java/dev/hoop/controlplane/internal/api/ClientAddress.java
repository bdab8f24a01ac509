package dev.hoop.controlplane.internal.api;

import dev.hoop.web.WebRequest;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Where a request comes from, as far as limits are concerned.
 *
 * @param proxies how many trusted proxies are in front, each of which adds the address before it to {@code X-Forwarded-For};
 *     what stands further left there is anybody's word
 */
public record ClientAddress(int proxies) {

    private static final int MAX_LENGTH = 64;

    /** So written that it is read without asking for a name. */
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]{2," + MAX_LENGTH + "}");

    /** A text that is the same for one client. An IPv6 client has a whole network of 64 bits to choose from. */
    public String of(WebRequest request) {
        List<String> told = request.headers("x-forwarded-for").stream()
                .flatMap(value -> Arrays.stream(value.split(",", -1)))
                .map(String::strip)
                .toList();
        if (proxies > 0 && told.size() >= proxies) {
            return named(told.get(told.size() - proxies));
        }
        if (!(request.peer() instanceof InetSocketAddress peer) || peer.getAddress() == null) {
            return "unknown";
        }
        return named(peer.getAddress());
    }

    /** A trusted proxy's word, which is a literal address; anything else stands for itself. */
    private static String named(String told) {
        if (told.indexOf(':') >= 0 && IPV6.matcher(told).matches()) {
            try {
                return named(InetAddress.getByName(told));
            } catch (UnknownHostException e) {
                return told;
            }
        }
        return told.length() > MAX_LENGTH ? told.substring(0, MAX_LENGTH) : told;
    }

    private static String named(InetAddress address) {
        return address instanceof Inet6Address
                ? HexFormat.of().formatHex(address.getAddress(), 0, 8) + "/64"
                : address.getHostAddress();
    }
}
