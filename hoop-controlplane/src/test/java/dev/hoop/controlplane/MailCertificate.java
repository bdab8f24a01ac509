package dev.hoop.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A key and a certificate for localhost: one for all tests of the process, since GreenMail keeps the first that it was given. */
final class MailCertificate {

    private static final String PASSWORD = "changeit";
    private static final Path DIRECTORY = made();

    private MailCertificate() {}

    /** The certificate for whom it is to be known by; mail servers have its key. */
    static Path trusted() {
        return DIRECTORY.resolve("trusted.pem");
    }

    /** What a server of ours needs to have it. */
    static SSLContext serverContext() throws Exception {
        KeyStore store = KeyStore.getInstance(DIRECTORY.resolve("server.p12").toFile(), PASSWORD.toCharArray());
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    private static Path made() {
        try {
            Path directory = Files.createTempDirectory("hoop-mail-certificate");
            Path store = directory.resolve("server.p12");
            Path trusted = directory.resolve("trusted.pem");
            keytool(store, "-genkeypair -keyalg RSA -dname CN=localhost -ext san=dns:localhost -validity 2");
            keytool(store, "-exportcert -rfc", "-file", trusted.toString());
            // The last that is named is deleted first.
            directory.toFile().deleteOnExit();
            store.toFile().deleteOnExit();
            trusted.toFile().deleteOnExit();
            System.setProperty("greenmail.tls.keystore.file", store.toString());
            System.setProperty("greenmail.tls.keystore.password", PASSWORD);
            return directory;
        } catch (Exception e) {
            throw new AssertionError("no certificate could be made", e);
        }
    }

    private static void keytool(Path store, String what, String... more) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(what.split(" ")));
        command.addAll(List.of("-alias", "server", "-storetype", "PKCS12", "-storepass", PASSWORD));
        command.addAll(List.of("-keystore", store.toString()));
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command).inheritIO().start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }
}
