package dev.hoop.sidecar.dev;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.core.RunningListener;
import dev.hoop.mcp.McpServer;
import dev.hoop.sidecar.Failure;
import dev.hoop.sidecar.admin.AdminServer;
import dev.hoop.sidecar.mcp.SidecarMcp;
import dev.hoop.sidecar.run.ConfigFile;
import dev.hoop.sidecar.run.ShutdownSignal;
import dev.hoop.sidecar.run.Sidecar;
import dev.hoop.sidecar.run.SidecarStart;
import dev.hoop.web.Json;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A Control Plane and a sidecar that uses it, in this process. */
final class DevProcess {

    private final SidecarStart start;
    private final ConfigFile config;
    private final DataDirectory directory;
    private final InetSocketAddress planeListen;

    /** @param directory stays open; to be closed by whoever opened it */
    DevProcess(SidecarStart start, ConfigFile config, DataDirectory directory, InetSocketAddress planeListen) {
        this.start = start;
        this.config = config;
        this.directory = directory;
        this.planeListen = planeListen;
    }

    /**
     * What runs, for whoever uses it.
     *
     * @param planeUrl the Control Plane
     * @param signIn a link that signs the reviewer in, once
     * @param reviewerToken the reviewer's token
     * @param reviewerTokenFile where that is kept
     * @param adminUrl the sidecar's admin endpoints, where it has them
     * @param mcpUrl its MCP server, where it has one
     * @param listeners the sidecar's listeners
     */
    record Running(
            URI planeUrl,
            URI signIn,
            String reviewerToken,
            Path reviewerTokenFile,
            Optional<URI> adminUrl,
            Optional<URI> mcpUrl,
            List<RunningListener> listeners) {

        /** {@code dev.json}, without the token itself. */
        private ObjectNode json() {
            ObjectNode json = Json.object()
                    .put("plane_url", planeUrl.toString())
                    .put("sign_in_url", signIn.toString())
                    .put("reviewer_token_file", reviewerTokenFile.toString())
                    .put("admin_url", adminUrl.map(URI::toString).orElse(null))
                    .put("mcp_url", mcpUrl.map(URI::toString).orElse(null))
                    // A file that a killed process left is told by its number, until the next start removes it.
                    .put("pid", ProcessHandle.current().pid());
            ArrayNode all = json.putArray("listeners");
            listeners.forEach(one -> all.addObject()
                    .put("name", one.name())
                    .put("protocol", one.protocol())
                    .put("address", one.address().toString()));
            return json;
        }
    }

    /**
     * Runs until a signal.
     *
     * @param ready told once everything accepts, after {@code dev.json} was written
     * @throws Failure when it cannot start
     */
    void run(ShutdownSignal signal, Consumer<Running> ready) {
        try (DevPlane plane = DevPlane.start(planeListen, directory, config);
                Sidecar sidecar = start.withPlane(Optional.of(config), plane.clientUrl(), plane.clientToken())) {
            try (SidecarMcp mcp = SidecarMcp.start(sidecar);
                    AdminServer admin = AdminServer.start(sidecar, mcp)) {
                sidecar.bind();
                Running running = new Running(
                        plane.url(),
                        plane.signInLink(),
                        plane.reviewerToken(),
                        directory.reviewerToken(),
                        admin.address().map(DevProcess::url),
                        mcp.address().map(address -> URI.create(url(address) + McpServer.PATH)),
                        sidecar.engine().running());
                directory.publish(running.json());
                ready.accept(running);
                signal.await();
                directory.unpublish();
                admin.draining();
                sidecar.drain();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted", e);
        }
    }

    private static URI url(InetSocketAddress address) {
        String host = address.getAddress().isAnyLocalAddress()
                ? "127.0.0.1"
                : address.getAddress().getHostAddress();
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort());
    }
}
