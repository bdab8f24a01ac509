package dev.hoop.controlplane.internal.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** How often somebody tried to sign in in vain, by account and by address. */
public final class SignInAttempts {

    /** A subject that was quiet for so long starts anew. */
    private static final Duration FORGOTTEN_AFTER = Duration.ofHours(1);

    /** What is known of a subject; {@code freeAt} is when the next attempt may be made. */
    public record Attempts(int failures, Instant freeAt) {}

    private SignInAttempts() {}

    /**
     * What is known of a subject, which nobody else can change before the transaction ends: also where nothing is known, so
     * that of many first ones at a time each sees the one before.
     */
    public static Optional<Attempts> findToChange(Handle handle, String subject, Instant now) {
        handle.createUpdate(
                        "INSERT INTO sign_in_attempts (subject, failures, last_at, free_at) VALUES (:subject, 0, 0, 0)"
                                + " ON CONFLICT (subject) DO UPDATE SET failures = sign_in_attempts.failures")
                .bind("subject", subject)
                .execute();
        return find(handle, subject, now);
    }

    private static Optional<Attempts> find(Handle handle, String subject, Instant now) {
        return handle.createQuery("SELECT failures, free_at FROM sign_in_attempts WHERE subject = :subject"
                        + " AND last_at > :since")
                .bind("subject", subject)
                .bind("since", now.minus(FORGOTTEN_AFTER).toEpochMilli())
                .map((row, context) ->
                        new Attempts(row.getInt("failures"), Instant.ofEpochMilli(row.getLong("free_at"))))
                .findOne();
    }

    /** Writes down what is known of a subject from now on. */
    public static void put(Handle handle, String subject, Attempts attempts, Instant now) {
        handle.createUpdate("""
                        INSERT INTO sign_in_attempts (subject, failures, last_at, free_at)
                        VALUES (:subject, :failures, :now, :free)
                        ON CONFLICT (subject) DO UPDATE SET failures = excluded.failures, last_at = excluded.last_at,
                          free_at = excluded.free_at""")
                .bind("subject", subject)
                .bind("failures", attempts.failures())
                .bind("now", now.toEpochMilli())
                .bind("free", attempts.freeAt().toEpochMilli())
                .execute();
    }

    /** Forgets a subject: the attempt was the right one. */
    public static void forget(Handle handle, String subject) {
        handle.createUpdate("DELETE FROM sign_in_attempts WHERE subject = :subject")
                .bind("subject", subject)
                .execute();
    }

    static void sweep(Handle handle, Instant now) {
        handle.createUpdate("DELETE FROM sign_in_attempts WHERE last_at <= :since")
                .bind("since", now.minus(FORGOTTEN_AFTER).toEpochMilli())
                .execute();
    }
}
