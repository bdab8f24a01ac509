package dev.hoop.controlplane.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** Trust in the platform's authorities and in those of one PEM file. */
final class TrustFile {

    private TrustFile() {}

    /**
     * Blocks while it reads.
     *
     * @throws IOException when the file cannot be read or holds no certificate; the message names the file
     */
    static SSLContext context(Path file) throws IOException {
        try {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            Collection<? extends Certificate> own = certificates(file);
            if (own.isEmpty()) {
                throw new IOException("trust.ca_file " + file + " holds no certificate; it takes PEM certificates");
            }
            int number = 0;
            for (Certificate certificate : own) {
                store.setCertificateEntry("file-" + number++, certificate);
            }
            for (Certificate certificate : platform()) {
                store.setCertificateEntry("platform-" + number++, certificate);
            }
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), new SecureRandom());
            return context;
        } catch (CertificateException e) {
            throw new IOException("trust.ca_file " + file + " cannot be read as PEM certificates", e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has TLS", e);
        }
    }

    private static List<Certificate> platform() throws GeneralSecurityException {
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init((KeyStore) null);
        List<Certificate> authorities = new ArrayList<>();
        for (TrustManager manager : managers.getTrustManagers()) {
            if (manager instanceof X509TrustManager trusting) {
                authorities.addAll(List.of(trusting.getAcceptedIssuers()));
            }
        }
        return authorities;
    }

    private static Collection<? extends Certificate> certificates(Path file)
            throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            return CertificateFactory.getInstance("X.509").generateCertificates(in);
        }
    }
}
