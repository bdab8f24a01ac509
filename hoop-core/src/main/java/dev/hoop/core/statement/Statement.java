package dev.hoop.core.statement;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * One thing that a client asks the upstream to run.
 *
 * <p>Implementations belong to the protocol modules and are immutable: every method gives the same answer each time. What
 * is costly to make ({@link #payload()}, {@link #readings()}) may be made on first use; a statement is confined to its
 * event loop until it is handed to an evaluator, and safely published from then on.
 */
public interface Statement {

    /** The operation of a statement that cannot be classified. Never "read". */
    String UNKNOWN = "unknown";

    /** The protocol id, as in the configuration. */
    String protocol();

    /** The worst effect, in the protocol's own word ({@code DELETE}, {@code select}, ...), or {@link #UNKNOWN}. */
    String operation();

    /** Every effect that was seen; contains the operation unless that is {@link #UNKNOWN}. */
    Set<String> effects();

    /** The relations it touches; empty where the protocol has none. */
    default List<Relation> relations() {
        return List.of();
    }

    /** The database, where the protocol has one. */
    default Optional<String> database() {
        return Optional.empty();
    }

    /**
     * Every reading of the text that an upstream may take, the literal one first: what text rules are matched against.
     * May contain secrets; never logged, recorded or sent anywhere.
     */
    List<String> readings();

    /**
     * The statements that run one after the other where this is a text of several; empty where it is one. Rules look at the
     * whole and at each part, and one refused part refuses the whole.
     */
    default List<Statement> parts() {
        return List.of();
    }

    /**
     * The exact bytes that a review shows and an approval binds to. Secrets are replaced by marks that still differ when
     * the secrets differ. The caller must not change the array.
     */
    byte[] payload();

    /** One line for the audit trail and the log, free of secrets: what {@link #payload()} says, at most shortened. */
    String summary();

    /**
     * The statement without its values, free of secrets: equal for statements that differ in nothing else, so that a reviewer
     * finds what was decided about the same kind before. Empty where that cannot be told.
     */
    default Optional<String> shape() {
        return Optional.empty();
    }

    /** What is at stake when it runs; {@link Risk#UNTOLD} unless the protocol can tell. */
    default Risk risk() {
        return Risk.UNTOLD;
    }

    /** Values that the protocol carries apart from the text, in order, one readable line each; as the payload shows them. */
    default List<String> parameters() {
        return List.of();
    }

    /**
     * What this statement shares with others of which its record says the same, but for its {@linkplain #tellFacts facts}:
     * the object that gave them their protocol, operation, effects, relations, database and {@link #summary()}, such as a prepared statement.
     * Compared by identity. Empty where each statement stands for itself.
     */
    default Optional<Object> alike() {
        return Optional.empty();
    }

    /**
     * Tells protocol-owned facts for the audit trail; free of secrets.
     *
     * @param told takes the name and the value of each, each name once
     */
    default void tellFacts(BiConsumer<String, String> told) {}
}
