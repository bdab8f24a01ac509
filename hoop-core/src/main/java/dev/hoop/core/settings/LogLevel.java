package dev.hoop.core.settings;

/** What the log tells. */
public enum LogLevel {
    TRACE,
    DEBUG,
    INFO,
    WARN,
    ERROR
}
