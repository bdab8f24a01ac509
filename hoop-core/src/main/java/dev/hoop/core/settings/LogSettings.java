package dev.hoop.core.settings;

import dev.hoop.config.Default;
import dev.hoop.config.Key;

/** The log, on standard error. */
public record LogSettings(
        @Key("log_level") @Default("info") LogLevel level,
        @Key("log_format") @Default("kv") LogFormat format) {}
