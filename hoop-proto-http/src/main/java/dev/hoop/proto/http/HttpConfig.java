package dev.hoop.proto.http;

import dev.hoop.config.Default;
import dev.hoop.config.Range;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The {@code http} block of a listener.
 *
 * @param maxBodyBytes the largest body that is read whole where a rule or a review needs it, in bytes; a larger one is
 *     refused with 413. Bodies that nothing needs to see are streamed and have no limit. A review takes 100 KiB at most,
 *     head and body together: a request that needs one and is larger is refused too
 * @param captureBody whether the audit trail gets bodies that were read whole
 * @param headers names of request headers whose values the audit trail gets; never one that carries credentials
 * @param sensitiveQueryParams names of query parameters whose values are secret, beyond the usual ones
 * @param responseTimeoutSec from the last byte of a request to the head of the upstream's response, in seconds; beyond it
 *     the client gets 504. 0 for no limit
 */
public record HttpConfig(
        @Default("65536") @Range(min = 0, max = HttpConfig.MAX_BODY_BYTES)
        int maxBodyBytes,

        @Default("false") boolean captureBody,
        List<String> headers,
        List<String> sensitiveQueryParams,

        @Default("600") @Range(min = 0, max = 86_400) int responseTimeoutSec) {

    /** {@link #maxBodyBytes} unless set. */
    public static final int DEFAULT_MAX_BODY_BYTES = 65_536;

    /** The most that {@link #maxBodyBytes} may be: each request that is judged whole keeps as much in memory. */
    public static final int MAX_BODY_BYTES = 64 * 1024 * 1024;

    /** {@link #responseTimeoutSec} unless set: long enough for what people wait for, short enough to end a hang. */
    public static final int DEFAULT_RESPONSE_TIMEOUT_SEC = 600;

    /** What an empty block says. */
    public static final HttpConfig DEFAULT =
            new HttpConfig(DEFAULT_MAX_BODY_BYTES, false, List.of(), List.of(), DEFAULT_RESPONSE_TIMEOUT_SEC);

    private static final Set<String> CREDENTIALS = Set.of(
            "authorization",
            "cookie",
            "proxy-authorization",
            "x-amz-security-token",
            "x-api-key",
            "x-auth-token",
            "x-csrf-token",
            "x-vault-token");

    public HttpConfig {
        headers = List.copyOf(headers);
        sensitiveQueryParams = List.copyOf(sensitiveQueryParams);
        for (String header : headers) {
            if (!header.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]+")) {
                throw new IllegalArgumentException(
                        "`headers` holds what is no header name; write names such as X-Team");
            }
            if (CREDENTIALS.contains(header.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException(
                        "`headers` names " + header + ", which carries credentials; remove it from the list");
            }
        }
        if (sensitiveQueryParams.stream().anyMatch(String::isBlank)) {
            throw new IllegalArgumentException("`sensitive_query_params` holds an empty name; remove it");
        }
    }
}
