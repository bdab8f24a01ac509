package dev.hoop.core.relay;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Self-signed certificates, made by the platform's keytool. */
final class TestPki {

    private static final char[] PASSWORD = "changeit".toCharArray();

    private TestPki() {}

    /**
     * A certificate for a name and its key, as PEM files.
     *
     * @param subjectAltName as keytool writes it, for example {@code dns:localhost,ip:127.0.0.1}
     */
    static KeyFiles selfSigned(Path directory, String label, String subjectAltName)
            throws IOException, InterruptedException, GeneralSecurityException {
        Path store = directory.resolve(label + ".p12");
        Process keytool = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        label,
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=" + label,
                        "-ext",
                        "san=" + subjectAltName,
                        "-ext",
                        "bc=ca:true",
                        "-validity",
                        "365",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        new String(PASSWORD)))
                .redirectErrorStream(true)
                .start();
        String output = new String(keytool.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
            throw new IOException("keytool failed: " + output);
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        Path cert = directory.resolve(label + ".crt");
        Path key = directory.resolve(label + ".key");
        Files.writeString(cert, pem("CERTIFICATE", keys.getCertificate(label).getEncoded()));
        Files.writeString(key, pem("PRIVATE KEY", keys.getKey(label, PASSWORD).getEncoded()));
        return new KeyFiles(cert, key);
    }

    private static String pem(String type, byte[] der) {
        return "-----BEGIN " + type + "-----\n" + Base64.getMimeEncoder().encodeToString(der) + "\n-----END " + type
                + "-----\n";
    }
}
