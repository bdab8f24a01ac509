/**
 * The MCP server of a sidecar: three read-only tools by which an agent learns how the review of a denied statement stands,
 * whatever protocol the statement came by.
 */
@NullMarked
package dev.hoop.mcp;

import org.jspecify.annotations.NullMarked;
