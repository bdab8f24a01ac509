package dev.hoop.controlplane.internal.store;

import dev.hoop.controlplane.SecretToken;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** The sidecars as those who manage them see them. */
public final class SidecarAccounts {

    /**
     * A sidecar.
     *
     * @param declared whether the configuration file owns it
     * @param hasToken whether any token lets it in
     * @param tokenAt since when it has its token
     * @param oldTokenEndsAt until when the token before that one works too
     * @param disabledAt since when no token lets it in
     * @param version what it said of itself
     * @param configurationAt since when there is a configuration for it
     */
    public record Account(
            String name,
            boolean declared,
            boolean hasToken,
            Optional<Instant> tokenAt,
            Optional<Instant> oldTokenEndsAt,
            Optional<Instant> disabledAt,
            Optional<Instant> lastSeenAt,
            Optional<String> version,
            Optional<Instant> configurationAt,
            Instant createdAt) {}

    private static final String COLUMNS = "name, declared, token_hash IS NOT NULL AS has_token, token_at,"
            + " old_token_ends_at, disabled_at, last_seen_at, version, configuration_at, created_at";

    private SidecarAccounts() {}

    /** Every sidecar that is not deleted, by name. */
    public static List<Account> list(Handle handle) {
        return handle.createQuery("SELECT " + COLUMNS + " FROM sidecars WHERE deleted_at IS NULL ORDER BY name")
                .map((row, context) -> account(row))
                .list();
    }

    /** A sidecar that is not deleted. */
    public static Optional<Account> find(Handle handle, String name) {
        return handle.createQuery("SELECT " + COLUMNS + " FROM sidecars WHERE name = :name AND deleted_at IS NULL")
                .bind("name", name)
                .map((row, context) -> account(row))
                .findOne();
    }

    private static Account account(ResultSet row) throws SQLException {
        return new Account(
                row.getString("name"),
                row.getInt("declared") != 0,
                row.getBoolean("has_token"),
                ReviewRows.time(row, "token_at"),
                ReviewRows.time(row, "old_token_ends_at"),
                ReviewRows.time(row, "disabled_at"),
                ReviewRows.time(row, "last_seen_at"),
                Optional.ofNullable(row.getString("version")),
                ReviewRows.time(row, "configuration_at"),
                Instant.ofEpochMilli(row.getLong("created_at")));
    }

    /** Creates a sidecar, also in the place of a deleted one; false when there is one of that name. */
    public static boolean insert(Handle handle, String name, SecretToken token, Instant now) {
        return handle.createUpdate("""
                                INSERT INTO sidecars (name, token_hash, token_at, declared, created_at)
                                VALUES (:name, :hash, :now, 0, :now)
                                ON CONFLICT (name) DO UPDATE SET token_hash = excluded.token_hash,
                                  token_at = excluded.token_at, created_at = excluded.created_at, declared = 0,
                                  disabled_at = NULL, deleted_at = NULL, last_seen_at = NULL, version = NULL
                                WHERE sidecars.deleted_at IS NOT NULL""")
                        .bind("name", name)
                        .bind("hash", token.sha256())
                        .bind("now", now.toEpochMilli())
                        .execute()
                == 1;
    }

    /** Gives a sidecar another token; the one that it had works until the given time, the one before it no more. */
    public static void rotate(Handle handle, String name, SecretToken token, Instant oldEndsAt, Instant now) {
        handle.createUpdate("UPDATE sidecars SET old_token_hash = token_hash, old_token_ends_at = :end,"
                        + " token_hash = :hash, token_at = :now WHERE name = :name")
                .bind("name", name)
                .bind("hash", token.sha256())
                .bind("end", oldEndsAt.toEpochMilli())
                .bind("now", now.toEpochMilli())
                .execute();
    }

    /** Ends a sidecar's old token before its time; false when it has none that works. */
    public static boolean endOldToken(Handle handle, String name, Instant now) {
        return handle.createUpdate("UPDATE sidecars SET old_token_hash = NULL, old_token_ends_at = NULL"
                                + " WHERE name = :name AND old_token_hash IS NOT NULL AND old_token_ends_at > :now")
                        .bind("name", name)
                        .bind("now", now.toEpochMilli())
                        .execute()
                == 1;
    }

    /** Lets a sidecar in no more, or again. */
    public static void putDisabled(Handle handle, String name, Optional<Instant> since) {
        handle.createUpdate("UPDATE sidecars SET disabled_at = :since WHERE name = :name")
                .bind("name", name)
                .bind("since", since.map(Instant::toEpochMilli))
                .execute();
    }

    /** Removes a sidecar with its tokens and its configuration; its reviews stay. */
    public static void delete(Handle handle, String name, Instant now) {
        handle.createUpdate("UPDATE sidecars SET token_hash = NULL, old_token_hash = NULL, old_token_ends_at = NULL,"
                        + " configuration = NULL, configuration_at = NULL, deleted_at = :now WHERE name = :name")
                .bind("name", name)
                .bind("now", now.toEpochMilli())
                .execute();
    }

    /** How many of a sidecar's reviews wait or are approved. */
    public static long liveReviews(Handle handle, String name, Instant now) {
        return handle.createQuery("SELECT COUNT(*) FROM reviews WHERE sidecar = :name"
                        + " AND status IN ('PENDING', 'APPROVED') AND " + ReviewRows.IN_TIME)
                .bind("name", name)
                .bind("now", now.toEpochMilli())
                .mapTo(Long.class)
                .one();
    }

    /** Notes the version that a sidecar says it is. */
    public static void putVersion(Handle handle, String name, String version) {
        handle.createUpdate("UPDATE sidecars SET version = :version WHERE name = :name")
                .bind("name", name)
                .bind("version", version)
                .execute();
    }

    /** Keeps no configuration for a sidecar any more. */
    public static void dropConfiguration(Handle handle, String name) {
        handle.createUpdate("UPDATE sidecars SET configuration = NULL, configuration_at = NULL WHERE name = :name")
                .bind("name", name)
                .execute();
    }
}
