package dev.hoop.core.relay;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringBufferRingConfig;
import io.netty.channel.uring.IoUringChannelOption;
import io.netty.channel.uring.IoUringDomainSocketChannel;
import io.netty.channel.uring.IoUringFixedBufferRingAllocator;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringIoHandlerConfig;
import io.netty.channel.uring.IoUringServerDomainSocketChannel;
import io.netty.channel.uring.IoUringServerSocketChannel;
import io.netty.channel.uring.IoUringSocketChannel;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.SocketAddress;
import java.nio.file.Path;

/**
 * Linux's io_uring: one system call for the reads and writes of all connections of a loop. What is read lies in buffers that
 * the loop gave to the kernel beforehand, so that a connection which waits has none.
 */
final class UringSockets implements Sockets {

    /** The buffers of one loop. */
    private static final short GROUP = 0;

    /** How many the kernel has at a time; a power of two. With their size it is what an idle loop keeps: 256 KiB. */
    private static final short BUFFERS = 16;

    /** A statement that waits keeps all of the buffer it came in, so they are not large. */
    private static final int BUFFER_BYTES = 16 * 1024;

    /** Operations that go to the kernel in one call; more of them make another call. */
    private static final int RING_SIZE = 512;

    /** Whether this kernel has it, lets this process use it, and takes buffers for reading (Linux 5.19). */
    static boolean isAvailable() {
        return IoUring.isAvailable() && IoUring.isRegisterBufferRingSupported();
    }

    @Override
    public IoHandlerFactory handlers(ByteBufAllocator allocator) {
        IoUringBufferRingConfig buffers = IoUringBufferRingConfig.builder()
                .bufferGroupId(GROUP)
                .bufferRingSize(BUFFERS)
                .batchSize(BUFFERS / 2)
                // Several reads share a buffer, since Linux 6.12.
                .incremental(IoUring.isRegisterBufferRingIncSupported())
                .allocator(new IoUringFixedBufferRingAllocator(allocator, BUFFER_BYTES))
                .build();
        IoHandlerFactory rings = IoUringIoHandler.newFactory(
                new IoUringIoHandlerConfig().setRingSize(RING_SIZE).setBufferRingConfig(buffers));
        return executor -> new AlarmedHandler(rings.newHandler(executor), GlobalEventExecutor.INSTANCE);
    }

    @Override
    public ChannelFactory<? extends ServerChannel> serverChannels(Address address) {
        return address instanceof Address.Tcp ? IoUringServerSocketChannel::new : IoUringServerDomainSocketChannel::new;
    }

    @Override
    public ChannelFactory<? extends Channel> clientChannels(Address address) {
        return address instanceof Address.Tcp ? IoUringSocketChannel::new : IoUringDomainSocketChannel::new;
    }

    @Override
    public SocketAddress unixAddress(Path path) {
        return new DomainSocketAddress(path.toFile());
    }

    @Override
    public void prepare(ServerBootstrap bootstrap) {
        bootstrap.childOption(IoUringChannelOption.IO_URING_BUFFER_GROUP_ID, GROUP);
    }

    @Override
    public void prepare(Bootstrap bootstrap) {
        bootstrap.option(IoUringChannelOption.IO_URING_BUFFER_GROUP_ID, GROUP);
    }
}
