package dev.hoop.controlplane.internal.store;

import dev.hoop.controlplane.SecretToken;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/** Tokens of people, their sessions, and one-time links. Only hashes are kept. */
public final class Credentials {

    @SuppressWarnings("ArrayRecordComponent") // read once, compared in constant time
    private record Holder(byte[] hash, String email) {}

    private Credentials() {}

    static void replaceToken(Handle handle, String email, Optional<SecretToken> token, Instant now) {
        byte[] hash = token.map(SecretToken::sha256).orElse(new byte[0]);
        int ended = handle.createUpdate("DELETE FROM user_tokens WHERE email = :email AND token_hash <> :hash")
                .bind("email", email)
                .bind("hash", hash)
                .execute();
        if (ended > 0) {
            handle.createUpdate("DELETE FROM sessions WHERE email = :email")
                    .bind("email", email)
                    .execute();
        }
        if (token.isPresent()) {
            handle.createUpdate("INSERT INTO user_tokens (token_hash, email, created_at) VALUES (:hash, :email, :now)"
                            + " ON CONFLICT (token_hash) DO UPDATE SET email = excluded.email")
                    .bind("hash", hash)
                    .bind("email", email)
                    .bind("now", now.toEpochMilli())
                    .execute();
        }
    }

    /** Whose token it is. */
    public static Optional<String> holder(Handle handle, SecretToken token) {
        return matching(
                handle.createQuery("SELECT token_hash, email FROM user_tokens WHERE token_hash = :hash"), token);
    }

    /** Starts a session. */
    public static void startSession(Handle handle, SecretToken token, String email, Instant end) {
        insert(handle, "sessions", token, email, end);
    }

    /** Whose session it is, while it lasts. */
    public static Optional<String> session(Handle handle, SecretToken token, Instant now) {
        Query query = handle.createQuery(
                "SELECT token_hash, email FROM sessions WHERE token_hash = :hash AND expires_at > :now");
        return matching(query.bind("now", now.toEpochMilli()), token);
    }

    /** Ends a session. */
    public static void endSession(Handle handle, SecretToken token) {
        handle.createUpdate("DELETE FROM sessions WHERE token_hash = :hash")
                .bind("hash", token.sha256())
                .execute();
    }

    /** Makes a one-time link good for one use before its end. */
    public static void addLink(Handle handle, SecretToken token, String email, Instant end) {
        insert(handle, "sign_in_links", token, email, end);
    }

    /** Uses a one-time link up; empty when it was used, never was, or its time is up. */
    public static Optional<String> useLink(Handle handle, SecretToken token, Instant now) {
        Query query = handle.createQuery("DELETE FROM sign_in_links WHERE token_hash = :hash AND expires_at > :now"
                + " RETURNING token_hash, email");
        return matching(query.bind("now", now.toEpochMilli()), token);
    }

    /** Removes what has ended. */
    public static void sweep(Handle handle, Instant now) {
        for (String table : new String[] {"sessions", "sign_in_links"}) {
            handle.createUpdate("DELETE FROM " + table + " WHERE expires_at <= :now")
                    .bind("now", now.toEpochMilli())
                    .execute();
        }
    }

    private static void insert(Handle handle, String table, SecretToken token, String email, Instant end) {
        handle.createUpdate("INSERT INTO " + table + " (token_hash, email, expires_at) VALUES (:hash, :email, :end)")
                .bind("hash", token.sha256())
                .bind("email", email)
                .bind("end", end.toEpochMilli())
                .execute();
    }

    private static Optional<String> matching(Query query, SecretToken token) {
        byte[] hash = token.sha256();
        return query
                .bind("hash", hash)
                .map((row, context) -> new Holder(row.getBytes("token_hash"), row.getString("email")))
                .list()
                .stream()
                .filter(holder -> MessageDigest.isEqual(holder.hash(), hash))
                .map(Holder::email)
                .findFirst();
    }
}
