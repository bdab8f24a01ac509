package dev.hoop.proto.http.internal.statement;

import dev.hoop.core.spi.Fingerprints;
import dev.hoop.proto.http.HttpConfig;
import dev.hoop.proto.http.internal.target.QuerySecrets;

/**
 * How one listener shows its requests: made once, shared by all its statements. Immutable.
 *
 * @param config what is captured
 * @param secrets what is not shown
 */
public record StatementTerms(HttpConfig config, QuerySecrets secrets) {

    /** The terms of a listener. */
    public static StatementTerms of(HttpConfig config, Fingerprints fingerprints) {
        return new StatementTerms(config, new QuerySecrets(config.sensitiveQueryParams(), fingerprints));
    }
}
