package dev.hoop.proto.http.internal.rule;

import dev.hoop.config.NotEmpty;
import dev.hoop.core.guardrail.Matcher;
import dev.hoop.core.guardrail.RuleType;
import dev.hoop.core.statement.Response;
import dev.hoop.core.statement.Statement;
import dev.hoop.proto.http.internal.statement.HttpResponse;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/** {@code http_status}: the status of the upstream's answer, as a code ({@code 404}) or a class ({@code 5xx}). */
public final class HttpStatusRule implements RuleType<HttpStatusRule.StatusFields> {

    /**
     * The fields.
     *
     * @param statuses codes and classes, at least one
     */
    public record StatusFields(@NotEmpty List<String> statuses) {}

    @Override
    public String name() {
        return "http_status";
    }

    @Override
    public Class<StatusFields> fieldsType() {
        return StatusFields.class;
    }

    @Override
    public Matcher create(StatusFields fields) {
        BitSet codes = new BitSet(600);
        fields.statuses().forEach(status -> add(status, codes));
        return new StatusMatcher(codes);
    }

    private static void add(String status, BitSet codes) {
        String text = status.strip().toLowerCase(Locale.ROOT);
        if (text.matches("[2-5]xx")) {
            int first = (text.charAt(0) - '0') * 100;
            codes.set(first, first + 100);
        } else if (text.matches("[2-5][0-9][0-9]")) {
            codes.set(Integer.parseInt(text));
        } else {
            throw new IllegalArgumentException(
                    "'" + status + "' is no status of an answer; write a code such as 404 or a class such as 5xx");
        }
    }

    private record StatusMatcher(BitSet codes) implements Matcher.OfResponse {
        @Override
        public boolean matches(Statement statement, Response response) {
            return response instanceof HttpResponse http && codes.get(http.code());
        }
    }
}
