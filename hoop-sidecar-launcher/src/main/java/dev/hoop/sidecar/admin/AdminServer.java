package dev.hoop.sidecar.admin;

import dev.hoop.core.relay.Address;
import dev.hoop.sidecar.Failure;
import dev.hoop.sidecar.mcp.SidecarMcp;
import dev.hoop.sidecar.run.ConfigJson;
import dev.hoop.sidecar.run.Sidecar;
import dev.hoop.web.Json;
import dev.hoop.web.Router;
import dev.hoop.web.WebFailure;
import dev.hoop.web.WebLimits;
import dev.hoop.web.WebRequest;
import dev.hoop.web.WebResponse;
import dev.hoop.web.WebServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code /healthz}, {@code /readyz}, {@code /stats}, {@code /metrics}, {@code /config} and {@code /events} of one sidecar,
 * where the configuration asks for them.
 */
public final class AdminServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AdminServer.class);
    private static final Duration STOP = Duration.ofSeconds(1);
    private static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private static final Pattern LOOPBACK_HOST =
            Pattern.compile("(?i)(localhost|127(\\.[0-9]{1,3}){3}|\\[::1])\\.?(:[0-9]{1,5})?");

    private final Sidecar sidecar;
    private final Stats stats;
    private final Optional<WebServer> server;
    private volatile boolean draining;

    private AdminServer(Sidecar sidecar, SidecarMcp mcp, Optional<Address> listen) {
        this.sidecar = sidecar;
        this.stats = new Stats(sidecar, mcp);
        this.server = listen.map(address -> serve((Address.Tcp) address));
    }

    /**
     * Serves from now on, before the listeners so that a taken port stops the start before anybody was served; or does
     * nothing where the configuration has no {@code admin} block.
     *
     * @param mcp the sidecar's MCP server, whose address and waits are told
     * @throws Failure when the address cannot be bound
     */
    public static AdminServer start(Sidecar sidecar, SidecarMcp mcp) {
        return new AdminServer(sidecar, mcp, sidecar.config().settings().adminListen());
    }

    private WebServer serve(Address.Tcp address) {
        Router router = Router.builder()
                .get("/healthz", request -> answer(request, () -> WebResponse.text(200, "ok\n")))
                .get("/readyz", request -> answer(request, this::ready))
                .get("/stats", request -> answer(request, () -> Json.response(200, stats.json())))
                .get("/metrics", request -> answer(request, this::metrics))
                .get("/config", request -> answer(request, this::config))
                .get("/events", request -> answer(request, () -> events(request)))
                .build();
        InetSocketAddress where = address.host().isEmpty()
                ? new InetSocketAddress(address.port())
                : new InetSocketAddress(address.host(), address.port());
        try {
            WebServer started = WebServer.start(where, router, WebLimits.defaults());
            LOG.info(
                    "event=admin.bound address={}:{}",
                    started.address().getHostString(),
                    started.address().getPort());
            return started;
        } catch (IOException e) {
            throw new Failure("admin: " + e.getMessage(), e);
        }
    }

    private CompletionStage<WebResponse> answer(WebRequest request, Supplier<WebResponse> made) {
        checkHost(request);
        return CompletableFuture.completedStage(made.get().with("cache-control", "no-store"));
    }

    /** A page in a browser reaches a loopback address under a name of its own, which tells it apart. */
    private void checkHost(WebRequest request) {
        boolean loopback = address()
                .map(InetSocketAddress::getAddress)
                .filter(InetAddress::isLoopbackAddress)
                .isPresent();
        if (loopback
                && !request.header("host")
                        .filter(host -> LOOPBACK_HOST.matcher(host).matches())
                        .isPresent()) {
            throw new WebFailure(403, "these endpoints listen on loopback: ask for localhost or 127.0.0.1");
        }
    }

    private WebResponse metrics() {
        return WebResponse.of(200, METRICS_TYPE, new Metrics(sidecar).text());
    }

    private WebResponse config() {
        return Json.response(200, ConfigJson.masked(sidecar.config().document()));
    }

    /** The last audit records, as they were recorded, newest first. */
    private WebResponse events(WebRequest request) {
        Optional<String> given = request.query("limit");
        if (given.isPresent() && !given.get().matches("[1-9][0-9]{0,5}")) {
            throw new WebFailure(400, "limit is how many events at most: a number from 1 to 999999");
        }
        int limit = given.map(Integer::parseInt).orElse(Integer.MAX_VALUE);
        List<String> lines =
                sidecar.recentRecords().map(recent -> recent.newestFirst(limit)).orElse(List.of());
        String json = "{\"events\":[" + String.join(",", lines) + "]}\n";
        return WebResponse.of(200, "application/json", json.getBytes(StandardCharsets.UTF_8));
    }

    /** Ready as long as listeners accept: a plane that is out of reach costs reviews and nothing else. */
    private WebResponse ready() {
        boolean ready = !draining && !sidecar.engine().running().isEmpty();
        return WebResponse.text(ready ? 200 : 503, ready ? "ready\n" : "not ready\n");
    }

    /** Where it listens; empty where it does not. */
    public Optional<InetSocketAddress> address() {
        return server.map(WebServer::address);
    }

    /** Not ready from now on, so that nothing new is sent here. */
    public void draining() {
        draining = true;
    }

    @Override
    public void close() {
        server.ifPresent(running -> running.stop(STOP));
    }
}
