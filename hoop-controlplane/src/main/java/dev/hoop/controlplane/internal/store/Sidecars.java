package dev.hoop.controlplane.internal.store;

import dev.hoop.controlplane.PlaneSidecar;
import dev.hoop.controlplane.SecretToken;
import dev.hoop.controlplane.internal.store.Freezes.Asked;
import dev.hoop.review.ReviewId;
import java.security.MessageDigest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/** The sidecars that may file reviews, and the configuration documents that are kept for them. */
public final class Sidecars {

    @SuppressWarnings("ArrayRecordComponent") // read once, compared in constant time
    private record Known(String name, byte[] hash) {}

    static final String HOLDERS = "SELECT name, token_hash AS hash FROM sidecars WHERE token_hash = :hash"
            + " AND disabled_at IS NULL"
            + " UNION ALL SELECT name, old_token_hash AS hash FROM sidecars WHERE old_token_hash = :hash"
            + " AND disabled_at IS NULL AND (old_token_ends_at IS NULL OR old_token_ends_at > :now)";

    private static final Prepared NAMED = Prepared.of(HOLDERS);

    private static final Prepared ASKING = Prepared.of("SELECT s.name, s.hash, r.* FROM (" + HOLDERS
            + ") AS s LEFT JOIN (SELECT " + ReviewRows.COLUMNS
            + " FROM reviews WHERE id = :id) AS r ON r.sidecar = s.name");

    private static final String LET_IN = "s.name = :name AND s.token_hash IS NOT NULL AND s.disabled_at IS NULL";

    private static final String MAY_USE = "SELECT COUNT(*) FROM sidecars AS s WHERE " + LET_IN
            + " AND NOT EXISTS (SELECT 1 FROM freezes WHERE ended_at IS NULL AND ";

    private static final Prepared MAY_USE_FEW = Prepared.of(MAY_USE + Freezes.AMONG_FEW + ")");

    private Sidecars() {}

    /** Writes a sidecar with the tokens that it then has, and no others. */
    public static void put(Handle handle, PlaneSidecar sidecar, boolean declared, Instant now) {
        handle.createUpdate("""
                        INSERT INTO sidecars (name, token_hash, token_at, old_token_hash, declared, created_at)
                        VALUES (:name, :hash, :now, :old, :declared, :now)
                        ON CONFLICT (name) DO UPDATE SET token_hash = excluded.token_hash,
                          token_at = CASE WHEN sidecars.token_hash = excluded.token_hash THEN sidecars.token_at
                            ELSE excluded.token_at END,
                          old_token_hash = excluded.old_token_hash, old_token_ends_at = NULL,
                          declared = excluded.declared, disabled_at = NULL, deleted_at = NULL""")
                .bind("name", sidecar.name())
                .bind("hash", sidecar.token().sha256())
                .bind("old", sidecar.previousToken().map(SecretToken::sha256))
                .bind("declared", declared ? 1 : 0)
                .bind("now", now.toEpochMilli())
                .execute();
    }

    /** Whether exactly these tokens let the sidecar in, now and until they are changed. */
    public static boolean hasTokens(Handle handle, PlaneSidecar sidecar) {
        return handle.createQuery("SELECT COUNT(*) FROM sidecars WHERE name = :name AND token_hash = :hash"
                                + " AND COALESCE(old_token_hash, :none) = :old AND old_token_ends_at IS NULL")
                        .bind("name", sidecar.name())
                        .bind("hash", sidecar.token().sha256())
                        .bind("none", new byte[0])
                        .bind(
                                "old",
                                sidecar.previousToken().map(SecretToken::sha256).orElse(new byte[0]))
                        .mapTo(Integer.class)
                        .one()
                == 1;
    }

    /**
     * Takes the tokens of declared sidecars that are not declared any more; their reviews stay readable for people.
     *
     * @return the names of those sidecars
     */
    public static List<String> keepDeclared(Handle handle, Set<String> names) {
        List<String> gone = new ArrayList<>();
        for (String name : handle.createQuery("SELECT name FROM sidecars WHERE declared = 1 ORDER BY name")
                .mapTo(String.class)
                .list()) {
            if (!names.contains(name)) {
                gone.add(name);
                handle.createUpdate("UPDATE sidecars SET token_hash = NULL, old_token_hash = NULL, declared = 0"
                                + " WHERE name = :name")
                        .bind("name", name)
                        .execute();
            }
        }
        return gone;
    }

    /** Whose token it is: the current one, or an old one before its end. A disabled sidecar has none. */
    public static Optional<String> named(Handle handle, SecretToken token, Instant now) {
        byte[] hash = token.sha256();
        return NAMED
                .rows(
                        handle,
                        row -> new Known(row.getString("name"), row.getBytes("hash")),
                        "hash",
                        hash,
                        "now",
                        now.toEpochMilli())
                .stream()
                .filter(known -> MessageDigest.isEqual(known.hash(), hash))
                .map(Known::name)
                .findFirst();
    }

    /** A sidecar that calls, and the review that it asks for, if there is one of that id and it is its own. */
    public record Asking(String sidecar, Optional<StoredReview> review) {}

    /** As {@link #named}, with a review of that sidecar, by one statement: what sidecars ask most. */
    public static Optional<Asking> asking(Handle handle, SecretToken token, ReviewId id, Instant now) {
        byte[] hash = token.sha256();
        return ASKING
                .rows(handle, row -> asking(row, hash), "hash", hash, "id", id.value(), "now", now.toEpochMilli())
                .stream()
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<Asking> asking(ResultSet row, byte[] hash) throws SQLException {
        if (!MessageDigest.isEqual(row.getBytes("hash"), hash)) {
            return Optional.empty();
        }
        Optional<StoredReview> review =
                row.getString("id") == null ? Optional.empty() : Optional.of(ReviewRows.read(row));
        return Optional.of(new Asking(row.getString("name"), review));
    }

    /** Whether any token lets a sidecar in. */
    public static boolean isLetIn(Handle handle, String name) {
        return handle.createQuery("SELECT COUNT(*) FROM sidecars AS s WHERE " + LET_IN)
                        .bind("name", name)
                        .mapTo(Integer.class)
                        .one()
                == 1;
    }

    /**
     * Whether the sidecar of what is asked is still let in, and nothing that stops it is frozen. One statement: it is asked
     * where all others wait.
     */
    public static boolean mayUse(Handle handle, Asked asked) {
        Set<String> targets = asked.targets();
        if (targets.size() > Freezes.FEW) {
            return handle.createQuery(MAY_USE + "target IN (<targets>))")
                            .bind("name", asked.sidecar())
                            .bindList("targets", List.copyOf(targets))
                            .mapTo(Integer.class)
                            .one()
                    == 1;
        }
        List<Object> values = Freezes.few(targets);
        values.add("name");
        values.add(asked.sidecar());
        return MAY_USE_FEW.rows(handle, row -> row.getInt(1), values.toArray()).equals(List.of(1));
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
