package dev.hoop.controlplane.internal.api;

import dev.hoop.controlplane.SecretToken;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Optional;

/**
 * The secret that a page puts into its forms, so that a form of another site is told apart (CSRF). It follows from the
 * session's secret, which a page cannot read, and leads back to it no more than any SHA-256 does.
 */
public final class FormToken {

    private FormToken() {}

    /** The token of a session. */
    public static String of(SecretToken session) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(("form-token " + session.value()).getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Whether that is the session's; compared in constant time. */
    public static boolean matches(SecretToken session, Optional<String> given) {
        return given.isPresent()
                && MessageDigest.isEqual(
                        of(session).getBytes(StandardCharsets.US_ASCII),
                        given.get().getBytes(StandardCharsets.UTF_8));
    }
}
