package dev.hoop.proto.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testkit.sidecar.TestSidecar;
import dev.hoop.testkit.tls.TestAuthority;
import dev.hoop.testkit.tls.TestIdentity;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS on both sides, with ALPN, which grpc-java insists on as a client and as a server. */
class TlsTest {

    @TempDir
    private Path directory;

    @Test
    void callsPassOverTlsOnBothSides() throws Exception {
        TestAuthority authority = TestAuthority.create();
        TestIdentity identity = authority.issue("localhost");
        Path cert = identity.writeCertificate(directory.resolve("cert.pem"));
        Path key = identity.writeKey(directory.resolve("key.pem"));
        Path ca = authority.root().writeCertificate(directory.resolve("ca.pem"));
        try (EchoServer upstream =
                        EchoServer.start(builder -> builder.useTransportSecurity(cert.toFile(), key.toFile()));
                TestSidecar sidecar =
                        TestSidecar.start(Sidecars.yaml(upstream.hostAndPort(), """
                        downstream_tls: {cert_file: '%s', key_file: '%s'}
                        upstream_tls: {ca_file: '%s', server_name: localhost}
                        """.formatted(cert, key, ca)));
                GrpcClient client = GrpcClient.connect(sidecar.address("calls"), builder -> {
                    try {
                        return builder.overrideAuthority("localhost")
                                .sslContext(GrpcSslContexts.forClient()
                                        .trustManager(ca.toFile())
                                        .build());
                    } catch (java.io.IOException e) {
                        throw new java.io.UncheckedIOException(e);
                    }
                })) {
            assertThat(client.unary("any.Service/Method", "1").end().status()).isEqualTo(Status.OK);
        }
    }
}
