package dev.hoop.mcp.internal.protocol;

/** How a request tells what it is. */
public enum Era {
    /** Up to 2025-11-25: by what was agreed on before. */
    LEGACY,

    /** From 2026-07-28 on: by itself. */
    MODERN
}
