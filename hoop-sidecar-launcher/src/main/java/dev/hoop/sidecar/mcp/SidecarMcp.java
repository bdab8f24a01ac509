package dev.hoop.sidecar.mcp;

import dev.hoop.core.gate.ShownReviews;
import dev.hoop.core.relay.Address;
import dev.hoop.core.settings.ListenerSettings;
import dev.hoop.core.settings.McpSettings;
import dev.hoop.mcp.McpServer;
import dev.hoop.sidecar.Failure;
import dev.hoop.sidecar.VersionProvider;
import dev.hoop.sidecar.run.ConfigFile;
import dev.hoop.sidecar.run.Sidecar;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The MCP server of one sidecar. It is started, stopped and moved with the process only. */
public final class SidecarMcp implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SidecarMcp.class);

    private final Optional<McpServer> server;

    private SidecarMcp(Optional<McpServer> server) {
        this.server = server;
    }

    /**
     * Serves from now on, before the listeners so that a taken port stops the start before anybody was served; or does
     * nothing where the configuration has no {@code mcp} block.
     *
     * @throws Failure when the address cannot be bound
     */
    public static SidecarMcp start(Sidecar sidecar) {
        return new SidecarMcp(sidecar.config().settings().mcp().map(settings -> serve(sidecar, settings)));
    }

    private static McpServer serve(Sidecar sidecar, McpSettings settings) {
        Address.Tcp listen = settings.listen();
        InetSocketAddress where = listen.host().isEmpty()
                ? new InetSocketAddress(listen.port())
                : new InetSocketAddress(listen.host(), listen.port());
        try {
            ShownReviews reviews = new ShownReviews(sidecar.reviews(), showsApprover(sidecar.config()));
            McpServer started = McpServer.start(
                    new McpServer.Options(where, settings.allowedOrigins(), reviews, VersionProvider.version()));
            InetSocketAddress address = started.address();
            LOG.info("event=mcp.bound address={}:{}", address.getHostString(), address.getPort());
            if (!address.getAddress().isLoopbackAddress()) {
                LOG.warn("event=mcp.open risk=\"whoever reaches it reads every review of this sidecar\""
                        + " fix=\"bind it to loopback, or admit only the agents to it\"");
            }
            return started;
        } catch (IOException e) {
            throw new Failure("mcp: " + e.getMessage(), e);
        }
    }

    /** Of a listener that is configured no more nobody knows what it would show, so it shows nobody. */
    private static Predicate<String> showsApprover(ConfigFile config) {
        Set<String> listeners = config.settings().listeners().stream()
                .filter(listener -> listener.review().showApprover())
                .map(ListenerSettings::name)
                .collect(Collectors.toUnmodifiableSet());
        return listeners::contains;
    }

    /** Where it listens; empty where it does not. */
    public Optional<InetSocketAddress> address() {
        return server.map(McpServer::address);
    }

    /** How many calls wait for a decision now. */
    public int waiting() {
        return server.map(McpServer::waiting).orElse(0);
    }

    @Override
    public void close() {
        server.ifPresent(McpServer::close);
    }
}
