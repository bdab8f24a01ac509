package dev.hoop.proto.http.internal.session;

import dev.hoop.core.spi.Downstream;
import dev.hoop.core.statement.Origin;
import dev.hoop.review.Requester;
import dev.hoop.review.ReviewMode;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of a connection's client. Immutable.
 *
 * @param sessionId the connection's id
 * @param peerAddress the client's address
 * @param plain the origin of a request that says nothing of its own about it
 */
public record ClientFacts(long sessionId, String peerAddress, Origin plain) {

    /** What is known when the connection opens. */
    public static ClientFacts of(Downstream downstream) {
        Origin plain = new Origin(
                downstream.sessionId(), Requester.peer(downstream.peerAddress()), Optional.empty(), Map.of());
        return new ClientFacts(downstream.sessionId(), downstream.peerAddress(), plain);
    }

    /** The origin of a request that names its requester, or chooses its mode. */
    Origin origin(Optional<String> identity, Optional<ReviewMode> mode) {
        if (identity.isEmpty() && mode.isEmpty()) {
            return plain;
        }
        Requester requester = identity.map(subject -> Requester.named(subject, peerAddress, "identity_header"))
                .orElse(plain.requester());
        return new Origin(sessionId, requester, mode, plain.attributes());
    }
}
