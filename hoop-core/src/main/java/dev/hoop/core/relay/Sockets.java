package dev.hoop.core.relay;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import java.net.SocketAddress;
import java.nio.file.Path;

/** One way to serve sockets. A class of each way is loaded when it is chosen, and not before. Safe for use by many threads. */
interface Sockets {

    /** @param allocator the buffers of what is read, where the way brings its own */
    IoHandlerFactory handlers(ByteBufAllocator allocator);

    ChannelFactory<? extends ServerChannel> serverChannels(Address address);

    ChannelFactory<? extends Channel> clientChannels(Address address);

    SocketAddress unixAddress(Path path);

    /** Sets what the accepted connections need. */
    default void prepare(ServerBootstrap bootstrap) {}

    /** Sets what a dialled connection needs. */
    default void prepare(Bootstrap bootstrap) {}
}
