package dev.hoop.core.gate;

import dev.hoop.core.audit.AuditEvent;
import dev.hoop.core.audit.Ruling;

/** Why nobody waits for a decision any more, in the words of the trail. */
enum Departure {
    CLIENT_GONE(Ruling.Reason.CLIENT_GONE, AuditEvent.ReviewEnd.CLIENT_GONE, AuditEvent.NotRun.CLIENT_GONE),
    SKIPPED(Ruling.Reason.SKIPPED, AuditEvent.ReviewEnd.SKIPPED, AuditEvent.NotRun.SKIPPED);

    final Ruling.Reason reason;
    final AuditEvent.ReviewEnd end;
    final AuditEvent.NotRun notRun;

    Departure(Ruling.Reason reason, AuditEvent.ReviewEnd end, AuditEvent.NotRun notRun) {
        this.reason = reason;
        this.end = end;
        this.notRun = notRun;
    }
}
