/**
 * Tools, whatever they do: what a client is told of them, what they take, and how they answer.
 *
 * <p>Everything here is called on an event loop and must not block; answers may come from any thread.
 */
@NullMarked
package dev.hoop.mcp.internal.tool;

import org.jspecify.annotations.NullMarked;
