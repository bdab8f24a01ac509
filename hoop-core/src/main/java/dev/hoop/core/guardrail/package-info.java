/** Deterministic rules: types, matching, and the evaluator that runs them. */
@NullMarked
package dev.hoop.core.guardrail;

import org.jspecify.annotations.NullMarked;
