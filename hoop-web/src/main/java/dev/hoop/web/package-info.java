/**
 * The small HTTP/1.1 server that the product's own endpoints share: the Control Plane, the sidecar's admin endpoints and
 * MCP. It knows nothing of what it serves.
 *
 * <p><strong>Threads.</strong> A {@link dev.hoop.web.WebHandler} runs on the event loop and must not block. A {@link
 * dev.hoop.web.BlockingHandler} runs on the server's small bounded pool; when that is full the caller gets 503 at once.
 * Values ({@link dev.hoop.web.WebRequest}, {@link dev.hoop.web.WebResponse}) are immutable and safe to share; an {@link
 * dev.hoop.web.EventStream} may be used from any thread.
 *
 * <p><strong>Order.</strong> One request of a connection is answered at a time; pipelined ones wait unread.
 *
 * <p><strong>Refusals.</strong> What is not strict HTTP/1.1 gets 400 and a close. The server's own 404 and 405 are plain
 * text, so that a client can tell "no such call" from a handler's own JSON "no such thing".
 */
@NullMarked
package dev.hoop.web;

import org.jspecify.annotations.NullMarked;
