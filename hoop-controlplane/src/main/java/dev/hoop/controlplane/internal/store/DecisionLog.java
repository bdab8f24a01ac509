package dev.hoop.controlplane.internal.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.core.statement.Update;

/**
 * Who decided what, when and why, for good. Entries are only added; each has the hash of the one before in its own, so that
 * a change, a gap or a removal anywhere shows to whoever computes the chain again.
 */
public final class DecisionLog {

    private static final String COLUMNS =
            "seq, logged_at, kind, about, actor_email, actor_name, actor_groups, reason, payload_sha256, hash";

    private static final String INSERT = "INSERT INTO decision_log (" + COLUMNS
            + ") VALUES (:seq, :at, :kind, :about, :email, :name, :groups, :reason, :payload, :hash)";

    private static final String NOTE = "UPDATE decision_log_head SET hash = :hash WHERE id = 1";

    /** The same at once, where a statement may have others in it that write, and the server has the digest. See {@link LogHash}. */
    private static final Prepared APPEND = Prepared.of("WITH head AS (UPDATE decision_log_head SET seq = seq + 1,"
            + " hash = encode(sha256(convert_to(length(hash) || ':' || hash || length((seq + 1)::text) || ':'"
            + " || (seq + 1)::text, 'UTF8') || :digested), 'hex') WHERE id = 1 RETURNING seq, hash)"
            + " INSERT INTO decision_log (" + COLUMNS + ") SELECT head.seq, :at, :kind, :about, :email, :name, :groups,"
            + " :reason, :payload, head.hash FROM head");

    private static final Pattern KIND = Pattern.compile("[a-z_]+\\.[a-z_]+");

    /** An entry with its place and its hash, in lower-case hexadecimal. */
    public record Kept(long seq, LogEntry entry, String hash) {}

    /**
     * What to read.
     *
     * @param before only entries with smaller numbers
     * @param about only those about this
     * @param kind only those of this kind; where it ends in a dot, of every kind that begins so
     * @param who only those of whom this is the address or the name
     * @param from only those from then on
     * @param until only those before then
     */
    public record Filter(
            Optional<Long> before,
            Optional<String> about,
            Optional<String> kind,
            Optional<String> who,
            Optional<Instant> from,
            Optional<Instant> until,
            int limit) {

        /** Everything, the newest first. */
        public static Filter all(int limit) {
            return new Filter(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    limit);
        }
    }

    private DecisionLog() {}

    /**
     * Adds an entry, in the transaction that does what it tells of. To be called last in it: from here to its commit no
     * other transaction, of this or another replica, gets past its own call.
     *
     * @throws IllegalArgumentException when the entry's kind is none
     */
    public static void append(Handle handle, LogEntry entry) {
        if (!KIND.matcher(entry.kind()).matches()) {
            throw new IllegalArgumentException("`" + entry.kind() + "` is no kind of log entry");
        }
        // The one row that all appenders change is the lock that puts them in a row: everyone waits for what is done
        // behind it.
        if (Database.isServer(handle)) {
            APPEND.run(
                    handle,
                    "digested",
                    LogHash.entry(entry),
                    "at",
                    entry.at().toEpochMilli(),
                    "kind",
                    entry.kind(),
                    "about",
                    entry.about(),
                    "email",
                    entry.who().email(),
                    "name",
                    entry.who().name(),
                    "groups",
                    entry.who().groupNames(),
                    "reason",
                    entry.reason(),
                    "payload",
                    entry.payloadSha256());
            return;
        }
        Noted head = handle.createQuery("UPDATE decision_log_head SET seq = seq + 1 WHERE id = 1 RETURNING seq, hash")
                .map((row, context) -> new Noted(row.getLong("seq"), row.getString("hash")))
                .one();
        String hash = LogHash.next(head.hash(), head.seq(), entry);
        Update insert = handle.createUpdate(INSERT)
                .bind("seq", head.seq())
                .bind("at", entry.at().toEpochMilli())
                .bind("kind", entry.kind())
                .bind("about", entry.about())
                .bind("email", entry.who().email())
                .bind("name", entry.who().name())
                .bind("groups", entry.who().groupNames())
                .bind("hash", hash);
        bindOptional(insert, "reason", entry.reason());
        bindOptional(insert, "payload", entry.payloadSha256());
        insert.execute();
        handle.createUpdate(NOTE).bind("hash", hash).execute();
    }

