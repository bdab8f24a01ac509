package dev.hoop.core.settings;

import dev.hoop.config.Default;
import dev.hoop.config.NotEmpty;
import dev.hoop.config.Range;

/**
 * The {@code audit} block.
 *
 * @param file where the JSON lines go: a path, or {@code -} for standard output
 * @param failOpen whether statements go on when their record cannot be written
 * @param redactStatements whether records carry a stable fingerprint instead of the text
 * @param maxStatementBytes the most of a statement's text that one record carries, in UTF-8 bytes
 * @param memoryBuffer how many records may wait in memory, and how many the admin endpoints remember
 */
public record AuditSettings(
        @Default("-") @NotEmpty String file,
        @Default("false") boolean failOpen,
        @Default("false") boolean redactStatements,
        @Default("8192") @Range(min = 1, max = 1_048_576) int maxStatementBytes,
        @Default("256") @Range(min = 1, max = 65_536) int memoryBuffer) {}
