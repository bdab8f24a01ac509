package dev.hoop.core.settings;

import dev.hoop.config.ConfigNode;
import dev.hoop.config.Default;
import dev.hoop.config.Located;
import dev.hoop.config.NotEmpty;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** The keys of the document as they are written, in groups that are bound one by one, as {@link ListenerKeys} are. */
final class TopKeys {

    private TopKeys() {}

    /** The plane, and whom to trust. */
    record Plane(Optional<Located<URI>> controlPlaneUrl, Optional<Trust> trust) {}

    /** Whom to trust. */
    record Trust(ExistingFile caFile) {}

    /** Endpoints of the sidecar's own. */
    record Endpoints(Optional<Admin> admin, Optional<Located<Mcp>> mcp) {}

    /** The admin endpoints. */
    record Admin(Located<String> listen) {}

    /** The MCP server. */
    record Mcp(Located<String> listen, List<Located<String>> allowedOrigins) {}

    /** The audit trail. */
    record Trail(@Default("{}") AuditSettings audit) {}

    /** The listeners. */
    record Lanes(@NotEmpty List<ConfigNode> listeners) {}
}
