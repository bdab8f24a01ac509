@NullMarked
package dev.hoop.core.guardrail;

import org.jspecify.annotations.NullMarked;
