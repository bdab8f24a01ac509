/**
 * The audit trail: what was asked, what was decided, by which rule, for whom.
 *
 * <p>{@link dev.hoop.core.audit.AuditTrail} is what gates and sessions call; {@link dev.hoop.core.audit.AuditEvent} is
 * what they tell it; {@link dev.hoop.core.audit.AuditSink} is where the encoded lines go, and may be an embedder's own.
 * Every line is one JSON object; {@code docs/audit.md} lists them field by field.
 *
 * <p><b>Threading.</b> Records of one event loop are encoded on that loop into a buffer of its own and handed over in
 * their order, once per loop iteration. Records of several loops interleave at line boundaries only.
 *
 * <p><b>Failing closed.</b> Unless {@code fail_open} is set, a statement waits until its record is with the operating
 * system, and does not run when that fails. Values of result rows are never recorded.
 */
@NullMarked
package dev.hoop.core.audit;

import org.jspecify.annotations.NullMarked;
