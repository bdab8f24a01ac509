package dev.hoop.controlplane.internal.store;

import dev.hoop.controlplane.SecretToken;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** One-time links, and the end of whatever lets people in. Only hashes are kept. */
public final class Credentials {

    @SuppressWarnings("ArrayRecordComponent") // read once, compared in constant time
    private record Holder(byte[] hash, String email) {}

    private Credentials() {}

    /** Makes a one-time link good for one use before its end. */
    public static void addLink(Handle handle, SecretToken token, String email, Instant end) {
        handle.createUpdate("INSERT INTO sign_in_links (token_hash, email, expires_at) VALUES (:hash, :email, :end)")
                .bind("hash", token.sha256())
                .bind("email", email)
                .bind("end", end.toEpochMilli())
                .execute();
    }

    /** Uses a one-time link up; empty when it was used, never was, or its time is up. */
    public static Optional<String> useLink(Handle handle, SecretToken token, Instant now) {
        byte[] hash = token.sha256();
        return handle
                .createQuery("DELETE FROM sign_in_links WHERE token_hash = :hash AND expires_at > :now"
                        + " RETURNING token_hash, email")
                .bind("hash", hash)
                .bind("now", now.toEpochMilli())
                .map((row, context) -> new Holder(row.getBytes("token_hash"), row.getString("email")))
                .list()
                .stream()
                .filter(holder -> MessageDigest.isEqual(holder.hash(), hash))
                .map(Holder::email)
                .findFirst();
    }

    /** Removes what has ended. */
    public static void sweep(Handle handle, Instant now) {
        handle.createUpdate("DELETE FROM sign_in_links WHERE expires_at <= :now")
                .bind("now", now.toEpochMilli())
                .execute();
        PersonalTokens.sweep(handle, now);
        Sessions.sweep(handle, now);
        SignInAttempts.sweep(handle, now);
    }
}
