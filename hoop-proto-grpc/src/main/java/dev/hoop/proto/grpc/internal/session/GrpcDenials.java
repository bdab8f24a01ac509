package dev.hoop.proto.grpc.internal.session;

import dev.hoop.core.gate.Approval;
import dev.hoop.proto.grpc.internal.message.GrpcStatus;
import dev.hoop.proto.grpc.internal.message.StatusMessage;
import dev.hoop.review.Denial;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewStatus;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a client is told when its call does not run, or when nobody can tell how it ran. Denials carry
 * {@code x-hoop-denied}; what goes wrong otherwise never does, so that the two are told apart.
 */
final class GrpcDenials {

    static final AsciiString STATUS = AsciiString.cached("grpc-status");
    static final AsciiString MESSAGE = AsciiString.cached("grpc-message");

    private static final AsciiString REVIEW_ID = lower(Denial.FIELD_REVIEW_ID);
    private static final AsciiString REVIEW_STATUS = lower(Denial.FIELD_REVIEW_STATUS);
    private static final AsciiString APPROVED_BY = lower(Denial.FIELD_APPROVED_BY);
    private static final AsciiString DECIDED_BY = lower(Denial.FIELD_DECIDED_BY);

    /** Only the sidecar says these: an upstream's own are removed from every answer. */
    private static final List<AsciiString> RESERVED =
            List.of(lower(Denial.FIELD_DENIED), REVIEW_ID, REVIEW_STATUS, APPROVED_BY, DECIDED_BY);

    /**
     * A text is cut to this many characters on the wire: clients bound what they take as metadata, often to 8 KiB in all,
     * and would hear nothing at all of more.
     */
    private static final int MAX_TEXT = 4096;

    /** A name longer than this on the wire is cut: it is told for information only. */
    private static final int MAX_NAME = 256;

    /** Of a call with more reviews than these the last ones are told, for the same reason. */
    private static final int MAX_APPROVALS = 8;

    private GrpcDenials() {}

    private static AsciiString lower(String name) {
        return AsciiString.cached(name.toLowerCase(Locale.ROOT));
    }

    /** Removes what an upstream must not say. */
    static void removeReserved(Http2Headers headers) {
        for (int i = 0; i < RESERVED.size(); i++) {
            headers.remove(RESERVED.get(i));
        }
    }

    static void addStatus(Http2Headers trailers, GrpcStatus status, String text) {
        trailers.set(STATUS, Integer.toString(status.code()));
        if (text.isEmpty()) {
            trailers.remove(MESSAGE);
        } else {
            trailers.set(MESSAGE, StatusMessage.encode(text, MAX_TEXT));
        }
    }

    static void addDenial(Http2Headers trailers, Denial denial) {
        addStatus(trailers, GrpcStatus.PERMISSION_DENIED, denial.message());
        for (Map.Entry<String, String> field : denial.fields().entrySet()) {
            trailers.set(
                    lower(field.getKey()), StatusMessage.encode(field.getValue().strip(), MAX_NAME));
        }
    }

    /** Says that the upstream is not there, and what became of the approval. */
    static void addNotReady(Http2Headers trailers, Optional<ReviewId> approved) {
        String stands = approved.map(id -> "The approval stands (review " + id.value()
                        + "): make the identical call once the upstream answers")
                .orElse("No review was filed, and no approval spent: make the call again once the upstream answers");
        addStatus(trailers, GrpcStatus.UNAVAILABLE, "the upstream could not be reached; nothing ran. " + stands);
        approved.ifPresent(id -> trailers.set(REVIEW_ID, StatusMessage.encode(id.value(), MAX_NAME))
                .set(REVIEW_STATUS, ReviewStatus.APPROVED.word()));
    }

    /** Says of a released call that it was one. */
    static void addApprovals(Http2Headers trailers, List<Approval> approvals) {
        for (Approval approval : approvals.subList(Math.max(0, approvals.size() - MAX_APPROVALS), approvals.size())) {
            trailers.add(REVIEW_ID, StatusMessage.encode(approval.reviewId().value(), MAX_NAME));
            approval.approvedBy()
                    .map(name -> StatusMessage.encode(name.strip(), MAX_NAME))
                    .ifPresent(name -> trailers.add(APPROVED_BY, name));
        }
    }
}
