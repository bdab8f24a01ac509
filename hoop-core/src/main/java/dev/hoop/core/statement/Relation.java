package dev.hoop.core.statement;

import java.util.Optional;

/**
 * A relation that a statement touches.
 *
 * @param schema the schema, where the statement names it
 * @param name the relation's name, as the upstream resolves it
 * @param access whether it is read or written
 */
public record Relation(Optional<String> schema, String name, Access access) {
    /** How a relation is touched. */
    public enum Access {
        READ,
        WRITE
    }
}
