package dev.hoop.core.spi;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Marks that stand for secrets in what a review shows and an approval binds to: equal secrets give equal marks, and a mark
 * tells nothing of its secret without the key. Sidecars that share a key agree on the marks, so that any replica
 * recognizes a resent statement. Safe for use by many threads.
 */
public final class Fingerprints {

    /** 96 bits: two of a sidecar's secrets share a mark with a chance below 2^-40 up to 2^28 of them. */
    private static final int MARK_BYTES = 12;

    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    /** @param key at least one byte that only this sidecar and its replicas know, such as its token */
    public Fingerprints(byte[] key) {
        this.key = new SecretKeySpec(key, ALGORITHM);
    }

    /** The mark of a secret, 24 hexadecimal digits. */
    public String of(String secret) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            byte[] digest = mac.doFinal(("hoop fingerprint\0" + secret).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, MARK_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }
}
