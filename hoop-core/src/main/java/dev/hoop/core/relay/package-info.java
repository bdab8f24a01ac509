/**
 * Sockets: bind, dial, TLS, back-pressure, half-close, drain. Knows no protocol.
 *
 * <p>A {@link dev.hoop.core.relay.Transport} owns the event loops; a {@link dev.hoop.core.relay.ListenerServer} accepts
 * connections and opens one session for each; a {@link dev.hoop.core.relay.Dialer} reaches the upstream; a
 * {@link dev.hoop.core.relay.Flow} makes one channel read no faster than another one writes.
 *
 * <p><b>Threading.</b> Both channels of a session live on one loop. Everything that names a channel is called on that
 * channel's loop; binding, draining and closing are called from outside the loops, by one thread.
 *
 * <p><b>The end of input.</b> A channel closes as soon as its peer ends its side, unless the session sets
 * {@link io.netty.channel.ChannelOption#ALLOW_HALF_CLOSURE} (as {@link dev.hoop.core.relay.Flow#splice} does). A session
 * that sets it gets {@link io.netty.channel.socket.ChannelInputShutdownEvent} instead, and must close the channel itself.
 *
 * <p><b>Hang-ups while reading is paused.</b> With epoll the kernel tells of a peer that ended its side even though nothing
 * is being read, so {@code channelInactive} (or the event above) comes at once; bytes that were sent before it are delivered
 * first, at most one buffer of them, auto-read or not. With NIO (macOS, Windows, or no native library) it is seen at the
 * next read only: a session that must notice leaves reading on and bounds what it keeps.
 */
@NullMarked
package dev.hoop.core.relay;

import org.jspecify.annotations.NullMarked;
