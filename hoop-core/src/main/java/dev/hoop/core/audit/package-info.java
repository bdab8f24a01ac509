/** The audit trail: what was asked, what was decided, by which rule, for whom. */
@NullMarked
package dev.hoop.core.audit;

import org.jspecify.annotations.NullMarked;
