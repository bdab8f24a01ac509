package dev.hoop.controlplane.internal.admin;

import dev.hoop.controlplane.Capability;
import dev.hoop.controlplane.internal.review.Refusal;
import dev.hoop.controlplane.internal.store.Actor;
import dev.hoop.controlplane.internal.store.DecisionLog;
import dev.hoop.controlplane.internal.store.Directory;
import dev.hoop.controlplane.internal.store.Directory.Person;
import dev.hoop.controlplane.internal.store.LogEntry;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who may act, and the record of what they did. */
final class Acts {

    private static final Logger LOG = LoggerFactory.getLogger(Acts.class);

    private Acts() {}

    /**
     * Lets through who has any of these capabilities.
     *
     * @throws Refusal {@code FORBIDDEN}
     */
    static void require(Person person, Capability... any) {
        if (Arrays.stream(any).noneMatch(person::may)) {
            String wanted = Arrays.stream(any).map(Capability::word).collect(Collectors.joining(" or "));
            throw new Refusal(
                    Refusal.Kind.FORBIDDEN, "this needs the capability " + wanted + "; ask an administrator for it");
        }
    }

    /**
     * Writes an act down, last in the transaction that does it.
     *
     * @throws Refusal {@code FORBIDDEN} when who acts may not any more: all is undone
     */
    static void note(Handle handle, Person by, String kind, String about, Optional<String> reason, Instant at) {
        DecisionLog.append(
                handle, LogEntry.of(Actor.person(by), kind, about, at).because(reason));
        requireStill(handle, by, about);
        LOG.info("event=plane.act kind={} by={}", kind, by.email());
    }

    /**
     * Who acts was let in before this transaction, which may have waited. Behind the log's lock no act of another can change
     * it any more: of two administrators who shut each other out, one remains.
     */
    private static void requireStill(Handle handle, Person by, String about) {
        // What they change of themselves is theirs to change.
        boolean may = Directory.user(handle, by.email())
                .filter(now -> about.equals(by.email()) || now.capabilities().containsAll(by.capabilities()))
                .isPresent();
        if (!may) {
            throw new Refusal(
                    Refusal.Kind.FORBIDDEN,
                    "what you may do was changed at this moment; load the page again to see what you still may");
        }
    }

    static Refusal notFound(String what) {
        return new Refusal(Refusal.Kind.NOT_FOUND, what + " not found");
    }

    static Refusal ofTheFile(String what) {
        return new Refusal(
                Refusal.Kind.CONFLICT,
                what + " belongs to the configuration file of the control plane; change it there and start again");
    }
}
