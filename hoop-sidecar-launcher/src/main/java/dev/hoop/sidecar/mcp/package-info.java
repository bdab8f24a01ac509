/** The MCP server of a sidecar, where its configuration asks for one, and the command that brings it to standard input. */
@NullMarked
package dev.hoop.sidecar.mcp;

import org.jspecify.annotations.NullMarked;
