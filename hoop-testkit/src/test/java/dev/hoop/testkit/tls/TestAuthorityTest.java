package dev.hoop.testkit.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestAuthorityTest {

    @Test
    void writesPemThatReadsBack(@TempDir Path directory) throws Exception {
        TestAuthority authority = TestAuthority.create();
        TestIdentity server = authority.issueForLoopback();

        Path file = server.writeCertificate(directory.resolve("server.pem"));
        Path key = server.writeKey(directory.resolve("server.key"));

        try (InputStream in = Files.newInputStream(file)) {
            X509Certificate read =
                    (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
            assertThat(read).isEqualTo(server.certificate());
            read.verify(authority.root().certificate().getPublicKey());
            read.checkValidity();
            assertThat(read.getSubjectAlternativeNames()).hasSize(3);
        }
        assertThat(key).content().startsWith("-----BEGIN PRIVATE KEY-----\n");
        assertThat(authority.root().certificate().getBasicConstraints()).isNotNegative();
    }
}
