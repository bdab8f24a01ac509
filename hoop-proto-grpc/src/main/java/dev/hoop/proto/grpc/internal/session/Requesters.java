package dev.hoop.proto.grpc.internal.session;

import dev.hoop.core.spi.Downstream;
import dev.hoop.core.statement.Origin;
import dev.hoop.proto.grpc.internal.message.BadCall;
import dev.hoop.proto.grpc.internal.message.GrpcStatus;
import dev.hoop.review.Requester;
import dev.hoop.review.ReviewMode;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;

/** Reads who asks, and how they would wait, from each call's metadata. */
final class Requesters {

    /** The client's own choice of mode; not forwarded. */
    static final AsciiString REVIEW_MODE = AsciiString.cached("x-hoop-review-mode");

    private Requesters() {}

    /** What is known when the connection opens. */
    static Origin plain(Downstream downstream) {
        return new Origin(downstream.sessionId(), Requester.peer(downstream.peerAddress()), Optional.empty(), Map.of());
    }

    /**
     * Where a call comes from.
     *
     * @param identityHeader the metadata that an authenticating proxy in front sets
     * @throws BadCall when that metadata names several
     */
    static Origin origin(Origin plain, String peerAddress, Http2Headers headers, Optional<AsciiString> identityHeader)
            throws BadCall {
        Optional<String> identity = identityHeader.isEmpty() ? Optional.empty() : one(headers, identityHeader.get());
        CharSequence mode = headers.get(REVIEW_MODE);
        Optional<ReviewMode> chosen = mode == null ? Optional.empty() : ReviewMode.parse(mode.toString());
        if (identity.isEmpty() && chosen.isEmpty()) {
            return plain;
        }
        Requester requester = identity.map(subject -> Requester.named(subject, peerAddress, "identity_header"))
                .orElse(plain.requester());
        return new Origin(plain.sessionId(), requester, chosen, plain.attributes());
    }

    private static Optional<String> one(Http2Headers headers, AsciiString name) throws BadCall {
        Iterator<CharSequence> values = headers.valueIterator(name);
        if (!values.hasNext()) {
            return Optional.empty();
        }
        CharSequence value = values.next();
        while (values.hasNext()) {
            if (!AsciiString.contentEquals(value, values.next())) {
                throw new BadCall(
                        GrpcStatus.INVALID_ARGUMENT,
                        "the call names several requesters; the proxy in front must replace the metadata " + name);
            }
        }
        return value.isEmpty() ? Optional.empty() : Optional.of(value.toString());
    }
}
