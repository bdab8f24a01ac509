package dev.hoop.proto.grpc.internal.rule;

import dev.hoop.core.guardrail.RuleType;
import java.util.List;

/** The rule types that only gRPC has. */
public final class GrpcRules {

    private GrpcRules() {}

    public static List<RuleType<?>> types() {
        return List.of(new GrpcMethodRule(), new GrpcStatusRule());
    }
}
