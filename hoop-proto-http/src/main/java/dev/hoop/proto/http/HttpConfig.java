package dev.hoop.proto.http;

import dev.hoop.config.Default;
import dev.hoop.config.Range;
import java.util.List;

/**
 * The {@code http} block of a listener.
 *
 * @param maxBodyBytes the largest body that is read whole where a rule or a review needs it, in bytes; a larger one is
 *     refused with 413. Bodies that nothing needs to see are streamed and have no limit
 * @param captureBody whether the audit trail gets bodies that were read whole
 * @param headers names of request headers whose values the audit trail gets; never one that carries credentials
 * @param sensitiveQueryParams names of query parameters whose values are secret, beyond the usual ones
 */
public record HttpConfig(
        @Default("65536") @Range(min = 0, max = MAX_BODY_BYTES)
        int maxBodyBytes,

        @Default("false") boolean captureBody,
        List<String> headers,
        List<String> sensitiveQueryParams) {

    /** The most that {@link #maxBodyBytes} may be: every held request keeps as much in memory. */
    public static final int MAX_BODY_BYTES = 64 * 1024 * 1024;

    /** {@link #maxBodyBytes} unless set. */
    public static final int DEFAULT_MAX_BODY_BYTES = 65_536;

    /** What an empty block says. */
    public static final HttpConfig DEFAULT = new HttpConfig(DEFAULT_MAX_BODY_BYTES, false, List.of(), List.of());

    public HttpConfig {
        headers = List.copyOf(headers);
        sensitiveQueryParams = List.copyOf(sensitiveQueryParams);
    }
}
