package dev.hoop.core.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testbase.Eventually;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FlowTest {

    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private final ServerSocket upstream;

    FlowTest() throws IOException {
        upstream = new ServerSocket(0, 16, LOOPBACK);
    }

    private Optional<Transport> transport = Optional.empty();
    private Optional<ListenerServer> server = Optional.empty();

    @AfterEach
    void end() throws IOException {
        server.ifPresent(ListenerServer::unbind);
        transport.ifPresent(Transport::close);
        upstream.close();
    }

    /** A client, its server, and what couples the two. */
    private record Lane(Socket client, Socket server, SpliceListener.Pair pair) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            client.close();
            server.close();
        }
    }

    private Lane open(Transport.Kind kind) throws IOException {
        Assumptions.assumeTrue(kind.isAvailable());
        Transport opened = Transport.open(kind, 1);
        transport = Optional.of(opened);
        Dialer dialer = new Dialer(
                opened,
                new Address.Tcp("127.0.0.1", upstream.getLocalPort()),
                Optional.empty(),
                Dialer.DEFAULT_TIMEOUT);
        SpliceListener listener = new SpliceListener(dialer);
        ListenerServer made = new ListenerServer(
                opened, ListenerSpec.plain("billing", new Address.Tcp("127.0.0.1", 0)), listener, SessionEvents.NONE);
        server = Optional.of(made);
        Address.Tcp address = (Address.Tcp) made.bind();
        Socket client = new Socket(LOOPBACK, address.port());
        client.setSoTimeout(20_000);
        Socket behind = upstream.accept();
        behind.setSoTimeout(20_000);
        Eventually.await(() -> listener.pairs.size() == 1, Eventually.SOON, "the lane is open");
        return new Lane(client, behind, listener.pairs.get(0));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @EnumSource(Transport.Kind.class)
    void passesBytesBothWaysAndEndsEachWayByItself(Transport.Kind kind) throws Exception {
        try (Lane lane = open(kind)) {
            lane.client().getOutputStream().write(ascii("question"));
            lane.client().shutdownOutput();
            assertThat(lane.server().getInputStream().readAllBytes()).isEqualTo(ascii("question"));

            lane.server().getOutputStream().write(ascii("answer"));
            lane.server().shutdownOutput();
            assertThat(lane.client().getInputStream().readAllBytes()).isEqualTo(ascii("answer"));

            Eventually.await(
                    () -> !lane.pair().downstream().isOpen()
                            && !lane.pair().upstream().isOpen(),
                    Eventually.SOON,
                    "both are closed");
        }
    }

    /** As the sockets themselves tell: a held statement's client that vanished must be noticed some time. */
    @ParameterizedTest
    @EnumSource(Transport.Kind.class)
    void bothSidesAreAskedWhetherTheyStillLive(Transport.Kind kind) throws Exception {
        try (Lane lane = open(kind)) {
            assertThat(lane.pair().downstream().config().getOption(ChannelOption.SO_KEEPALIVE))
                    .isTrue();
            assertThat(lane.pair().upstream().config().getOption(ChannelOption.SO_KEEPALIVE))
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void boundsWhatItKeepsForASlowReaderAndLosesNothing(boolean upwards) throws Exception {
        int total = 32 * 1024 * 1024;
        try (Lane lane = open(Transport.defaultKind())) {
            Socket from = upwards ? lane.client() : lane.server();
            Socket to = upwards ? lane.server() : lane.client();
            CRC32 sent = new CRC32();
            Thread writer = new Thread(() -> write(from, total, sent), "writer");
            writer.start();

            // Nobody reads: the relay must stop taking bytes.
            var reading = upwards ? lane.pair().downstream() : lane.pair().upstream();
            Eventually.await(() -> !reading.config().isAutoRead(), Eventually.SOON, "reading is paused");
            long kept = ((PooledByteBufAllocator) transport.orElseThrow().allocator())
                    .metric()
                    .usedDirectMemory();
            assertThat(kept).isLessThanOrEqualTo(2L * 1024 * 1024);

            CRC32 received = new CRC32();
            InputStream in = to.getInputStream();
            byte[] chunk = new byte[64 * 1024];
            int got = 0;
            while (got < total) {
                int n = in.read(chunk);
                assertThat(n).isPositive();
                received.update(chunk, 0, n);
                got += n;
            }
            writer.join();
            assertThat(received.getValue()).isEqualTo(sent.getValue());
        }
    }

    private static void write(Socket socket, int total, CRC32 sum) {
        Random random = new Random(7);
        byte[] chunk = new byte[16 * 1024];
        try {
            OutputStream out = socket.getOutputStream();
            for (int done = 0; done < total; done += chunk.length) {
                random.nextBytes(chunk);
                sum.update(chunk);
                out.write(chunk);
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @EnumSource(Transport.Kind.class)
    void closesTheOtherSideWhenOneIsReset(Transport.Kind kind) throws Exception {
        try (Lane lane = open(kind)) {
            lane.client().setSoLinger(true, 0);
            lane.client().close();
            assertThat(lane.server().getInputStream().read()).isEqualTo(-1);
            Eventually.await(() -> !lane.pair().upstream().isOpen(), Eventually.SOON, "the upstream is closed");
        }
    }

    @Test
    void epollTellsOfAHangUpWhileReadingIsPaused() throws Exception {
        try (Lane lane = open(Transport.Kind.EPOLL)) {
            var downstream = lane.pair().downstream();
            downstream
                    .eventLoop()
                    .submit(() -> ReadControl.of(downstream).pause(ReadControl.Reason.WAITING))
                    .sync();

            lane.client().close();

            assertThat(lane.server().getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void epollTellsOfAHangUpBehindUnreadBytesWhileReadingIsPaused() throws Exception {
        try (Lane lane = open(Transport.Kind.EPOLL)) {
            var downstream = lane.pair().downstream();
            downstream
                    .eventLoop()
                    .submit(() -> ReadControl.of(downstream).pause(ReadControl.Reason.WAITING))
                    .sync();

            lane.client().getOutputStream().write(ascii("more"));
            lane.client().close();

            assertThat(lane.server().getInputStream().readAllBytes()).isEqualTo(ascii("more"));
        }
    }

    @Test
    void onePartyDoesNotResumeWhatAnotherOnePaused() throws Exception {
        try (Lane lane = open(Transport.defaultKind())) {
            var channel = lane.pair().downstream();
            channel.eventLoop()
                    .submit(() -> {
                        ReadControl control = ReadControl.of(channel);
                        control.pause(ReadControl.Reason.WAITING);
                        control.pause(ReadControl.Reason.PEER_FULL);
                        control.resume(ReadControl.Reason.PEER_FULL);
                        assertThat(control.reading()).isFalse();
                        assertThat(channel.config().isAutoRead()).isFalse();
                        control.resume(ReadControl.Reason.WAITING);
                        assertThat(channel.config().isAutoRead()).isTrue();
                    })
                    .sync();
        }
    }

    @Test
    void reachesAUnixSocketUpstream(@org.junit.jupiter.api.io.TempDir java.nio.file.Path directory) throws Exception {
        java.nio.file.Path path = directory.resolve("up.sock");
        try (var listening = java.nio.channels.ServerSocketChannel.open(java.net.StandardProtocolFamily.UNIX)) {
            listening.bind(java.net.UnixDomainSocketAddress.of(path));
            Transport opened = Transport.open();
            transport = Optional.of(opened);
            Dialer dialer =
                    new Dialer(opened, Address.parse(path.toString()), Optional.empty(), Dialer.DEFAULT_TIMEOUT);
            ListenerServer made = new ListenerServer(
                    opened,
                    ListenerSpec.plain("billing", new Address.Tcp("127.0.0.1", 0)),
                    new SpliceListener(dialer),
                    SessionEvents.NONE);
            server = Optional.of(made);
            Address.Tcp address = (Address.Tcp) made.bind();
            try (SocketChannel client = SocketChannel.open(new InetSocketAddress(LOOPBACK, address.port()));
                    SocketChannel behind = listening.accept()) {
                client.write(ByteBuffer.wrap(ascii("hi")));
                client.shutdownOutput();
                ByteBuffer got = ByteBuffer.allocate(16);
                while (behind.read(got) >= 0) {}
                assertThat(got.position()).isEqualTo(2);
            }
        }
    }
}
