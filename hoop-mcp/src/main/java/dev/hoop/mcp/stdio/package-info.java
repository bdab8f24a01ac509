/**
 * The tools of a running server over standard input and output, for clients that only start commands (MCP 2026-07-28 and
 * earlier, "stdio").
 */
@NullMarked
package dev.hoop.mcp.stdio;

import org.jspecify.annotations.NullMarked;
