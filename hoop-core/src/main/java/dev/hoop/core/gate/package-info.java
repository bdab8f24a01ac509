/**
 * The decision about a statement: evaluators from cheap to dear, the review last of all, then the audit record, then the
 * {@link dev.hoop.core.gate.Decision}.
 *
 * <p><b>Threading.</b> A gate is called on the event loop of the session that asks and answers on that loop, at once
 * where nothing has to be waited for. It never blocks. Evaluators may complete on any thread.
 *
 * <p><b>Ordering.</b> Statements of one session are judged in the order in which they were given, but may be answered in
 * another: a protocol that needs order keeps it.
 *
 * <p><b>Failing closed.</b> Every error, timeout or unknown answer ends in {@link dev.hoop.core.gate.Decision.Refuse}.
 */
@NullMarked
package dev.hoop.core.gate;

import org.jspecify.annotations.NullMarked;
