/**
 * What the server answers, in both eras of the protocol: up to 2025-11-25, where a client says {@code initialize} first, and
 * from 2026-07-28 on, where every request says for itself what it is. Nothing is kept from one request to the next, so any
 * replica answers any of them.
 */
@NullMarked
package dev.hoop.mcp.internal.protocol;

import org.jspecify.annotations.NullMarked;
