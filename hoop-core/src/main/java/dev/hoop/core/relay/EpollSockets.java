package dev.hoop.core.relay;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Path;

/** Linux's epoll: a system call for each read and each write. */
final class EpollSockets implements Sockets {

    @Override
    public IoHandlerFactory handlers(ByteBufAllocator allocator) {
        return EpollIoHandler.newFactory();
    }

    @Override
    public ChannelFactory<? extends ServerChannel> serverChannels(Address address) {
        return address instanceof Address.Tcp ? EpollServerSocketChannel::new : EpollServerDomainSocketChannel::new;
    }

    @Override
    public ChannelFactory<? extends Channel> clientChannels(Address address) {
        return address instanceof Address.Tcp ? EpollSocketChannel::new : EpollDomainSocketChannel::new;
    }

    @Override
    public SocketAddress unixAddress(Path path) {
        return new DomainSocketAddress(path.toFile());
    }
}
