package dev.hoop.core.guardrail;

/** What a listener makes of what its rules say. */
public enum GuardrailMode {
    /** Denials deny, reviews are filed. */
    ENFORCE,
    /** What would have been denied or reviewed is recorded; nothing is denied, nothing is filed. */
    OBSERVE
}
