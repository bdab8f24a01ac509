package dev.hoop.proto.grpc.internal.message;

import java.time.Duration;

/** The value of {@code grpc-timeout} (gRPC over HTTP2, "Timeout"): at most eight digits and a unit. */
public final class CallTimeout {

    private static final int MAX_DIGITS = 8;
    private static final long MAX_VALUE = 99_999_999;

    private CallTimeout() {}

    /**
     * Reads a value.
     *
     * @throws BadCall when it is none
     */
    public static Duration parse(CharSequence value) throws BadCall {
        int digits = value.length() - 1;
        if (digits < 1 || digits > MAX_DIGITS) {
            throw malformed();
        }
        long amount = 0;
        for (int i = 0; i < digits; i++) {
            char c = value.charAt(i);
            if (c < '0' || c > '9') {
                throw malformed();
            }
            amount = amount * 10 + c - '0';
        }
        return switch (value.charAt(digits)) {
            case 'H' -> Duration.ofHours(amount);
            case 'M' -> Duration.ofMinutes(amount);
            case 'S' -> Duration.ofSeconds(amount);
            case 'm' -> Duration.ofMillis(amount);
            case 'u' -> Duration.ofNanos(amount * 1_000);
            case 'n' -> Duration.ofNanos(amount);
            default -> throw malformed();
        };
    }

    /** The value of what is left, in the finest unit that it fits; at least one nanosecond. */
    public static String format(Duration left) {
        // Two million hours are more than a Duration of nanoseconds holds, and hours always fit.
        if (left.toHours() >= 99_999) {
            return left.toHours() + "H";
        }
        long nanos = Math.max(1, left.toNanos());
        if (nanos <= MAX_VALUE) {
            return nanos + "n";
        }
        if (nanos / 1_000 <= MAX_VALUE) {
            return nanos / 1_000 + "u";
        }
        if (nanos / 1_000_000 <= MAX_VALUE) {
            return nanos / 1_000_000 + "m";
        }
        return nanos / 1_000_000_000 + "S";
    }

    private static BadCall malformed() {
        return new BadCall(GrpcStatus.INVALID_ARGUMENT, "grpc-timeout is not up to eight digits and a unit of HMSmun");
    }
}
