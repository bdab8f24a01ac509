/** Tests of the audit trail, against real files, pipes and event loops. */
@NullMarked
package dev.hoop.core.audit;

import org.jspecify.annotations.NullMarked;
