/** The MCP server before the protocol's own judges and other people's clients. */
@NullMarked
package dev.hoop.mcp.peers;

import org.jspecify.annotations.NullMarked;
