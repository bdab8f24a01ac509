package dev.hoop.controlplane.internal.api;

import dev.hoop.controlplane.internal.store.StorageFailures;
import dev.hoop.web.WebFailure;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a caller is told when the database failed. */
public final class StorageAnswers {

    private static final Logger LOG = LoggerFactory.getLogger(StorageAnswers.class);

    private StorageAnswers() {}

    /** The answer; empty for what is no failure of the database that a caller can do anything about. */
    public static Optional<WebFailure> explain(Throwable failure) {
        if (StorageFailures.isAway(failure)) {
            LOG.warn(
                    "event=plane.database.away error={} code={}",
                    failure.getClass().getSimpleName(),
                    StorageFailures.code(failure));
            if (StorageFailures.takesNoWrites(failure)) {
                return Optional.of(new WebFailure(
                        503,
                        "the control plane's database cannot write, its disk may be full: nothing was done, try again when"
                                + " there is room"));
            }
            // A commit whose answer was lost may be done: nobody is told that nothing happened.
            return Optional.of(
                    new WebFailure(503, "the control plane's database does not answer: try again in a moment"));
        }
        if (StorageFailures.isUnfitValue(failure)) {
            return Optional.of(new WebFailure(400, "a value has characters, or a size, that cannot be kept"));
        }
        return Optional.empty();
    }
}
