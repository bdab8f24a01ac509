package dev.hoop.controlplane.internal.people;

import dev.hoop.controlplane.SecretToken;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Optional;

/**
 * One attempt to come in through the provider. All of it follows from one secret that only the browser keeps (in a cookie
 * that scripts cannot read), each part by its own SHA-256: nothing has to be stored, any replica can finish what another
 * began, and none of the parts leads to another.
 */
public record OidcAttempt(SecretToken secret) {

    /** A new one. */
    public static OidcAttempt begin() {
        return new OidcAttempt(SecretToken.random());
    }

    /** Ties the way back to the browser that set out. */
    String state() {
        return derived("state");
    }

    /** Whether that is the state that this browser set out with; compared in constant time. */
    public boolean isOf(Optional<String> state) {
        return state.isPresent()
                && MessageDigest.isEqual(
                        state().getBytes(StandardCharsets.US_ASCII), state.get().getBytes(StandardCharsets.UTF_8));
    }

    /** Ties the ID token to this attempt. */
    String nonce() {
        return derived("nonce");
    }

    /** RFC 7636, section 4.1: 43 characters of its alphabet. */
    String verifier() {
        return derived("verifier");
    }

    /** RFC 7636, section 4.2. */
    String challenge() {
        return encoded(sha256(verifier()));
    }

    private String derived(String part) {
        return encoded(sha256("oidc " + part + " " + secret.value()));
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
