package dev.hoop.mcp.internal.http;

import dev.hoop.mcp.internal.rpc.RpcError;
import dev.hoop.mcp.internal.rpc.RpcFailure;
import dev.hoop.web.WebRequest;
import java.net.InetSocketAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Keeps pages of the web from using the endpoint through a visitor's browser (MCP 2026-07-28, "Security & Endpoint"). A
 * browser names the page in {@code Origin}; a page whose name was made to point here ("DNS rebinding") shows in {@code Host}.
 */
final class CallerGuard {

    private static final Pattern LOOPBACK_V4 = Pattern.compile("127(\\.\\d{1,3}){3}");
    private static final Pattern PORT = Pattern.compile(":\\d{0,5}$");

    private final boolean onLoopback;
    private final Set<String> origins;

    private CallerGuard(boolean onLoopback, Set<String> origins) {
        this.onLoopback = onLoopback;
        this.origins = origins;
    }

    /**
     * @param bound where the endpoint listens
     * @param allowed origins beyond its own loopback ones, in lower case
     */
    static CallerGuard of(InetSocketAddress bound, List<String> allowed) {
        String port = bound.getPort() == 80 ? "" : ":" + bound.getPort();
        Set<String> origins = new LinkedHashSet<>(allowed);
        for (String host : List.of("localhost", "127.0.0.1", "[::1]")) {
            origins.add("http://" + host + port);
        }
        return new CallerGuard(bound.getAddress().isLoopbackAddress(), Set.copyOf(origins));
    }

    /**
     * The page that asks, where one does.
     *
     * @throws RpcFailure when it may not
     */
    Optional<String> check(WebRequest request) {
        if (onLoopback) {
            checkHost(request);
        }
        List<String> given = request.headers("origin");
        if (given.isEmpty()) {
            return Optional.empty();
        }
        Set<String> distinct =
                given.stream().map(origin -> origin.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
        if (distinct.size() > 1 || !origins.containsAll(distinct)) {
            throw new RpcFailure(
                    403,
                    RpcError.INVALID_REQUEST,
                    "pages of this origin may not use this server; a page that may is listed in mcp.allowed_origins");
        }
        return Optional.of(given.get(0));
    }

    private static void checkHost(WebRequest request) {
        String host =
                PORT.matcher(request.header("host").orElse("")).replaceFirst("").toLowerCase(Locale.ROOT);
        if (!host.equals("localhost")
                && !host.equals("[::1]")
                && !LOOPBACK_V4.matcher(host).matches()) {
            throw new RpcFailure(
                    403,
                    RpcError.INVALID_REQUEST,
                    "this server listens on loopback: call it as localhost, or let it listen on another address");
        }
    }
}
