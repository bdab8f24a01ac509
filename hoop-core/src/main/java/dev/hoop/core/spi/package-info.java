/**
 * How a protocol joins the engine.
 *
 * <p>A {@link dev.hoop.core.spi.ListenerFactory} is found by {@link java.util.ServiceLoader}. It names the record that
 * its own block of the configuration binds to and creates one {@link dev.hoop.core.spi.Listener} per configured listener.
 * A listener opens a fresh {@link dev.hoop.core.spi.ProtocolSession} per downstream connection; sessions are never shared.
 *
 * <p><b>Threading.</b> Factories and listeners are called at start-up and reload by one thread; {@code Listener.open} is
 * called on the event loop of the new connection. A session, and every handler that it adds to a pipeline, is confined to
 * that loop: the loop serves the downstream and the upstream channels of one session alike, so a session needs no locks
 * and must not block.
 *
 * <p><b>Ownership.</b> A buffer that is handed to a session is the session's to release. The session closes the upstream
 * channels that it dialled; the relay closes the downstream channel when the session asks for it and on shutdown.
 *
 * <p><b>Ordering.</b> {@code start} comes first, exactly once; then channel events in Netty's order; {@code drain} at
 * most once, at any time after {@code start}. The end of the downstream channel is the end of the session.
 *
 * <p>Nothing of a judged statement may reach the upstream before its {@link dev.hoop.core.gate.Decision.Forward}, not its
 * first fragment either.
 */
@NullMarked
package dev.hoop.core.spi;

import org.jspecify.annotations.NullMarked;
