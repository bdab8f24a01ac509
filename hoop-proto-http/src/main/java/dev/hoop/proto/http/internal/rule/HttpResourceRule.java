package dev.hoop.proto.http.internal.rule;

import dev.hoop.config.NotEmpty;
import dev.hoop.core.guardrail.Matcher;
import dev.hoop.core.guardrail.RuleType;
import dev.hoop.core.statement.Statement;
import dev.hoop.proto.http.internal.statement.HttpStatement;
import java.util.List;

/**
 * {@code http_resource}: the path, under any reading that an upstream may take. {@code *} stands for anything within a
 * segment, {@code **} for any depth; {@code /admin/**} matches {@code /admin} too.
 */
public final class HttpResourceRule implements RuleType<HttpResourceRule.ResourceFields> {

    /**
     * The fields.
     *
     * @param resources globs over the path, at least one
     * @param methods methods in any case; empty for all
     */
    public record ResourceFields(@NotEmpty List<String> resources, List<String> methods) {}

    @Override
    public String name() {
        return "http_resource";
    }

    @Override
    public Class<ResourceFields> fieldsType() {
        return ResourceFields.class;
    }

    @Override
    public Matcher create(ResourceFields fields) {
        return new ResourceMatcher(ResourceScope.parse(fields.resources(), fields.methods()));
    }

    private record ResourceMatcher(ResourceScope scope) implements Matcher.OfHead {
        @Override
        public boolean matches(Statement statement) {
            return statement instanceof HttpStatement http && scope.matches(http);
        }
    }
}
