package dev.hoop.proto.grpc.internal.rule;

import dev.hoop.config.NotEmpty;
import dev.hoop.core.guardrail.Matcher;
import dev.hoop.core.guardrail.RuleType;
import dev.hoop.core.statement.Statement;
import dev.hoop.proto.grpc.internal.statement.GrpcStatement;
import java.util.List;
import java.util.Locale;

/** {@code grpc_method}: the method that is called, by globs over its path. */
public final class GrpcMethodRule implements RuleType<GrpcMethodRule.MethodFields> {

    /**
     * The fields.
     *
     * @param methods globs such as {@code /billing.Invoices/Delete*}, at least one
     */
    public record MethodFields(@NotEmpty List<String> methods) {}

    @Override
    public String name() {
        return "grpc_method";
    }

    @Override
    public Class<MethodFields> fieldsType() {
        return MethodFields.class;
    }

    @Override
    public Matcher create(MethodFields fields) {
        return new MethodMatcher(
                fields.methods().stream().map(MethodGlob::parse).toList());
    }

    private record MethodMatcher(List<MethodGlob> globs) implements Matcher.OfHead {
        @Override
        public boolean matches(Statement statement) {
            if (!(statement instanceof GrpcStatement grpc)) {
                return false;
            }
            String path = grpc.method().text().toLowerCase(Locale.ROOT);
            for (MethodGlob glob : globs) {
                if (glob.matches(path)) {
                    return true;
                }
            }
            return false;
        }
    }
}
