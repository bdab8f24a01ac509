package dev.hoop.core.guardrail;

import dev.hoop.config.Default;
import dev.hoop.config.NotEmpty;
import dev.hoop.core.statement.Relation;
import dev.hoop.core.statement.Statement;
import java.util.List;
import java.util.Optional;

/**
 * {@code table}: relations that the statement touches. A bare name is meant in any schema; a name with a schema is also met
 * where the statement names no schema, since it may be that one. Names are compared without regard to case.
 */
final class TableRule implements RuleType<TableRule.Fields> {

    static final String NAME = "table";

    /**
     * @param tables the relations, {@code name} or {@code schema.name}
     * @param access only where they are read or written so; both unless set
     * @param requireTableMatch whether a statement also matches whose relations could not be told
     */
    record Fields(
            @NotEmpty List<Table> tables,
            Optional<Relation.Access> access,
            @Default("false") boolean requireTableMatch) {}

    /** A relation of the list. */
    public record Table(Optional<String> schema, String name) {

        /** Reads {@code name} or {@code schema.name}. */
        public static Table parse(String text) {
            String stripped = text.strip();
            int dot = stripped.lastIndexOf('.');
            String name = stripped.substring(dot + 1);
            if (name.isEmpty() || dot == 0) {
                throw new IllegalArgumentException("a table has no name; write `name` or `schema.name`");
            }
            return new Table(dot < 0 ? Optional.empty() : Optional.of(stripped.substring(0, dot)), name);
        }

        boolean is(Relation relation) {
            return name.equalsIgnoreCase(relation.name())
                    && (schema.isEmpty()
                            || relation.schema().isEmpty()
                            || schema.get().equalsIgnoreCase(relation.schema().get()));
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Class<Fields> fieldsType() {
        return Fields.class;
    }

    @Override
    public Matcher create(Fields fields) {
        return (Matcher.OfWhole) statement -> matches(fields, statement);
    }

    private static boolean matches(Fields fields, Statement statement) {
        List<Relation> relations = statement.relations();
        for (Relation relation : relations) {
            if (fields.access().isPresent() && fields.access().get() != relation.access()) {
                continue;
            }
            for (Table table : fields.tables()) {
                if (table.is(relation)) {
                    return true;
                }
            }
        }
        return fields.requireTableMatch()
                && (relations.isEmpty() || Statement.UNKNOWN.equalsIgnoreCase(statement.operation()));
    }
}
