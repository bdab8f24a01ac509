package dev.hoop.core.settings;

import dev.hoop.config.ConfigException;
import dev.hoop.config.Problems;
import dev.hoop.core.relay.Address;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A sidecar's configuration, checked. Immutable.
 *
 * @param log the log
 * @param controlPlaneUrl the plane's address as the file says it; the environment and the command line may say another
 * @param adminListen where the admin endpoints listen; empty for nowhere
 * @param mcp the MCP server; empty for none
 * @param audit the audit trail
 * @param trustCaFile certificates (PEM) that this sidecar trusts besides the platform's, towards the plane and towards
 *     upstreams that name no {@code ca_file} of their own
 * @param listeners at least one
 */
public record SidecarSettings(
        LogSettings log,
        Optional<URI> controlPlaneUrl,
        Optional<Address> adminListen,
        Optional<McpSettings> mcp,
        AuditSettings audit,
        Optional<Path> trustCaFile,
        List<ListenerSettings> listeners) {

    public SidecarSettings {
        listeners = List.copyOf(listeners);
    }

    /**
     * Checks, once the plane's address is resolved from everywhere it may come from, that whatever requires a review has a
     * plane to file it on, and whatever tells of reviews one to read them from.
     *
     * @param hasControlPlane whether there is a plane
     * @throws ConfigException when a listener or the MCP server needs one and there is none
     */
    public void checkReviewsHaveAPlane(boolean hasControlPlane) throws ConfigException {
        Problems problems = new Problems();
        if (!hasControlPlane) {
            mcp.ifPresent(block -> problems.add(
                    block.position(),
                    "the `mcp` block needs a control plane, and there is none: the MCP server reads reviews from it",
                    "set `control_plane_url` or HOOP_CONTROL_PLANE_URL, or remove the block"));
        }
        for (ListenerSettings listener : listeners) {
            if (!hasControlPlane && listener.guardrails().canRequireReview()) {
                problems.add(
                        listener.position(),
                        "the listener `" + listener.name() + "` can require a review, and there is no control plane to"
                                + " file it on",
                        "set `control_plane_url` or HOOP_CONTROL_PLANE_URL, or write `action: deny` in its rules");
            }
        }
        problems.throwIfAny();
    }
}
