package dev.hoop.core.audit;

/**
 * How the trail behaves.
 *
 * @param failOpen whether statements go on when their record cannot be written; such records are dropped and counted
 * @param redactStatements whether records carry a stable mark instead of the statement's text and facts
 * @param maxStatementBytes the most of a statement's text that one record carries, in UTF-8 bytes, 1 or more
 * @param memoryBuffer how many records may wait in memory, 1 or more
 */
public record AuditOptions(boolean failOpen, boolean redactStatements, int maxStatementBytes, int memoryBuffer) {

    /** What applies when nothing is configured. */
    public static final AuditOptions DEFAULT = new AuditOptions(false, false, 8192, 256);

    public AuditOptions {
        if (maxStatementBytes < 1) {
            throw new IllegalArgumentException("max_statement_bytes must be 1 or more");
        }
        if (memoryBuffer < 1) {
            throw new IllegalArgumentException("memory_buffer must be 1 or more");
        }
    }
}
