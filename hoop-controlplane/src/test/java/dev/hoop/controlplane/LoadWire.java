package dev.hoop.controlplane;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.Optional;

/** One kept connection to a replica with at most one call on it. Confined to the loop. */
final class LoadWire implements LoadLoop.Listener {

    /** Is told of the one call, by one of the two. */
    interface Caller {
        /** The answer. */
        void answered(LoadWire wire, LoadAnswer answer);

        /** No whole answer came: whether it was done is not known. Also told of a connection without a call. */
        void broken(LoadWire wire);
    }

    private final URI replica;
    private final SocketChannel channel;
    private final Caller caller;
    private byte[] bytes = new byte[4096];
    private int length;

    LoadWire(LoadLoop loop, URI replica, Caller caller) throws IOException {
        this.replica = replica;
        this.caller = caller;
        this.channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), replica.getPort()));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        loop.listen(channel, this);
    }

    URI replica() {
        return replica;
    }

    void send(byte[] request) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(request);
        channel.write(buffer);
        if (buffer.hasRemaining()) {
            throw new IOException("the socket has no room for one short call");
        }
    }

    @Override
    public void arrived(ByteBuffer more) throws IOException {
        if (bytes.length < length + more.remaining()) {
            bytes = Arrays.copyOf(bytes, 2 * (length + more.remaining()));
        }
        int count = more.remaining();
        more.get(bytes, length, count);
        length += count;
        Optional<LoadAnswer> answer = LoadAnswer.read(bytes, length);
        if (answer.isPresent()) {
            length = 0;
            caller.answered(this, answer.get());
        }
    }

    @Override
    public void ended() {
        close();
        caller.broken(this);
    }

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // It is of no more use in any case.
        }
    }
}
