package dev.hoop.proto.http.internal.session;

import dev.hoop.core.gate.Approval;
import dev.hoop.proto.http.internal.BadMessage;
import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.review.Denial;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewStatus;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a client is told when its request does not run, or when nobody can tell how it ran. Denials carry
 * {@code X-Hoop-Denied}; what goes wrong at the upstream never does, so that the two are told apart.
 */
public final class HttpDenials {

    /**
     * Fields that only the sidecar may say, in lower case: an upstream's own are removed from every answer, released or
     * not, so that none can pass for a denial, a review or an approval.
     */
    static final Set<String> RESERVED_FIELDS = Set.of(
            "x-hoop-denied", "x-hoop-review-id", "x-hoop-review-status", "x-hoop-approved-by", "x-hoop-decided-by");

    /** Of an upstream to which no connection could be made. */
    static final String UNREACHABLE =
            "the upstream could not be reached; nothing ran. Look at the upstream of this listener";

    /** A name longer than this is cut: it is told for information only. */
    private static final int MAX_NAME_LENGTH = 256;

    private HttpDenials() {}

    /** A denial as its answer; of a released request (whose answer was denied) with the approval too. */
    static LocalAnswer denial(Denial denial, Optional<Approval> approval) {
        Fields.Builder fields = Fields.builder();
        Map<String, String> own = denial.fields();
        own.forEach((name, value) -> fields.add(name, headerSafe(value)));
        approval.filter(granted -> !own.containsKey(Denial.FIELD_REVIEW_ID))
                .ifPresent(granted -> addApproval(granted, fields));
        return LocalAnswer.text(403, "Forbidden", fields, denial.message());
    }

    /** The fields by which a released request's answer says so. */
    static Fields approval(Optional<Approval> approval) {
        if (approval.isEmpty()) {
            return Fields.EMPTY;
        }
        Fields.Builder fields = Fields.builder();
        addApproval(approval.get(), fields);
        return fields.build();
    }

    /** A request that was refused because it cannot be read, or not in one way only. */
    public static LocalAnswer malformed(BadMessage problem) {
        return LocalAnswer.text(problem.status(), reason(problem.status()), problem.reason());
    }

    /** A body that must be read whole and is larger than may be. */
    static LocalAnswer bodyTooLarge(int limit) {
        return LocalAnswer.text(
                413,
                "Content Too Large",
                "the body is larger than " + limit + " bytes and a rule must see all of it; nothing ran. Send less, or"
                        + " raise http.max_body_bytes of this listener");
    }

    /** A body that must be read whole, which neither rules nor people can read in its coding. */
    static LocalAnswer codedBody() {
        return LocalAnswer.text(
                415,
                "Unsupported Media Type",
                Fields.builder().add("Accept-Encoding", "identity"),
                "a rule or a person must read the body and cannot in its content coding; nothing ran. Send it without"
                        + " Content-Encoding");
    }

    /** The client took too long. */
    static LocalAnswer tooSlow(String what) {
        return LocalAnswer.text(408, "Request Timeout", "the " + what + " did not arrive in time; nothing ran");
    }

    /** An answer about the upstream, saying too whether the request was one that a review released. */
    static LocalAnswer gateway(int status, String text, Optional<Approval> approval) {
        Fields.Builder fields = Fields.builder();
        approval.ifPresent(granted -> addApproval(granted, fields));
        String spent = approval.isPresent() ? ". The approval was spent on this attempt" : "";
        return LocalAnswer.text(status, reason(status), fields, text + spent);
    }

    /**
     * The upstream was found unreachable before an approval could be spent on it.
     *
     * @param approved the review whose approval stands
     */
    static LocalAnswer notReady(Optional<ReviewId> approved) {
        Fields.Builder fields = Fields.builder();
        approved.ifPresent(id -> fields.add(Denial.FIELD_REVIEW_ID, id.value())
                .add(Denial.FIELD_REVIEW_STATUS, ReviewStatus.APPROVED.word()));
        String stands = approved.map(id -> "The approval stands (review " + id
                        + "): resend the identical request once the upstream answers")
                .orElse("No review was filed, and no approval spent: send the request again once the upstream answers");
        return LocalAnswer.text(502, reason(502), fields, UNREACHABLE + ". " + stands);
    }

    /** Trailers of an upstream without those that only the sidecar may say. */
    static Fields withoutReserved(Fields trailers) {
        if (trailers.size() == 0) {
            return trailers;
        }
        Fields.Builder kept = Fields.builder();
        int count = 0;
        for (int i = 0; i < trailers.size(); i++) {
            if (!RESERVED_FIELDS.contains(trailers.name(i).toLowerCase(Locale.ROOT))) {
                kept.add(trailers, i);
                count++;
            }
        }
        return count == trailers.size() ? trailers : kept.build();
    }

    private static void addApproval(Approval approval, Fields.Builder fields) {
        fields.add(Denial.FIELD_REVIEW_ID, approval.reviewId().value());
        approval.approvedBy().map(HttpDenials::headerSafe).ifPresent(by -> fields.add(Denial.FIELD_APPROVED_BY, by));
    }

    /** A name as a field can carry it: control characters dropped, all but printable ASCII percent-encoded as UTF-8. */
    static String headerSafe(String name) {
        StringBuilder safe = new StringBuilder(name.length());
        String printable = name.codePoints()
                .filter(c -> !Character.isISOControl(c))
                .limit(MAX_NAME_LENGTH)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString()
                .strip();
        for (byte b : printable.getBytes(StandardCharsets.UTF_8)) {
            if (b >= ' ' && b < 0x7f && b != '%') {
                safe.append((char) b);
            } else {
                safe.append('%').append(String.format("%02X", b));
            }
        }
        return safe.toString();
    }

    static String reason(int status) {
        return switch (status) {
            case 400 -> "Bad Request";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 408 -> "Request Timeout";
            case 413 -> "Content Too Large";
            case 414 -> "URI Too Long";
            case 431 -> "Request Header Fields Too Large";
            case 501 -> "Not Implemented";
            case 502 -> "Bad Gateway";
            case 503 -> "Service Unavailable";
            case 504 -> "Gateway Timeout";
            case 505 -> "HTTP Version Not Supported";
            default -> "";
        };
    }
}
