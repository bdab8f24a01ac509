package dev.hoop.controlplane.client;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;

/**
 * Where the Control Plane is.
 *
 * @param base scheme, host, port and path prefix, without a slash at the end
 */
public record PlaneUrl(URI base) {

    /**
     * Reads an address as people write it, {@code https://plane.example.com} or with a path prefix.
     *
     * @throws IllegalArgumentException when it cannot be one; the message says what to write
     */
    public static PlaneUrl parse(String text) {
        URI uri;
        try {
            uri = URI.create(text.strip());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("not a URL; write http://HOST:PORT or https://HOST", e);
        }
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw new IllegalArgumentException("neither http nor https; write http://HOST:PORT or https://HOST");
        }
        if (uri.getRawUserInfo() != null) {
            throw new IllegalArgumentException(
                    "carries a user or password; the sidecar's token goes into a token file");
        }
        if (uri.getHost() == null) {
            throw new IllegalArgumentException("names no host; write http://HOST:PORT or https://HOST");
        }
        if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
            throw new IllegalArgumentException("has a query or a fragment; write the address up to its path only");
        }
        return new PlaneUrl(URI.create(scheme + "://" + uri.getRawAuthority() + prefix(uri.normalize())));
    }

    private static String prefix(URI uri) {
        String path = uri.getRawPath();
        while (path.endsWith("/")) {
            path = path.substring(0, path.length() - 1);
        }
        return path;
    }

    /** The address of one call: its path, which starts with a slash, behind the prefix. */
    URI resolve(String path) {
        return URI.create(base + path);
    }

    /** Whether the token would cross a network in the clear. */
    boolean isPlainOverNetwork() {
        return base.getScheme().equals("http") && !isLoopback(base.getHost());
    }

    /** Decides by the spelling alone: a name other than {@code localhost} is not looked up. */
    private static boolean isLoopback(String host) {
        if (host.equalsIgnoreCase("localhost")) {
            return true;
        }
        if (!host.startsWith("[") && !host.matches("[0-9.]+")) {
            return false;
        }
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    @Override
    public String toString() {
        return base.toString();
    }
}
