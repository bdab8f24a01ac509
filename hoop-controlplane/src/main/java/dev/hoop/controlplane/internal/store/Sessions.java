package dev.hoop.controlplane.internal.store;

import dev.hoop.controlplane.SecretToken;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/** Who is signed in on the pages. Only hashes of the sessions' secrets are kept. */
public final class Sessions {

    /** A session ends so long after it began. */
    public static final Duration LENGTH = Duration.ofHours(12);

    /** A session ends so long after it was last used. */
    public static final Duration IDLE = Duration.ofHours(4);

    /** Noting every use would cost a disk write each. */
    private static final Duration SEEN_EVERY = Duration.ofMinutes(1);

    private static final String ALIVE =
            "expires_at > :now AND last_seen_at > :idle AND (personal_token IS NULL OR EXISTS"
                    + " (SELECT 1 FROM user_tokens t WHERE t.id = sessions.personal_token"
                    + " AND (t.expires_at IS NULL OR t.expires_at > :now)))";

    /** How somebody came in. */
    public enum Method {
        TOKEN,
        LINK,
        PASSWORD,
        PROVIDER;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * How and as whom somebody came in.
     *
     * @param personalToken the personal token that they came in by, with which the session ends
     */
    public record Entry(String email, Method method, Optional<String> personalToken) {

        /** Without a personal token. */
        public static Entry by(Method method, String email) {
            return new Entry(email, method, Optional.empty());
        }
    }

    /** A session as its owner sees it. */
    public record Session(
            String id, String email, String method, Instant createdAt, Instant lastSeenAt, Instant expiresAt) {}

    /** A session that lets somebody in. */
    public record Open(String id, String email, boolean byPersonalToken, boolean toBeNoted) {}

    @SuppressWarnings("ArrayRecordComponent") // read once, compared in constant time
    private record Held(byte[] hash, Open open) {}

    private Sessions() {}

    /** Starts a session. */
    public static void start(Handle handle, SecretToken secret, Entry entry, Instant now) {
        handle.createUpdate("""
                        INSERT INTO sessions (token_hash, id, email, method, personal_token, created_at, last_seen_at,
                          expires_at)
                        VALUES (:hash, :id, :email, :method, :token, :now, :now, :end)""")
                .bind("hash", secret.sha256())
                .bind("id", UUID.randomUUID().toString())
                .bind("email", entry.email())
                .bind("method", entry.method().word())
                .bind("token", entry.personalToken())
                .bind("now", now.toEpochMilli())
                .bind("end", now.plus(LENGTH).toEpochMilli())
                .execute();
    }

    /** The session of that secret, while it lasts. */
    public static Optional<Open> find(Handle handle, SecretToken secret, Instant now) {
        byte[] hash = secret.sha256();
        return handle
                .createQuery("SELECT token_hash, id, email, personal_token, last_seen_at FROM sessions"
                        + " WHERE token_hash = :hash AND " + ALIVE)
                .bind("hash", hash)
                .bind("now", now.toEpochMilli())
                .bind("idle", now.minus(IDLE).toEpochMilli())
                .map((row, context) -> new Held(
                        row.getBytes("token_hash"),
                        new Open(
                                row.getString("id"),
                                row.getString("email"),
                                row.getString("personal_token") != null,
                                row.getLong("last_seen_at")
                                        <= now.minus(SEEN_EVERY).toEpochMilli())))
                .list()
                .stream()
                .filter(held -> MessageDigest.isEqual(held.hash(), hash))
                .map(Held::open)
                .findFirst();
    }

    /** Notes that a session was used. */
    public static void seen(Handle handle, String id, Instant now) {
        handle.createUpdate("UPDATE sessions SET last_seen_at = :now WHERE id = :id")
                .bind("id", id)
                .bind("now", now.toEpochMilli())
                .execute();
    }

    /** The sessions of a user that last, the newest first. */
    public static List<Session> of(Handle handle, String email, Instant now) {
        return handle.createQuery("SELECT id, email, method, created_at, last_seen_at, expires_at FROM sessions"
                        + " WHERE email = :email AND " + ALIVE + " ORDER BY created_at DESC, id")
                .bind("email", email)
                .bind("now", now.toEpochMilli())
                .bind("idle", now.minus(IDLE).toEpochMilli())
                .map((row, context) -> new Session(
                        row.getString("id"),
                        row.getString("email"),
                        row.getString("method"),
                        Instant.ofEpochMilli(row.getLong("created_at")),
                        Instant.ofEpochMilli(row.getLong("last_seen_at")),
                        Instant.ofEpochMilli(row.getLong("expires_at"))))
                .list();
    }

    /** Ends the session of that secret. */
    public static void end(Handle handle, SecretToken secret) {
        handle.createUpdate("DELETE FROM sessions WHERE token_hash = :hash")
                .bind("hash", secret.sha256())
                .execute();
    }

    /** Ends a session of a user; false when they have none with that id. */
    public static boolean end(Handle handle, String email, String id) {
        return handle.createUpdate("DELETE FROM sessions WHERE email = :email AND id = :id")
                        .bind("email", email)
                        .bind("id", id)
                        .execute()
                == 1;
    }

    /** Ends every session of a user. */
    public static void endAll(Handle handle, String email) {
        handle.createUpdate("DELETE FROM sessions WHERE email = :email")
                .bind("email", email)
                .execute();
    }

    /** Removes what has ended. */
    static void sweep(Handle handle, Instant now) {
        handle.createUpdate("DELETE FROM sessions WHERE NOT (" + ALIVE + ")")
                .bind("now", now.toEpochMilli())
                .bind("idle", now.minus(IDLE).toEpochMilli())
                .execute();
    }
}