    private static void bindOptional(Update update, String name, Optional<String> text) {
        if (text.isPresent()) {
            update.bind(name, text.get());
        } else {
            update.bindNull(name, Types.VARCHAR);
        }
    }

    /** Entries, newest first. */
    public static List<Kept> list(Handle handle, Filter filter) {
        StringBuilder sql = new StringBuilder("SELECT " + COLUMNS + " FROM decision_log WHERE 1 = 1");
        filter.before().ifPresent(value -> sql.append(" AND seq < :before"));
        filter.about().ifPresent(value -> sql.append(" AND about = :about"));
        filter.kind()
                .ifPresent(value -> sql.append(
                        value.endsWith(".") ? " AND substr(kind, 1, :length) = :kind" : " AND kind = :kind"));
        filter.who().ifPresent(value -> sql.append(" AND (actor_email = :email OR actor_name = :who)"));
        filter.from().ifPresent(value -> sql.append(" AND logged_at >= :from"));
        filter.until().ifPresent(value -> sql.append(" AND logged_at < :until"));
        var query = handle.createQuery(sql.append(" ORDER BY seq DESC LIMIT :limit"))
                .bind("limit", filter.limit());
        filter.before().ifPresent(value -> query.bind("before", value));
        filter.about().ifPresent(value -> query.bind("about", value));
        filter.kind().ifPresent(value -> {
            query.bind("kind", value);
            if (value.endsWith(".")) {
                query.bind("length", value.length());
            }
        });
        filter.who()
                .ifPresent(value -> query.bind("who", value).bind("email", value.toLowerCase(java.util.Locale.ROOT)));
        filter.from().ifPresent(value -> query.bind("from", value.toEpochMilli()));
        filter.until().ifPresent(value -> query.bind("until", value.toEpochMilli()));
        return query.map(DecisionLog::kept).list();
    }

    /** Entries that follow a number, oldest first. */
    static List<Kept> after(Handle handle, long seq, int limit) {
        return handle.createQuery("SELECT " + COLUMNS + " FROM decision_log WHERE seq > :seq ORDER BY seq LIMIT :limit")
                .bind("seq", seq)
                .bind("limit", limit)
                .map(DecisionLog::kept)
                .list();
    }

    /** The hashes of entries by their numbers; those that there are. */
    static Map<Long, String> hashes(Handle handle, Collection<Long> numbers) {
        Map<Long, String> hashes = new HashMap<>();
        if (!numbers.isEmpty()) {
            handle.createQuery("SELECT seq, hash FROM decision_log WHERE seq IN (<numbers>)")
                    .bindList("numbers", List.copyOf(numbers))
                    .map((row, context) -> hashes.put(row.getLong("seq"), row.getString("hash")))
                    .list();
        }
        return hashes;
    }

    /** Number and hash of the newest entry, as they were noted beside the entries. */
    static Noted head(Handle handle) {
        return handle.createQuery("SELECT seq, hash FROM decision_log_head WHERE id = 1")
                .map((row, context) -> new Noted(row.getLong("seq"), row.getString("hash")))
                .one();
    }

    /** See {@link #head}. */
    record Noted(long seq, String hash) {}

    private static Kept kept(ResultSet row, StatementContext context) throws SQLException {
        String groups = row.getString("actor_groups");
        Actor who = new Actor(
                row.getString("actor_email"),
                row.getString("actor_name"),
                groups.isEmpty() ? Set.of() : Set.of(groups.split("\n")));
        LogEntry entry = new LogEntry(
                who,
                row.getString("kind"),
                row.getString("about"),
                Instant.ofEpochMilli(row.getLong("logged_at")),
                Optional.ofNullable(row.getString("reason")),
                Optional.ofNullable(row.getString("payload_sha256")));
        return new Kept(row.getLong("seq"), entry, row.getString("hash"));
    }
}
