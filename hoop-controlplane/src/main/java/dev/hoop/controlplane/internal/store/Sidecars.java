package dev.hoop.controlplane.internal.store;

import dev.hoop.controlplane.PlaneSidecar;
import dev.hoop.controlplane.SecretToken;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/** The sidecars that may file reviews, and the configuration documents that are kept for them. */
public final class Sidecars {

    @SuppressWarnings("ArrayRecordComponent") // read once, compared in constant time
    private record Known(String name, byte[] hash) {}

    private Sidecars() {}

    /** Writes a sidecar with the one token that it then has. */
    public static void put(Handle handle, PlaneSidecar sidecar, boolean declared, Instant now) {
        handle.createUpdate("INSERT INTO sidecars (name, token_hash, declared, created_at)"
                        + " VALUES (:name, :hash, :declared, :now) ON CONFLICT (name) DO UPDATE"
                        + " SET token_hash = excluded.token_hash, declared = excluded.declared")
                .bind("name", sidecar.name())
                .bind("hash", sidecar.token().sha256())
                .bind("declared", declared ? 1 : 0)
                .bind("now", now.toEpochMilli())
                .execute();
    }

    /** Takes the token of declared sidecars that are not declared any more; their reviews stay readable for people. */
    public static void keepDeclared(Handle handle, Set<String> names) {
        for (String name : handle.createQuery("SELECT name FROM sidecars WHERE declared = 1")
                .mapTo(String.class)
                .list()) {
            if (!names.contains(name)) {
                handle.createUpdate("UPDATE sidecars SET token_hash = NULL, declared = 0 WHERE name = :name")
                        .bind("name", name)
                        .execute();
            }
        }
    }

    /** Whose token it is. */
    public static Optional<String> named(Handle handle, SecretToken token) {
        byte[] hash = token.sha256();
        return handle
                .createQuery("SELECT name, token_hash FROM sidecars WHERE token_hash = :hash")
                .bind("hash", hash)
                .map((row, context) -> new Known(row.getString("name"), row.getBytes("token_hash")))
                .list()
                .stream()
                .filter(known -> MessageDigest.isEqual(known.hash(), hash))
                .map(Known::name)
                .findFirst();
    }

    /** Notes that a sidecar was heard of. */
    public static void seen(Handle handle, String name, Instant now) {
        handle.createUpdate("UPDATE sidecars SET last_seen_at = :now WHERE name = :name")
                .bind("name", name)
                .bind("now", now.toEpochMilli())
                .execute();
    }

    /** When a sidecar was last heard of, give or take half a minute. */
    public static Optional<Instant> lastSeen(Handle handle, String name) {
        return handle.createQuery("SELECT last_seen_at FROM sidecars WHERE name = :name")
                .bind("name", name)
                .map((row, context) -> ReviewRows.time(row, "last_seen_at"))
                .findOne()
                .flatMap(seen -> seen);
    }

    /** The document that is kept for a sidecar. */
    public static Optional<String> configuration(Handle handle, String name) {
        return handle.createQuery("SELECT configuration FROM sidecars WHERE name = :name AND configuration IS NOT NULL")
                .bind("name", name)
                .mapTo(String.class)
                .findOne();
    }

    /** Keeps a first document for a sidecar; false when there is one. */
    public static boolean seedConfiguration(Handle handle, String name, String document, Instant now) {
        return handle.createUpdate("UPDATE sidecars SET configuration = :document, configuration_at = :now"
                                + " WHERE name = :name AND configuration IS NULL")
                        .bind("name", name)
                        .bind("document", document)
                        .bind("now", now.toEpochMilli())
                        .execute()
                == 1;
    }

    /** Keeps this document for a sidecar instead of the one that there may be. */
    public static void putConfiguration(Handle handle, String name, String document, Instant now) {
        handle.createUpdate("UPDATE sidecars SET configuration = :document, configuration_at = :now WHERE name = :name")
                .bind("name", name)
                .bind("document", document)
                .bind("now", now.toEpochMilli())
                .execute();
    }
}
