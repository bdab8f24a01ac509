package dev.hoop.core.relay;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Where to listen or to dial. */
public sealed interface Address {

    /**
     * A TCP port.
     *
     * @param host a name or an address without brackets; empty means every interface to listen on, and this host to dial
     * @param port 0 to 65535; 0 means a free port to listen on
     */
    record Tcp(String host, int port) implements Address {

        public Tcp {
            if (port < 0 || port > 65535) {
                throw new IllegalArgumentException("a port is 0 to 65535, not " + port);
            }
        }

        @Override
        public String toString() {
            return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
        }
    }

    /** A unix domain socket. */
    record Unix(Path path) implements Address {
        @Override
        public String toString() {
            return path.toString();
        }
    }

    /**
     * Reads {@code host:port}, {@code [v6]:port}, {@code :port}, or, when it starts with {@code /}, the path of a unix
     * socket.
     *
     * @throws IllegalArgumentException when it is none of them; the message says what to write
     */
    static Address parse(String text) {
        return text.startsWith("/") ? unix(text) : tcp(text);
    }

    /**
     * The unix socket at a path, which may be relative.
     *
     * @throws IllegalArgumentException when it cannot be a path
     */
    static Unix unix(String path) {
        try {
            return new Unix(Path.of(path));
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("'" + path + "' is no path: " + e.getReason(), e);
        }
    }

    /**
     * Reads {@code host:port}, {@code [v6]:port} or {@code :port}.
     *
     * @throws IllegalArgumentException when it is none of them; the message says what to write
     */
    static Tcp tcp(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon);
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        if (colon < 0 || (!bracketed && host.indexOf(':') >= 0)) {
            throw new IllegalArgumentException("'" + text + "' is no address: write host:port, or [v6-address]:port");
        }
        return new Tcp(bracketed ? host.substring(1, host.length() - 1) : host, port(text.substring(colon + 1)));
    }

    private static int port(String digits) {
        boolean number =
                !digits.isEmpty() && digits.length() <= 5 && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        int port = number ? Integer.parseInt(digits) : -1;
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("'" + digits + "' is no port: write a number from 0 to 65535");
        }
        return port;
    }
}
