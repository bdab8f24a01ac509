package dev.hoop.testkit.tls;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Base64;

/**
 * A private key and its certificate.
 *
 * @param key an EC key on P-256
 * @param certificate issued by a {@link TestAuthority}
 */
public record TestIdentity(PrivateKey key, X509Certificate certificate) {

    private static final Base64.Encoder PEM = Base64.getMimeEncoder(64, new byte[] {'\n'});

    /** Writes the certificate as PEM, for {@code cert_file} and {@code ca_file}. */
    public Path writeCertificate(Path file) {
        try {
            return write(file, "CERTIFICATE", certificate.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a certificate has an encoding", e);
        }
    }

    /** Writes the key as PKCS #8 PEM, for {@code key_file}. */
    public Path writeKey(Path file) {
        return write(file, "PRIVATE KEY", key.getEncoded());
    }

    private static Path write(Path file, String label, byte[] der) {
        String pem = "-----BEGIN " + label + "-----\n" + PEM.encodeToString(der) + "\n-----END " + label + "-----\n";
        try {
            return Files.writeString(file, pem, StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
