package dev.hoop.sidecar.admin;

import dev.hoop.core.relay.Address;
import dev.hoop.sidecar.Failure;
import dev.hoop.sidecar.mcp.SidecarMcp;
import dev.hoop.sidecar.run.ConfigJson;
import dev.hoop.sidecar.run.Sidecar;
import dev.hoop.web.Json;
import dev.hoop.web.Router;
import dev.hoop.web.WebLimits;
import dev.hoop.web.WebResponse;
import dev.hoop.web.WebServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code /healthz}, {@code /readyz}, {@code /stats}, {@code /metrics} and {@code /config} of one sidecar, where the
 * configuration asks for them.
 */
public final class AdminServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AdminServer.class);
    private static final Duration STOP = Duration.ofSeconds(1);
    private static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

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
                .get("/healthz", request -> answer(() -> WebResponse.text(200, "ok\n")))
                .get("/readyz", request -> answer(this::ready))
                .get("/stats", request -> answer(() -> Json.response(200, stats.json())))
                .get(
                        "/metrics",
                        request -> answer(() -> WebResponse.of(200, METRICS_TYPE, new Metrics(sidecar).text())))
                .get(
                        "/config",
                        request -> answer(() -> Json.response(
                                200, ConfigJson.masked(sidecar.config().document()))))
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

    private static CompletionStage<WebResponse> answer(Supplier<WebResponse> made) {
        return CompletableFuture.completedStage(made.get().with("cache-control", "no-store"));
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
