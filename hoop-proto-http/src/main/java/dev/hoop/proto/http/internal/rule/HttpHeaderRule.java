package dev.hoop.proto.http.internal.rule;

import dev.hoop.config.ConfigNode;
import dev.hoop.core.guardrail.Matcher;
import dev.hoop.core.guardrail.RuleType;
import dev.hoop.core.statement.Statement;
import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.proto.http.internal.statement.HttpStatement;
import java.util.List;
import java.util.Optional;

/**
 * {@code http_header}: the rule fires when every header of {@code headers} is there with a value that matches, and every
 * header of {@code headers_not} is missing or has another value, for a request that {@code resources} and {@code methods}
 * are about. {@code *} in a value stands for anything, so {@code x-debug: "*"} asks for the header alone, as does a list of
 * names.
 */
public final class HttpHeaderRule implements RuleType<HttpHeaderRule.HeaderFields> {

    /**
     * The fields.
     *
     * @param headers header names and what their values may be
     * @param headersNot header names and what their values may be for the rule not to fire
     * @param resources globs over the path; empty for all
     * @param methods methods in any case; empty for all
     */
    public record HeaderFields(
            Optional<ConfigNode> headers,
            Optional<ConfigNode> headersNot,
            List<String> resources,
            List<String> methods) {}

    @Override
    public String name() {
        return "http_header";
    }

    @Override
    public Class<HeaderFields> fieldsType() {
        return HeaderFields.class;
    }

    @Override
    public Matcher create(HeaderFields fields) {
        List<HeaderCondition> present = conditions("headers", fields.headers());
        List<HeaderCondition> missing = conditions("headers_not", fields.headersNot());
        if (present.isEmpty() && missing.isEmpty()) {
            throw new IllegalArgumentException("`headers` and `headers_not` are empty; write at least one header");
        }
        return new HeaderMatcher(present, missing, ResourceScope.parse(fields.resources(), fields.methods()));
    }

    private static List<HeaderCondition> conditions(String key, Optional<ConfigNode> written) {
        return written.map(node -> HeaderConditions.parse(key, node)).orElse(List.of());
    }

    private record HeaderMatcher(List<HeaderCondition> present, List<HeaderCondition> missing, ResourceScope scope)
            implements Matcher.OfHead {
        @Override
        public boolean matches(Statement statement) {
            return statement instanceof HttpStatement http
                    && headersMatch(http.head().fields())
                    && scope.matches(http);
        }

        private boolean headersMatch(Fields fields) {
            for (HeaderCondition condition : present) {
                if (!condition.present(fields)) {
                    return false;
                }
            }
            for (HeaderCondition condition : missing) {
                if (!condition.missing(fields)) {
                    return false;
                }
            }
            return true;
        }
    }
}
