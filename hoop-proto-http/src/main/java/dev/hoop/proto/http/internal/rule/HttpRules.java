package dev.hoop.proto.http.internal.rule;

import dev.hoop.core.guardrail.RuleType;
import java.util.List;

/** The rule types that HTTP brings: {@code http_resource}, {@code http_header}, {@code http_status}. */
public final class HttpRules {

    private HttpRules() {}

    /** All of them. */
    public static List<RuleType<?>> types() {
        return List.of(new HttpResourceRule(), new HttpHeaderRule(), new HttpStatusRule());
    }
}
