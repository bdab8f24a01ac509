package dev.hoop.proto.grpc.internal.message;

import java.util.Locale;
import java.util.Optional;

/** The status codes, in the order of their numbers (grpc.io, "Status codes and their use in gRPC"). */
public enum GrpcStatus {
    OK,
    CANCELLED,
    UNKNOWN,
    INVALID_ARGUMENT,
    DEADLINE_EXCEEDED,
    NOT_FOUND,
    ALREADY_EXISTS,
    PERMISSION_DENIED,
    RESOURCE_EXHAUSTED,
    FAILED_PRECONDITION,
    ABORTED,
    OUT_OF_RANGE,
    UNIMPLEMENTED,
    INTERNAL,
    UNAVAILABLE,
    DATA_LOSS,
    UNAUTHENTICATED;

    private static final GrpcStatus[] BY_CODE = values();

    /** The number on the wire. */
    public int code() {
        return ordinal();
    }

    /** The status of a {@code grpc-status} field; one that is not known counts as {@link #UNKNOWN}, as clients do it. */
    public static GrpcStatus ofWire(CharSequence value) {
        int length = value.length();
        int code = 0;
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (c < '0' || c > '9' || length > 2) {
                return UNKNOWN;
            }
            code = code * 10 + c - '0';
        }
        return length > 0 && code < BY_CODE.length ? BY_CODE[code] : UNKNOWN;
    }

    /** The status by its name in any case, or by its number. */
    public static Optional<GrpcStatus> parse(String text) {
        String name = text.strip().toUpperCase(Locale.ROOT);
        for (GrpcStatus status : BY_CODE) {
            if (status.name().equals(name) || Integer.toString(status.code()).equals(name)) {
                return Optional.of(status);
            }
        }
        return name.equals("CANCELED") ? Optional.of(CANCELLED) : Optional.empty();
    }

    /**
     * What an answer without a {@code grpc-status} means ("HTTP to gRPC Status Code Mapping"), for records.
     *
     * @param httpStatus the answer's {@code :status}
     */
    public static GrpcStatus ofHttp(CharSequence httpStatus) {
        return switch (httpStatus.toString()) {
            case "400" -> INTERNAL;
            case "401" -> UNAUTHENTICATED;
            case "403" -> PERMISSION_DENIED;
            case "404" -> UNIMPLEMENTED;
            case "429", "502", "503", "504" -> UNAVAILABLE;
            default -> UNKNOWN;
        };
    }
}
