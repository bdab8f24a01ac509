package dev.hoop.core.statement;

/** What an upstream answered to one statement, as far as response rules look at it. Immutable. */
public interface Response {

    /** The protocol id, as in the configuration. */
    String protocol();

    /** The status in the protocol's own word, for example {@code 404}. */
    String status();
}
