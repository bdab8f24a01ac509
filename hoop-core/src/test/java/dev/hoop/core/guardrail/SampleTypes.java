package dev.hoop.core.guardrail;

import dev.hoop.config.NotEmpty;
import java.util.List;

/** Rule types that a protocol might bring. */
final class SampleTypes {

    private SampleTypes() {}

    record Statuses(@NotEmpty List<String> statuses) {}

    record Lane(String lane) {}

    /** About responses. */
    static final class StatusType implements RuleType<Statuses> {
        @Override
        public String name() {
            return "sample_status";
        }

        @Override
        public Class<Statuses> fieldsType() {
            return Statuses.class;
        }

        @Override
        public Matcher create(Statuses fields) {
            return (Matcher.OfResponse)
                    (statement, response) -> fields.statuses().contains(response.status());
        }
    }

    /** Refuses what it is given. */
    static final class LaneType implements RuleType<Lane> {
        @Override
        public String name() {
            return "sample_lane";
        }

        @Override
        public Class<Lane> fieldsType() {
            return Lane.class;
        }

        @Override
        public Matcher create(Lane fields) {
            if (fields.lane().equals("none")) {
                throw new IllegalArgumentException("there is no such lane; write `left` or `right`");
            }
            return (Matcher.OfHead) statement -> false;
        }
    }

    static final RuleVocabulary SAMPLE = new RuleVocabulary(
            "sample", List.of(new StatusType(), new LaneType()), List.of("GET", "POST", "DELETE"), false);

    static final RuleVocabulary SQL =
            new RuleVocabulary("sql", List.of(), List.of("select", "insert", "delete", "drop"), true);
}
