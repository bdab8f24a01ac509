/** The endpoint: Streamable HTTP of both eras, without sessions. */
@NullMarked
package dev.hoop.mcp.internal.http;

import org.jspecify.annotations.NullMarked;
