package dev.hoop.core.relay;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;

/** The JDK's own. */
final class NioSockets implements Sockets {

    @Override
    public IoHandlerFactory handlers(ByteBufAllocator allocator) {
        return NioIoHandler.newFactory();
    }

    @Override
    public ChannelFactory<? extends ServerChannel> serverChannels(Address address) {
        return address instanceof Address.Tcp ? NioServerSocketChannel::new : NioServerDomainSocketChannel::new;
    }

    @Override
    public ChannelFactory<? extends Channel> clientChannels(Address address) {
        return address instanceof Address.Tcp ? NioSocketChannel::new : NioDomainSocketChannel::new;
    }

    @Override
    public SocketAddress unixAddress(Path path) {
        return UnixDomainSocketAddress.of(path);
    }
}
