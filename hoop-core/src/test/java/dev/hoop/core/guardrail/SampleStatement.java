package dev.hoop.core.guardrail;

import dev.hoop.core.statement.Relation;
import dev.hoop.core.statement.Response;
import dev.hoop.core.statement.Statement;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/** A statement of no protocol in particular. */
record SampleStatement(String operation, Set<String> effects, List<Relation> relations, List<String> readings)
        implements Statement {

    static SampleStatement of(String operation, String... readings) {
        return new SampleStatement(operation, Set.of(operation), List.of(), List.of(readings));
    }

    static SampleStatement unknown(String... effects) {
        return new SampleStatement(UNKNOWN, Set.of(effects), List.of(), List.of());
    }

    static SampleStatement on(String operation, Relation... relations) {
        return new SampleStatement(operation, Set.of(operation), List.of(relations), List.of());
    }

    @Override
    public String protocol() {
        return "sample";
    }

    @Override
    public byte[] payload() {
        return summary().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String summary() {
        return operation;
    }

    /** An answer. */
    record Answer(String status) implements Response {
        @Override
        public String protocol() {
            return "sample";
        }
    }
}
