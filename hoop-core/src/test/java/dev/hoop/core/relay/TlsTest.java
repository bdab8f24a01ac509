package dev.hoop.core.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hoop.testbase.Eventually;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {

    private static final Address.Tcp ANY_PORT = new Address.Tcp("127.0.0.1", 0);
    private static final Duration LONG = Duration.ofMinutes(1);

    @TempDir
    private static Path directory;

    private static KeyFiles local;
    private static KeyFiles elsewhere;
    private static KeyFiles agent;

    private final Transport transport = Transport.open();
    private final List<ListenerServer> servers = new ArrayList<>();

    @BeforeAll
    static void makeCertificates() throws Exception {
        local = TestPki.selfSigned(directory, "local", "dns:localhost,ip:127.0.0.1");
        elsewhere = TestPki.selfSigned(directory, "elsewhere", "dns:db.example.com");
        agent = TestPki.selfSigned(directory, "agent", "dns:agent.example.com");
    }

    @AfterEach
    void end() {
        servers.forEach(ListenerServer::unbind);
        transport.close();
    }

    private ListenerServer serve(SslContext tls, Duration handshakeTimeout, EchoListener listener) throws BindFailure {
        ListenerServer server = new ListenerServer(
                transport,
                new ListenerSpec("billing", ANY_PORT, Optional.of(tls), 0, handshakeTimeout),
                listener,
                SessionEvents.NONE);
        servers.add(server);
        return server;
    }

    private static SSLContext trusting(KeyFiles files) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        try (var in = Files.newInputStream(files.certFile())) {
            trusted.setCertificateEntry(
                    "one", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    private Channel dial(Address address, UpstreamTls tls) throws Throwable {
        return dial(address, tls, LONG);
    }

    private Channel dial(Address address, UpstreamTls tls, Duration timeout) throws Throwable {
        Dialer dialer = new Dialer(transport, address, Optional.of(tls), timeout);
        CompletableFuture<Channel> result = new CompletableFuture<>();
        dialer.dial(transport.nextLoop(), new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {}
                })
                .addListener(done -> {
                    if (done.isSuccess()) {
                        result.complete((Channel) done.getNow());
                    } else {
                        result.completeExceptionally(done.cause());
                    }
                });
        try {
            return Eventually.get(result, Eventually.SOON, "dialled");
        } catch (AssertionError e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    private static UpstreamTls trust(KeyFiles files) {
        return new UpstreamTls(Optional.of(files.certFile()), Optional.empty(), Optional.empty(), false);
    }

    @Test
    void endsTlsAndTellsTheSessionWhatAlpnAgreedOn() throws Exception {
        EchoListener echo = new EchoListener(true);
        Address.Tcp address = (Address.Tcp) serve(TlsContexts.server(local, List.of("h2", "http/1.1")), LONG, echo)
                .bind();

        for (String offered : List.of("http/1.1", "")) {
            try (SSLSocket client =
                    (SSLSocket) trusting(local).getSocketFactory().createSocket("localhost", address.port())) {
                client.setSoTimeout(20_000);
                var parameters = client.getSSLParameters();
                parameters.setApplicationProtocols(offered.isEmpty() ? new String[0] : new String[] {offered});
                client.setSSLParameters(parameters);
                client.getOutputStream().write("hello".getBytes(StandardCharsets.US_ASCII));
                assertThat(client.getInputStream().readNBytes(5)).hasSize(5);
            }
        }

        assertThat(echo.opened).extracting(seen -> seen.alpn().orElse("none")).containsExactly("http/1.1", "none");
        assertThat(echo.activeSeen).hasValue(2);
    }

    @Test
    void closesClientsThatDoNotFinishTheirHandshake() throws Exception {
        EchoListener echo = new EchoListener(true);
        ListenerServer server = serve(TlsContexts.server(local, List.of()), Duration.ofMillis(50), echo);
        Address.Tcp address = (Address.Tcp) server.bind();

        try (Socket silent = new Socket(address.host(), address.port())) {
            silent.setSoTimeout(20_000);
            assertThat(silent.getInputStream().read()).isEqualTo(-1);
        }
        try (Socket plain = new Socket(address.host(), address.port())) {
            plain.setSoTimeout(20_000);
            plain.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            plain.getInputStream().readAllBytes();
        } catch (IOException reset) {
            assertThat(reset).hasMessageContaining("reset");
        }

        Eventually.await(
                () -> server.counters().failedHandshakes() == 2,
                Eventually.SOON,
                () -> "both are counted: " + server.counters());
        assertThat(echo.opened).isEmpty();
    }

    @Test
    void drainClosesConnectionsThatAreStillInTheirHandshake() throws Exception {
        ListenerServer server = serve(TlsContexts.server(local, List.of()), LONG, new EchoListener(true));
        Address.Tcp address = (Address.Tcp) server.bind();
        try (Socket silent = new Socket(address.host(), address.port())) {
            Eventually.await(() -> server.counters().active() == 1, Eventually.SOON, "accepted");
            assertThat(Eventually.get(server.drain(LONG), Eventually.SOON, "drained"))
                    .isZero();
            assertThat(silent.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void verifiesTheUpstreamsCertificateAndItsName() throws Throwable {
        Address here = serve(TlsContexts.server(local, List.of()), LONG, new EchoListener(true))
                .bind();
        Address other = serve(TlsContexts.server(elsewhere, List.of()), LONG, new EchoListener(true))
                .bind();

        dial(here, trust(local)).close();
        dial(
                        other,
                        new UpstreamTls(
                                Optional.of(elsewhere.certFile()),
                                Optional.of("db.example.com"),
                                Optional.empty(),
                                false))
                .close();
        dial(other, new UpstreamTls(Optional.empty(), Optional.empty(), Optional.empty(), true))
                .close();

        assertThatThrownBy(() -> dial(other, trust(elsewhere)))
                .isInstanceOf(DialFailure.class)
                .hasMessageContaining("upstream " + other)
                .hasMessageContaining("server_name");
        assertThatThrownBy(() -> dial(here, trust(elsewhere)))
                .isInstanceOf(DialFailure.class)
                .hasMessageContaining("ca_file");
        assertThatThrownBy(() -> dial(here, UpstreamTls.DEFAULT))
                .isInstanceOf(DialFailure.class)
                .hasMessageContaining("ca_file");
    }

    @Test
    void showsItsCertificateToAnUpstreamThatAsks() throws Throwable {
        SslContext asking = SslContextBuilder.forServer(
                        local.certFile().toFile(), local.keyFile().toFile())
                .sslProvider(SslProvider.JDK)
                .clientAuth(ClientAuth.REQUIRE)
                .trustManager(agent.certFile().toFile())
                .protocols("TLSv1.2")
                .build();
        Address address = serve(asking, LONG, new EchoListener(true)).bind();

        dial(address, new UpstreamTls(Optional.of(local.certFile()), Optional.empty(), Optional.of(agent), false))
                .close();

        assertThatThrownBy(() -> dial(address, trust(local)))
                .isInstanceOfSatisfying(
                        DialFailure.class, failure -> assertThat(failure.kind()).isEqualTo(DialFailure.Kind.TLS));
    }

    @Test
    void tellsTheReasonsOfAFailedDialApart() throws Throwable {
        int closed;
        try (ServerSocket once = new ServerSocket(0)) {
            closed = once.getLocalPort();
        }
        try (ServerSocket silent = new ServerSocket(0)) {
            assertFails(new Address.Tcp("127.0.0.1", silent.getLocalPort()), DialFailure.Kind.TIMEOUT, "within 200 ms");
        }
        assertFails(new Address.Tcp("127.0.0.1", closed), DialFailure.Kind.REFUSED, "connection refused");
        assertFails(new Address.Tcp("no-such-host.invalid", 1), DialFailure.Kind.UNRESOLVED, "cannot be resolved");
        assertFails(
                Address.unix(directory.resolve("none.sock").toString()), DialFailure.Kind.REFUSED, "no such socket");
    }

    private void assertFails(Address address, DialFailure.Kind kind, String words) {
        Duration timeout = kind == DialFailure.Kind.TIMEOUT ? Duration.ofMillis(200) : LONG;
        assertThatThrownBy(() -> dial(address, UpstreamTls.DEFAULT, timeout))
                .isInstanceOfSatisfying(DialFailure.class, failure -> {
                    assertThat(failure.kind()).isEqualTo(kind);
                    assertThat(failure).hasMessageContaining(words).hasMessageContaining(address.toString());
                });
    }

    @Test
    void namesTheFileThatCannotBeUsed() throws Exception {
        Path missing = directory.resolve("missing.crt");
        Path garbage = Files.writeString(directory.resolve("garbage.key"), "no key");

        assertThatThrownBy(() -> TlsContexts.server(new KeyFiles(missing, local.keyFile()), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("cert_file " + missing + " does not exist");
        assertThatThrownBy(() -> TlsContexts.server(new KeyFiles(local.certFile(), garbage), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(garbage.toString())
                .hasMessageContaining("PKCS #8");
        assertThatThrownBy(() -> TlsContexts.client(trust(new KeyFiles(garbage, garbage)), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ca_file " + garbage);
    }
}
