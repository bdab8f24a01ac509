package dev.hoop.controlplane.client;

import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Remembers when the plane was last heard of, and logs when it goes and when it comes back, once each. */
final class ContactLog {

    private static final Logger LOG = LoggerFactory.getLogger(ContactLog.class);

    private final Clock clock;
    private Optional<Instant> lastContact = Optional.empty();
    private Optional<String> trouble = Optional.empty();

    ContactLog(Clock clock) {
        this.clock = clock;
    }

    void reached() {
        boolean back;
        synchronized (this) {
            lastContact = Optional.of(clock.instant());
            back = trouble.isPresent();
            trouble = Optional.empty();
        }
        if (back) {
            LOG.info("event=plane_back");
        }
    }

    /** @param why for an operator, free of secrets */
    void lost(String why) {
        boolean news;
        synchronized (this) {
            news = trouble.isEmpty();
            trouble = Optional.of(why);
        }
        if (news) {
            LOG.warn("event=plane_lost reviews=refused why=\"{}\"", why);
        }
    }

    synchronized PlaneHealth health(boolean streaming, int waiting) {
        return new PlaneHealth(lastContact, trouble, streaming, waiting);
    }
}
