package dev.hoop.proto.http.internal.target;

import dev.hoop.core.spi.Fingerprints;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Knows which query parameters are secret and shows targets without their values: {@code name=[redacted:MARK]}, where
 * equal secrets have equal marks. Names count in any case, percent-encoded or not, and within brackets
 * ({@code user[password]}). Immutable.
 */
public final class QuerySecrets {

    private static final Set<String> USUAL = Set.of(
            "access_key",
            "access_token",
            "accesstoken",
            "api-key",
            "api_key",
            "apikey",
            "assertion",
            "auth",
            "auth_token",
            "authorization",
            "bearer",
            "client_assertion",
            "client_secret",
            "code",
            "code_verifier",
            "credential",
            "credentials",
            "device_code",
            "id_token",
            "jwt",
            "key",
            "oauth_token",
            "oauth_verifier",
            "otp",
            "pass",
            "passphrase",
            "passwd",
            "password",
            "private_key",
            "private_token",
            "pwd",
            "refresh_token",
            "samlresponse",
            "secret",
            "secret_key",
            "session",
            "session_id",
            "sessionid",
            "sig",
            "signature",
            "sid",
            "subscription-key",
            "ticket",
            "token",
            "x-amz-credential",
            "x-amz-security-token",
            "x-amz-signature",
            "x-api-key",
            "x-goog-credential",
            "x-goog-signature");

    private final Set<String> names;
    private final Fingerprints fingerprints;

    /**
     * @param more names beyond the usual ones, in any case
     * @param fingerprints what makes the marks
     */
    public QuerySecrets(List<String> more, Fingerprints fingerprints) {
        this.names = Stream.concat(USUAL.stream(), more.stream().map(name -> name.toLowerCase(Locale.ROOT)))
                .collect(Collectors.toUnmodifiableSet());
        this.fingerprints = fingerprints;
    }

    /** The target as it is forwarded, secrets replaced by marks. */
    public String redact(RequestTarget target) {
        String path = target.forwardedPath();
        return target.query().map(query -> path + "?" + redactQuery(query)).orElse(path);
    }

    private String redactQuery(String query) {
        StringBuilder shown = new StringBuilder(query.length() + 64);
        int from = 0;
        while (from <= query.length()) {
            int end = query.indexOf('&', from);
            if (end < 0) {
                end = query.length();
            }
            if (from > 0) {
                shown.append('&');
            }
            appendPair(query, from, end, shown);
            from = end + 1;
        }
        return shown.toString();
    }

    /** Some servers part parameters at semicolons too, others take those for a part of the value: both are heeded. */
    private void appendPair(String query, int from, int end, StringBuilder shown) {
        int part = from;
        while (part < end) {
            int partEnd = query.indexOf(';', part);
            if (partEnd < 0 || partEnd > end) {
                partEnd = end;
            }
            int equals = query.indexOf('=', part);
            if (equals >= 0 && equals < partEnd && isSecret(query.substring(part, equals))) {
                shown.append(query, part, equals + 1)
                        .append("[redacted:")
                        .append(fingerprints.of(query.substring(equals + 1, end)))
                        .append(']');
                return;
            }
            int next = Math.min(partEnd + 1, end);
            shown.append(query, part, next);
            part = next;
        }
    }

    /** Whether a parameter of that name, as it stands in a query, has a secret value. */
    boolean isSecret(String rawName) {
        String name = decode(rawName).strip().toLowerCase(Locale.ROOT);
        int bracket = name.indexOf('[');
        if (bracket < 0) {
            return names.contains(name);
        }
        if (names.contains(name.substring(0, bracket))) {
            return true;
        }
        for (String part : name.substring(bracket + 1).split("[\\[\\]]+", -1)) {
            if (names.contains(part)) {
                return true;
            }
        }
        return false;
    }

    private static String decode(String name) {
        byte[] bytes = name.replace('+', ' ').getBytes(StandardCharsets.ISO_8859_1);
        return new String(PathSteps.decode(bytes, true), StandardCharsets.UTF_8);
    }
}
