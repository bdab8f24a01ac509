package dev.hoop.proto.grpc.internal.statement;

import dev.hoop.core.statement.Response;
import dev.hoop.proto.grpc.internal.message.GrpcStatus;

/**
 * How a call ended.
 *
 * @param code the status
 */
public record GrpcResponse(GrpcStatus code) implements Response {

    @Override
    public String protocol() {
        return GrpcStatement.PROTOCOL;
    }

    @Override
    public String status() {
        return code.name();
    }
}
