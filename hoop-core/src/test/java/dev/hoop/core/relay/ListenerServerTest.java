package dev.hoop.core.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hoop.core.spi.Downstream;
import dev.hoop.core.spi.Listener;
import dev.hoop.testbase.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ListenerServerTest {

    private static final Address.Tcp ANY_PORT = new Address.Tcp("127.0.0.1", 0);
    private static final Duration NO_LIMIT = Duration.ofMinutes(5);

    @TempDir
    private Path directory;

    private final List<Runnable> cleanup = new ArrayList<>();

    @AfterEach
    void end() {
        for (int i = cleanup.size() - 1; i >= 0; i--) {
            cleanup.get(i).run();
        }
    }

    private Transport transport(Transport.Kind kind) {
        org.junit.jupiter.api.Assumptions.assumeTrue(kind.isAvailable());
        Transport transport = Transport.open(kind, 1);
        cleanup.add(transport::close);
        return transport;
    }

    private Transport transport() {
        return transport(Transport.defaultKind());
    }

    private ListenerServer server(Transport transport, ListenerSpec spec, Listener listener) {
        ListenerServer server = new ListenerServer(transport, spec, listener, SessionEvents.NONE);
        cleanup.add(server::unbind);
        return server;
    }

    private static Socket connect(Address address) throws IOException {
        Address.Tcp tcp = (Address.Tcp) address;
        Socket socket = new Socket(tcp.host(), tcp.port());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static String echo(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        return new String(socket.getInputStream().readNBytes(text.length()), StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @EnumSource(Transport.Kind.class)
    void servesTcpOnTheRealPort(Transport.Kind kind) throws Exception {
        EchoListener echo = new EchoListener(true);
        ListenerServer server = server(transport(kind), ListenerSpec.plain("billing", ANY_PORT), echo);

        Address address = server.bind();

        assertThat(((Address.Tcp) address).port()).isPositive();
        try (Socket client = connect(address)) {
            assertThat(echo(client, "hello")).isEqualTo("hello");
            Downstream seen = echo.opened.get(0);
            assertThat(seen.peerAddress()).isEqualTo("127.0.0.1:" + client.getLocalPort());
            assertThat(seen.alpn()).isEmpty();
            assertThat(echo.activeSeen).hasValue(1);
            assertThat(server.counters().active()).isEqualTo(1);
        }
        Eventually.await(() -> server.counters().active() == 0, Eventually.SOON, "the connection is counted out");
        assertThat(server.counters().accepted()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(Transport.Kind.class)
    void servesAUnixSocketAndRemovesItsFile(Transport.Kind kind) throws Exception {
        Path path = directory.resolve("app.sock");
        EchoListener echo = new EchoListener(true);
        ListenerServer server = server(transport(kind), ListenerSpec.plain("billing", new Address.Unix(path)), echo);
        server.bind();

        try (SocketChannel client = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            client.connect(UnixDomainSocketAddress.of(path));
            client.write(ByteBuffer.wrap("hello".getBytes(StandardCharsets.US_ASCII)));
            ByteBuffer answer = ByteBuffer.allocate(5);
            while (answer.hasRemaining() && client.read(answer) >= 0) {}
            assertThat(new String(answer.array(), StandardCharsets.US_ASCII)).isEqualTo("hello");
            assertThat(echo.opened.get(0).peerAddress()).isEqualTo("unix");
        }
        server.unbind();
        assertThat(path).doesNotExist();
    }

    @Test
    void takesOverASocketFileThatNobodyServes() throws Exception {
        Path path = directory.resolve("left.sock");
        try (var left = java.nio.channels.ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            left.bind(UnixDomainSocketAddress.of(path));
        }
        assertThat(path).exists();

        Address bound = server(
                        transport(), ListenerSpec.plain("billing", new Address.Unix(path)), new EchoListener(true))
                .bind();

        assertThat(bound).isEqualTo(new Address.Unix(path));
    }

    @Test
    void leavesASocketThatIsServedAndAFileThatIsNone() throws Exception {
        Path served = directory.resolve("served.sock");
        Path file = Files.writeString(directory.resolve("notes.txt"), "keep");
        server(transport(), ListenerSpec.plain("first", new Address.Unix(served)), new EchoListener(true))
                .bind();

        for (var taken : Map.of(served, "the address is in use", file, "a file that is no socket is there")
                .entrySet()) {
            ListenerSpec spec = ListenerSpec.plain("second", new Address.Unix(taken.getKey()));
            assertThatThrownBy(server(transport(), spec, new EchoListener(true))::bind)
                    .isInstanceOf(BindFailure.class)
                    .hasMessageContaining(
                            "listener second: cannot listen on " + taken.getKey() + ": " + taken.getValue());
        }
        assertThat(file).hasContent("keep");
    }

    @ParameterizedTest
    @EnumSource(Transport.Kind.class)
    void saysWhoHoldsWhatWhenAPortIsTaken(Transport.Kind kind) throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            Address address = new Address.Tcp("127.0.0.1", taken.getLocalPort());
            ListenerServer server =
                    server(transport(kind), ListenerSpec.plain("billing", address), new EchoListener(true));

            assertThatThrownBy(server::bind)
                    .isInstanceOf(BindFailure.class)
                    .hasMessage("listener billing: cannot listen on " + address
                            + ": the address is in use; stop what listens there, or choose another port (0 takes a free"
                            + " one)");
        }
    }

    @Test
    void closesConnectionsBeyondTheLimitAndServesAgainWhenThereIsRoom() throws Exception {
        EchoListener echo = new EchoListener(true);
        ListenerSpec spec = new ListenerSpec(
                "billing", ANY_PORT, java.util.Optional.empty(), 2, ListenerSpec.DEFAULT_HANDSHAKE_TIMEOUT);
        ListenerServer server = server(transport(), spec, echo);
        Address address = server.bind();

        try (Socket first = connect(address);
                Socket second = connect(address)) {
            assertThat(echo(first, "1")).isEqualTo("1");
            assertThat(echo(second, "2")).isEqualTo("2");
            try (Socket third = connect(address)) {
                assertThat(third.getInputStream().read()).isEqualTo(-1);
            }
            assertThat(server.counters().overLimit()).isEqualTo(1);
        }
        Eventually.await(() -> server.counters().active() == 0, Eventually.SOON, "both are counted out");
        try (Socket fourth = connect(address)) {
            assertThat(echo(fourth, "4")).isEqualTo("4");
        }
        assertThat(echo.opened).hasSize(3);
    }

    @Test
    void closesAConnectionWhoseSessionCannotBeOpenedAndGoesOn() throws Exception {
        EchoListener echo = new EchoListener(true);
        List<String> attempts = new CopyOnWriteArrayList<>();
        ListenerServer server = server(transport(), ListenerSpec.plain("billing", ANY_PORT), downstream -> {
            attempts.add(downstream.peerAddress());
            if (attempts.size() == 1) {
                throw new IllegalStateException("deliberate");
            }
            return echo.open(downstream);
        });
        Address address = server.bind();

        try (Socket first = connect(address)) {
            assertThat(first.getInputStream().read()).isEqualTo(-1);
        }
        try (Socket second = connect(address)) {
            assertThat(echo(second, "2")).isEqualTo("2");
        }
    }

    @ParameterizedTest
    @EnumSource(Transport.Kind.class)
    void servesNobodyBeforeItAccepts(Transport.Kind kind) throws Exception {
        EchoListener echo = new EchoListener(true);
        ListenerServer server = server(transport(kind), ListenerSpec.plain("billing", ANY_PORT), echo);
        Address address = server.reserve();
        try (Socket early = connect(address)) {
            early.getOutputStream().write('x');
            assertThat(server.counters().accepted()).isZero();

            server.accept();

            assertThat(early.getInputStream().read()).isEqualTo('x');
        }
    }

    @Test
    void tellsOfTheStartAndTheEndOfSessions() throws Exception {
        EchoListener echo = new EchoListener(true);
        List<String> events = new CopyOnWriteArrayList<>();
        SessionEvents records = new SessionEvents() {
            @Override
            public void opened(Downstream downstream) {
                events.add("opened " + downstream.sessionId());
            }

            @Override
            public void closed(Downstream downstream, Duration lasted) {
                events.add("closed " + downstream.sessionId());
            }
        };
        ListenerServer server = new ListenerServer(transport(), ListenerSpec.plain("billing", ANY_PORT), echo, records);
        cleanup.add(server::unbind);
        Address address = server.bind();

        try (Socket served = connect(address)) {
            assertThat(echo(served, "x")).isEqualTo("x");
        }
        Eventually.await(() -> events.size() == 2, Eventually.SOON, () -> "the end is told: " + events);
        long id = echo.opened.get(0).sessionId();
        assertThat(events).containsExactly("opened " + id, "closed " + id);
    }

    @Test
    void drainsSessionsAndRefusesNewConnections() throws Exception {
        EchoListener echo = new EchoListener(true);
        ListenerServer server = server(transport(), ListenerSpec.plain("billing", ANY_PORT), echo);
        Address address = server.bind();
        try (Socket client = connect(address)) {
            assertThat(echo(client, "x")).isEqualTo("x");

            CompletionStage<Integer> drained = server.drain(NO_LIMIT);

            assertThat(Eventually.get(drained, Eventually.SOON, "drained")).isZero();
            assertThat(client.getInputStream().read()).isEqualTo(-1);
            assertThat(echo.drained).hasValue(1);
            assertThatThrownBy(() -> connect(address)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void cutsOffWhatDoesNotEndInTime() throws Exception {
        EchoListener stubborn = new EchoListener(false);
        ListenerServer server = server(transport(), ListenerSpec.plain("billing", ANY_PORT), stubborn);
        Address address = server.bind();
        try (Socket client = connect(address)) {
            assertThat(echo(client, "x")).isEqualTo("x");

            CompletionStage<Integer> drained = server.drain(Duration.ofMillis(50));

            assertThat(Eventually.get(drained, Eventually.SOON, "drained")).isEqualTo(1);
            assertThat(stubborn.drained).hasValue(1);
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void holdsTwoThousandConnections() throws Exception {
        int count = 2000;
        EchoListener echo = new EchoListener(true);
        ListenerServer server = server(transport(), ListenerSpec.plain("billing", ANY_PORT), echo);
        Address address = server.bind();
        List<Socket> clients = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                clients.add(connect(address));
            }
            for (Socket client : clients) {
                assertThat(echo(client, "x")).isEqualTo("x");
            }
            assertThat(server.counters()).isEqualTo(new ListenerCounters(count, count, 0, 0, 0));
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
        Eventually.await(() -> server.counters().active() == 0, Eventually.SOON, "all are counted out");
    }
}
