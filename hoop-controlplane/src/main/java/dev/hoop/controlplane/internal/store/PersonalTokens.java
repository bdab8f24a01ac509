package dev.hoop.controlplane.internal.store;

import dev.hoop.controlplane.Capability;
import dev.hoop.controlplane.SecretToken;
import dev.hoop.controlplane.internal.store.Directory.Person;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jdbi.v3.core.Handle;

/**
 * The tokens that people call with: the one that the file or the program gave them, which has no id, and those that they
 * made themselves. Only hashes are kept.
 */
public final class PersonalTokens {

    /** Noting every use would cost a disk write each. */
    private static final Duration USED_EVERY = Duration.ofMinutes(1);

    /** A token that somebody made, as they see it. */
    public record Token(
            String id, String name, Instant createdAt, Optional<Instant> expiresAt, Optional<Instant> lastUsedAt) {}

    /** Whose token it is. */
    public record Holder(String email, Optional<String> personalToken, boolean toBeNoted) {}

    @SuppressWarnings("ArrayRecordComponent") // read once, compared in constant time
    private record Held(byte[] hash, Holder holder) {}

    private static final Prepared BEARER = Prepared.of("""
            SELECT t.token_hash, t.id, t.last_used_at, u.email, u.name, g.group_name, c.capability FROM user_tokens t
            JOIN users u ON u.email = t.email AND u.disabled_at IS NULL
            LEFT JOIN user_groups g ON g.email = u.email
            LEFT JOIN user_capabilities c ON c.email = u.email
            WHERE t.token_hash = :hash AND (t.expires_at IS NULL OR t.expires_at > :now)""");

    private PersonalTokens() {}

    /** Whose token it is, while it lasts. */
    public static Optional<Holder> holder(Handle handle, SecretToken token, Instant now) {
        byte[] hash = token.sha256();
        return handle
                .createQuery("SELECT token_hash, email, id, last_used_at FROM user_tokens WHERE token_hash = :hash"
                        + " AND (expires_at IS NULL OR expires_at > :now)")
                .bind("hash", hash)
                .bind("now", now.toEpochMilli())
                .map((row, context) -> new Held(
                        row.getBytes("token_hash"),
                        new Holder(
                                row.getString("email"),
                                Optional.ofNullable(row.getString("id")),
                                row.getLong("last_used_at")
                                        <= now.minus(USED_EVERY).toEpochMilli())))
                .list()
                .stream()
                .filter(held -> MessageDigest.isEqual(held.hash(), hash))
                .map(Held::holder)
                .findFirst();
    }

    /** A token and who comes in by it. */
    public record Bearer(Holder holder, Person person) {}

    /** Whose token it is, while it lasts, and what they may do; empty too where they are disabled. One statement: every call asks. */
    public static Optional<Bearer> bearer(Handle handle, SecretToken token, Instant now) {
        byte[] hash = token.sha256();
        Set<String> groups = new TreeSet<>();
        Set<Capability> capabilities = EnumSet.noneOf(Capability.class);
        List<Optional<Bearer>> rows = BEARER.rows(
                handle,
                row -> {
                    if (!MessageDigest.isEqual(row.getBytes("token_hash"), hash)) {
                        return Optional.empty();
                    }
                    Directory.right(row, groups, capabilities);
                    return Optional.of(new Bearer(
                            new Holder(
                                    row.getString("email"),
                                    Optional.ofNullable(row.getString("id")),
                                    row.getLong("last_used_at")
                                            <= now.minus(USED_EVERY).toEpochMilli()),
                            new Person(row.getString("email"), row.getString("name"), groups, capabilities)));
                },
                "hash",
                hash,
                "now",
                now.toEpochMilli());
        return rows.stream().flatMap(Optional::stream).findFirst();
    }

    /** Notes that a token was used. */
    public static void used(Handle handle, SecretToken token, Instant now) {
        handle.createUpdate("UPDATE user_tokens SET last_used_at = :now WHERE token_hash = :hash")
                .bind("hash", token.sha256())
                .bind("now", now.toEpochMilli())
                .execute();
    }

    /** The tokens that somebody made, the newest first. */
    public static List<Token> of(Handle handle, String email) {
        return handle.createQuery("SELECT id, name, created_at, expires_at, last_used_at FROM user_tokens"
                        + " WHERE email = :email AND id IS NOT NULL ORDER BY created_at DESC, id")
                .bind("email", email)
                .map((row, context) -> new Token(
                        row.getString("id"),
                        row.getString("name"),
                        Instant.ofEpochMilli(row.getLong("created_at")),
                        ReviewRows.time(row, "expires_at"),
                        ReviewRows.time(row, "last_used_at")))
                .list();
    }

    /** Keeps a token that somebody made. */
    public static void add(Handle handle, String email, SecretToken secret, Token token) {
        handle.createUpdate("INSERT INTO user_tokens (token_hash, email, id, name, created_at, expires_at)"
                        + " VALUES (:hash, :email, :id, :name, :now, :end)")
                .bind("hash", secret.sha256())
                .bind("email", email)
                .bind("id", token.id())
                .bind("name", token.name())
                .bind("now", token.createdAt().toEpochMilli())
                .bind("end", token.expiresAt().map(Instant::toEpochMilli))
                .execute();
    }

    /** Takes a token that somebody made, with which its sessions end; false when they have none with that id. */
    public static boolean revoke(Handle handle, String email, String id) {
        return handle.createUpdate("DELETE FROM user_tokens WHERE email = :email AND id = :id")
                        .bind("email", email)
                        .bind("id", id)
                        .execute()
                == 1;
    }

    /** Takes every token that somebody made. */
    public static void revokeMade(Handle handle, String email) {
        handle.createUpdate("DELETE FROM user_tokens WHERE email = :email AND id IS NOT NULL")
                .bind("email", email)
                .execute();
    }

    /** Whether this is what a user was given, or they were given none. */
    public static boolean isGiven(Handle handle, String email, Optional<SecretToken> token) {
        List<byte[]> hashes = handle.createQuery(
                        "SELECT token_hash FROM user_tokens WHERE email = :email AND id IS NULL")
                .bind("email", email)
                .map((row, context) -> row.getBytes("token_hash"))
                .list();
        return token.isEmpty()
                ? hashes.isEmpty()
                : hashes.size() == 1
                        && MessageDigest.isEqual(hashes.get(0), token.get().sha256());
    }

    /** Gives a user this one token instead of the one that they were given before, whose end ends every session. */
    static void replaceGiven(Handle handle, String email, Optional<SecretToken> token, Instant now) {
        byte[] hash = token.map(SecretToken::sha256).orElse(new byte[0]);
        int ended = handle.createUpdate(
                        "DELETE FROM user_tokens WHERE email = :email AND id IS NULL AND token_hash <> :hash")
                .bind("email", email)
                .bind("hash", hash)
                .execute();
        if (ended > 0) {
            Sessions.endAll(handle, email);
        }
        if (token.isPresent()) {
            handle.createUpdate("INSERT INTO user_tokens (token_hash, email, created_at) VALUES (:hash, :email, :now)"
                            + " ON CONFLICT (token_hash) DO UPDATE SET email = excluded.email, id = NULL,"
                            + " name = NULL, expires_at = NULL")
                    .bind("hash", hash)
                    .bind("email", email)
                    .bind("now", now.toEpochMilli())
                    .execute();
        }
    }

    /** Removes what has ended. */
    static void sweep(Handle handle, Instant now) {
        handle.createUpdate("DELETE FROM user_tokens WHERE expires_at <= :now")
                .bind("now", now.toEpochMilli())
                .execute();
    }
}
