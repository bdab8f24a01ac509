package dev.hoop.core.settings;

import dev.hoop.config.Position;
import dev.hoop.core.relay.Address;
import java.util.List;

/**
 * The MCP server of a sidecar.
 *
 * @param position where the block stands
 * @param listen where it listens; port 0 for a free one
 * @param allowedOrigins pages that may use it from a browser, beyond those of the server's own loopback addresses: each a
 *     scheme, a host and, where it is not the scheme's own, a port, in lower case
 */
public record McpSettings(Position position, Address.Tcp listen, List<String> allowedOrigins) {

    public McpSettings {
        allowedOrigins = List.copyOf(allowedOrigins);
    }
}
