package dev.hoop.proto.http.internal.session;

import dev.hoop.core.gate.Gate;
import dev.hoop.proto.http.HttpConfig;
import dev.hoop.proto.http.internal.codec.RequestHeadWriter;
import dev.hoop.proto.http.internal.codec.ResponseHeadWriter;
import dev.hoop.proto.http.internal.codec.Via;
import dev.hoop.proto.http.internal.statement.StatementTerms;
import java.time.Duration;
import java.util.Optional;

/**
 * What the exchanges of one listener share on one event loop. Immutable but for the pool.
 *
 * @param config the listener's own block
 * @param gate decides
 * @param statusPath tells of reviews
 * @param identityHeader the field that names the requester
 * @param idleTimeout after how long without traffic and without a request a connection is closed; zero for never
 * @param via the mark of this process
 * @param requestHeads writes heads for the upstream
 * @param responseHeads writes heads for clients of HTTP/1
 * @param terms how requests are shown
 * @param limits bounds
 * @param pool connections to the upstream
 */
public record HttpLane(
        HttpConfig config,
        Gate gate,
        StatusPath statusPath,
        Optional<String> identityHeader,
        Duration idleTimeout,
        Via via,
        RequestHeadWriter requestHeads,
        ResponseHeadWriter responseHeads,
        StatementTerms terms,
        SessionLimits limits,
        UpstreamPool pool) {

    /** How long an upstream may take from a request's end to its answer's head; zero for no limit. */
    Duration responseTime() {
        return Duration.ofSeconds(config.responseTimeoutSec());
    }
}
