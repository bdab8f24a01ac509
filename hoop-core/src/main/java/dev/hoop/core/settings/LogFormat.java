package dev.hoop.core.settings;

/** The shape of a log line. */
public enum LogFormat {
    /** Keys and values. */
    KV,
    /** Another word for {@link #KV}. */
    TEXT,
    /** One JSON object a line. */
    JSON
}
