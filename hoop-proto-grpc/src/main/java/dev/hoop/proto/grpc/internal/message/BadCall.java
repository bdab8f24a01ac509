package dev.hoop.proto.grpc.internal.message;

/** A call that cannot be read, or not in one way only. */
public final class BadCall extends Exception {

    private static final long serialVersionUID = 1;

    private static final int NOT_HTTP = 0;

    private final int httpStatus;
    private final GrpcStatus status;

    /** @param reason for the client and the records: free of the client's own bytes */
    public BadCall(GrpcStatus status, String reason) {
        this(NOT_HTTP, status, reason);
    }

    private BadCall(int httpStatus, GrpcStatus status, String reason) {
        super(reason, null, false, false);
        this.httpStatus = httpStatus;
        this.status = status;
    }

    /** A request that is none of gRPC's, which is answered in terms of HTTP. */
    public static BadCall notGrpc(int httpStatus, String reason) {
        return new BadCall(httpStatus, GrpcStatus.UNKNOWN, reason);
    }

    /** Whether it is answered in terms of HTTP, by {@link #httpStatus}. */
    public boolean notGrpc() {
        return httpStatus != NOT_HTTP;
    }

    public int httpStatus() {
        return httpStatus;
    }

    public GrpcStatus status() {
        return status;
    }

    public String reason() {
        return String.valueOf(getMessage());
    }
}
