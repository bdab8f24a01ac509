package dev.hoop.proto.grpc.internal.rule;

import dev.hoop.config.NotEmpty;
import dev.hoop.core.guardrail.Matcher;
import dev.hoop.core.guardrail.RuleType;
import dev.hoop.core.statement.Response;
import dev.hoop.core.statement.Statement;
import dev.hoop.proto.grpc.internal.message.GrpcStatus;
import dev.hoop.proto.grpc.internal.statement.GrpcResponse;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * {@code grpc_status}: the status that a call ends with, by name ({@code INTERNAL}) or number ({@code 13}). It comes last:
 * messages that a call answered before have passed by then.
 */
public final class GrpcStatusRule implements RuleType<GrpcStatusRule.StatusFields> {

    /**
     * The fields.
     *
     * @param statuses names or numbers, at least one, never OK
     */
    public record StatusFields(@NotEmpty List<String> statuses) {}

    @Override
    public String name() {
        return "grpc_status";
    }

    @Override
    public Class<StatusFields> fieldsType() {
        return StatusFields.class;
    }

    @Override
    public Matcher create(StatusFields fields) {
        Set<GrpcStatus> statuses = EnumSet.noneOf(GrpcStatus.class);
        for (String text : fields.statuses()) {
            GrpcStatus status = GrpcStatus.parse(text)
                    .orElseThrow(() -> new IllegalArgumentException(
                            "'" + text + "' is no status of gRPC; write a name such as INTERNAL or a number up to 16"));
            if (status == GrpcStatus.OK) {
                throw new IllegalArgumentException("an answer has passed when its status is OK, so that nothing can be"
                        + " withheld; deny the method with a `grpc_method` rule");
            }
            statuses.add(status);
        }
        return new StatusMatcher(statuses);
    }

    private record StatusMatcher(Set<GrpcStatus> statuses) implements Matcher.OfResponse {
        @Override
        public boolean matches(Statement statement, Response response) {
            return response instanceof GrpcResponse grpc && statuses.contains(grpc.code());
        }
    }
}
