/** JSON-RPC 2.0 as the Model Context Protocol restricts it. */
@NullMarked
package dev.hoop.mcp.internal.rpc;

import org.jspecify.annotations.NullMarked;
