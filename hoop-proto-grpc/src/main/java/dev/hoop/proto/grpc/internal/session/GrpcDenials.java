package dev.hoop.proto.grpc.internal.session;

import dev.hoop.core.gate.Approval;
import dev.hoop.proto.grpc.internal.message.GrpcStatus;
import dev.hoop.proto.grpc.internal.message.StatusMessage;
import dev.hoop.review.Denial;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a client is told when its call does not run, or when nobody can tell how it ran. Denials carry
 * {@code x-hoop-denied}; what goes wrong otherwise never does, so that the two are told apart.
 */
final class GrpcDenials {

    static final AsciiString STATUS = AsciiString.cached("grpc-status");
    static final AsciiString MESSAGE = AsciiString.cached("grpc-message");

    private static final AsciiString REVIEW_ID = lower(Denial.FIELD_REVIEW_ID);
    private static final AsciiString APPROVED_BY = lower(Denial.FIELD_APPROVED_BY);

    /** Only the sidecar says these: an upstream's own are removed from every answer. */
    private static final List<AsciiString> RESERVED =
            List.of(lower(Denial.FIELD_DENIED), REVIEW_ID, lower(Denial.FIELD_REVIEW_STATUS), APPROVED_BY);

    /** A text longer than this is cut: clients bound what they take as metadata, often to 8 KiB in all. */
    private static final int MAX_TEXT = 2048;

    /** A name longer than this is cut: it is told for information only. */
    private static final int MAX_NAME = 256;

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
            trailers.set(MESSAGE, StatusMessage.encode(cut(text, MAX_TEXT)));
        }
    }

    static void addDenial(Http2Headers trailers, Denial denial) {
        addStatus(trailers, GrpcStatus.PERMISSION_DENIED, denial.message());
        for (Map.Entry<String, String> field : denial.fields().entrySet()) {
            trailers.set(lower(field.getKey()), StatusMessage.encode(field.getValue()));
        }
    }

    /** Says of a released call that it was one. */
    static void addApprovals(Http2Headers trailers, List<Approval> approvals) {
        for (Approval approval : approvals) {
            trailers.add(REVIEW_ID, StatusMessage.encode(approval.reviewId().value()));
            approval.approvedBy()
                    .map(name -> StatusMessage.encode(cut(name, MAX_NAME).strip()))
                    .ifPresent(name -> trailers.add(APPROVED_BY, name));
        }
    }

    private static String cut(String text, int limit) {
        if (text.length() <= limit) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(limit - 1)) ? limit - 1 : limit;
        return text.substring(0, end);
    }
}
