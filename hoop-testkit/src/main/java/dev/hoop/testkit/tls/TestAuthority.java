package dev.hoop.testkit.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate authority for one test. Everything it issues is valid from an hour ago for a day. */
public final class TestAuthority {

    private static final byte[] ECDSA_WITH_SHA256 = Der.sequence(Der.oid(1, 2, 840, 10045, 4, 3, 2));
    private static final byte[] COMMON_NAME = Der.oid(2, 5, 4, 3);
    private static final byte[] BASIC_CONSTRAINTS = Der.oid(2, 5, 29, 19);
    private static final byte[] SUBJECT_ALTERNATIVE_NAME = Der.oid(2, 5, 29, 17);

    /** Tags of GeneralName, RFC 5280 section 4.2.1.6. */
    private static final int DNS_NAME = 2;

    private static final int IP_ADDRESS = 7;

    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|.*:.*");
    private static final char[] PASSWORD = "in memory only".toCharArray();

    private final String name;
    private final TestIdentity root;

    private TestAuthority(String name, TestIdentity root) {
        this.name = name;
        this.root = root;
    }

    /** A new authority with a key of its own. */
    public static TestAuthority create() {
        String name = "test authority " + UUID.randomUUID();
        KeyPair keys = keys();
        byte[] constraint = Der.sequence(BASIC_CONSTRAINTS, Der.yes(), Der.octets(Der.sequence(Der.yes())));
        return new TestAuthority(name, sign(name, keys, name, keys, constraint));
    }

    /** Issues a certificate for names and addresses; the first is its common name too. */
    public TestIdentity issue(String first, String... more) {
        List<byte[]> names = new ArrayList<>();
        names.add(generalName(first));
        for (String next : more) {
            names.add(generalName(next));
        }
        byte[] alternatives =
                Der.sequence(SUBJECT_ALTERNATIVE_NAME, Der.octets(Der.sequence(names.toArray(new byte[0][]))));
        return sign(name, new KeyPair(root.certificate().getPublicKey(), root.key()), first, keys(), alternatives);
    }

    /** Issues a certificate for this machine's loopback: {@code localhost}, {@code 127.0.0.1} and {@code ::1}. */
    public TestIdentity issueForLoopback() {
        return issue("localhost", "127.0.0.1", "::1");
    }

    /** The authority's own certificate; its key too, which a test should have no use for. */
    public TestIdentity root() {
        return root;
    }

    /** A context that trusts this authority alone and shows no certificate of its own. */
    public SSLContext trusting() {
        return context(List.of());
    }

    /** A context that shows the identity and trusts this authority alone. */
    public SSLContext showing(TestIdentity identity) {
        return context(List.of(identity));
    }

    private SSLContext context(List<TestIdentity> identities) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, PASSWORD);
            for (TestIdentity identity : identities) {
                store.setKeyEntry("identity", identity.key(), PASSWORD, new X509Certificate[] {identity.certificate()});
            }
            KeyManagerFactory keyManagers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keyManagers.init(store, PASSWORD);
            KeyStore trust = KeyStore.getInstance("PKCS12");
            trust.load(null, PASSWORD);
            trust.setCertificateEntry("root", root.certificate());
            TrustManagerFactory trustManagers =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trustManagers.init(trust);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keyManagers.getKeyManagers(), trustManagers.getTrustManagers(), new SecureRandom());
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("every Java platform has TLS", e);
        }
    }

    private static TestIdentity sign(
            String issuer, KeyPair issuerKeys, String subject, KeyPair subjectKeys, byte[] extension) {
        try {
            byte[] toSign = toSign(issuer, subject, subjectKeys.getPublic(), extension);
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(issuerKeys.getPrivate());
            signature.update(toSign);
            byte[] certificate = Der.sequence(toSign, ECDSA_WITH_SHA256, Der.bits(signature.sign()));
            X509Certificate parsed = (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(certificate));
            return new TestIdentity(subjectKeys.getPrivate(), parsed);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has X.509 and ECDSA", e);
        }
    }

    /** The part of a certificate that is signed, RFC 5280 section 4.1. */
    private static byte[] toSign(String issuer, String subject, PublicKey key, byte[] extension) {
        Instant from = Instant.now().minus(Duration.ofHours(1));
        return Der.sequence(
                Der.explicit(0, Der.integer(BigInteger.TWO)),
                Der.integer(new BigInteger(64, new SecureRandom()).setBit(64)),
                ECDSA_WITH_SHA256,
                distinguishedName(issuer),
                Der.sequence(Der.time(from), Der.time(from.plus(Duration.ofDays(1)))),
                distinguishedName(subject),
                key.getEncoded(),
                Der.explicit(3, Der.sequence(extension)));
    }

    private static byte[] distinguishedName(String commonName) {
        return Der.sequence(Der.set(Der.sequence(COMMON_NAME, Der.utf8(commonName))));
    }

    private static byte[] generalName(String name) {
        if (!ADDRESS.matcher(name).matches()) {
            return Der.implicit(DNS_NAME, name.getBytes(StandardCharsets.US_ASCII));
        }
        try {
            return Der.implicit(IP_ADDRESS, InetAddress.getByName(name).getAddress());
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("neither a name nor an address: " + name, e);
        }
    }

    private static KeyPair keys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has P-256", e);
        }
    }
}
