package dev.hoop.core.settings;

import dev.hoop.config.Echo;
import dev.hoop.config.Located;
import dev.hoop.config.Problem;
import dev.hoop.config.Problems;
import dev.hoop.core.relay.Address;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads addresses, and tells which two cannot both be listened on. */
final class Places {

    /** The longest path of a unix socket that Linux and macOS both take, in bytes: {@code sun_path} less its final zero. */
    private static final int MAX_SOCKET_PATH_BYTES = 103;

    private Places() {}

    /** The address to listen on. */
    static Optional<Address> listen(Located<String> written, ListenerKeys.Network network, Problems problems) {
        return network == ListenerKeys.Network.UNIX
                ? unix("listen", written, problems)
                : tcp("listen", written, problems);
    }

    /** The address of an upstream: a path when it starts with a slash. */
    static Optional<Address> upstream(Located<String> written, Problems problems) {
        if (written.value().startsWith("/")) {
            return unix("upstream", written, problems);
        }
        Optional<Address> address = tcp("upstream", written, problems);
        if (address.isPresent() && address.get() instanceof Address.Tcp tcp && tcp.port() == 0) {
            problems.add(
                    written.position(), "`upstream` cannot have port 0", "write the port that the server listens on");
            return Optional.empty();
        }
        return address;
    }

    /** A TCP address to listen on. */
    static Optional<Address> tcp(String key, Located<String> written, Problems problems) {
        String text = written.value();
        int colon = text.lastIndexOf(':');
        if (text.chars().anyMatch(c -> c <= ' ' || c == '/' || c == '@') || colon < 0) {
            return notAnAddress(key, written, problems);
        }
        String host = text.substring(0, colon);
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        if (!bracketed && (host.indexOf(':') >= 0 || host.indexOf('[') >= 0 || host.indexOf(']') >= 0)) {
            return notAnAddress(key, written, problems);
        }
        String port = text.substring(colon + 1);
        if (!port.matches("[0-9]{1,5}") || Integer.parseInt(port) > 65_535) {
            problems.add(
                    written.position(),
                    "`" + key + "` has no port in " + Echo.of(key, text),
                    "write a port from 0 to 65535 after the last colon");
            return Optional.empty();
        }
        return Optional.of(
                new Address.Tcp(bracketed ? host.substring(1, host.length() - 1) : host, Integer.parseInt(port)));
    }

    private static Optional<Address> notAnAddress(String key, Located<String> written, Problems problems) {
        problems.add(
                written.position(),
                "`" + key + "` must be an address, not " + Echo.of(key, written.value()),
                "write `host:port` or `[v6-address]:port`");
        return Optional.empty();
    }

    private static Optional<Address> unix(String key, Located<String> written, Problems problems) {
        try {
            String path = written.value();
            if (path.isBlank() || path.endsWith("/")) {
                problems.add(written.position(), "`" + key + "` must be the path of a socket", "write a path");
                return Optional.empty();
            }
            if (path.getBytes(StandardCharsets.UTF_8).length > MAX_SOCKET_PATH_BYTES) {
                problems.add(
                        written.position(),
                        "`" + key + "` is longer than " + MAX_SOCKET_PATH_BYTES
                                + " bytes, the most that the path of a socket may have",
                        "write a shorter path");
                return Optional.empty();
            }
            return Optional.of(Address.unix(path));
        } catch (IllegalArgumentException e) {
            problems.add(Problem.ofSentence(written.position(), String.valueOf(e.getMessage())));
            return Optional.empty();
        }
    }

    /** Whether both cannot be listened on at once. Port 0 is a free port each time. */
    static boolean collide(Address one, Address other) {
        if (one instanceof Address.Tcp a && other instanceof Address.Tcp b) {
            return a.port() == b.port() && a.port() != 0 && sameHost(a.host(), b.host());
        }
        return one.equals(other);
    }

    private static boolean sameHost(String a, String b) {
        return isEvery(a) || isEvery(b) || a.equalsIgnoreCase(b);
    }

    private static boolean isEvery(String host) {
        return host.isEmpty() || host.equals("0.0.0.0") || host.equals("::");
    }
}
