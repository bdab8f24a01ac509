package dev.hoop.proto.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testkit.contract.ListenerContract;
import dev.hoop.testkit.contract.ProtocolUnderTest;
import dev.hoop.testkit.http.RawHttpClient;
import dev.hoop.testkit.tls.TestAuthority;
import dev.hoop.testkit.tls.TestIdentity;
import dev.hoop.testkit.wire.WireConnection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The same over TLS, where ALPN agrees on HTTP/2. */
class Http2OverTlsContractTest extends ListenerContract {

    @TempDir
    private Path directory;

    private final TestAuthority authority = TestAuthority.create();
    private final SSLContext trusting = authority.trusting();
    private String keys = "";

    @BeforeEach
    void writeKeys() throws IOException {
        TestIdentity own = authority.issueForLoopback();
        keys = "downstream_tls: {cert_file: '%s', key_file: '%s'}"
                .formatted(
                        own.writeCertificate(directory.resolve("cert.pem")),
                        own.writeKey(directory.resolve("key.pem")));
    }

    @Override
    protected ProtocolUnderTest protocol() {
        return new Http2UnderTest(List.of(keys), this::connect);
    }

    private WireConnection connect(InetSocketAddress address) throws IOException {
        WireConnection wire =
                RawHttpClient.connectTls(address, trusting, "127.0.0.1", "h2").wire();
        assertThat(((SSLSocket) wire.socket()).getApplicationProtocol()).isEqualTo("h2");
        return wire;
    }

    /** Streams are independent: none waits for another. */
    @Override
    protected boolean keepsOrder() {
        return false;
    }
}
