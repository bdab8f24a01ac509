package dev.hoop.examples.lines;

import dev.hoop.config.Default;
import dev.hoop.config.Range;

/**
 * The {@code lines:} block of a listener.
 *
 * @param maxLineBytes the longest command, in bytes without its line end; a longer one ends the connection
 */
public record LinesConfig(
        @Default("1024") @Range(min = 16, max = 65536) int maxLineBytes) {}
