package dev.hoop.controlplane.internal.store;

import dev.hoop.controlplane.internal.store.ReviewPeople.Asker;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jdbi.v3.core.Handle;

/** What is frozen, and what was. */
public final class Freezes {

    /** What can be frozen. */
    public sealed interface Target {

        /** Everything that one sidecar asks. */
        record Sidecar(String name) implements Target {}

        /** Everything that one listener of a sidecar asks. */
        record Listener(String sidecar, String name) implements Target {}

        /** Everything that somebody asks, known by subject or e-mail address, in whatever case, on any sidecar. */
        record Requester(String name) implements Target {}

        /** The kind's word on the wire. */
        default String kind() {
            return getClass().getSimpleName().toLowerCase(Locale.ROOT);
        }

        /** What is frozen, in words. */
        default String described() {
            if (this instanceof Listener listener) {
                return "the listener " + listener.name() + " of the sidecar " + listener.sidecar();
            }
            return this instanceof Sidecar sidecar
                    ? "the sidecar " + sidecar.name()
                    : "the requester " + ((Requester) this).name();
        }
    }

    /** How a freeze ended. */
    public record End(Instant at, String by, Optional<String> reason) {}

    /** A freeze. */
    public record Freeze(
            String id, Target target, String reason, Instant startedAt, String startedBy, Optional<End> end) {}

    private static final String STOPPING = "SELECT * FROM freezes WHERE ended_at IS NULL AND ";

    /** So many things are asked for by one and the same statement: a sidecar, a listener, and somebody by two names. */
    static final int FEW = 4;

    /** Whether a freeze is of one of {@link #few}. */
    static final String AMONG_FEW = "target IN (:t0, :t1, :t2, :t3)";

    private static final Prepared STOPPING_FEW = Prepared.of(STOPPING + AMONG_FEW + " ORDER BY started_at");

    private Freezes() {}

    /** Starts a freeze; false when that is frozen already. */
    public static boolean start(Handle handle, Freeze freeze) {
        Target target = freeze.target();
        Optional<String> sidecar = target instanceof Target.Sidecar whole
                ? Optional.of(whole.name())
                : target instanceof Target.Listener one ? Optional.of(one.sidecar()) : Optional.empty();
        return handle.createUpdate("""
                                INSERT INTO freezes (id, kind, target, sidecar, listener_name, requester, reason,
                                  started_at, started_by)
                                VALUES (:id, :kind, :target, :sidecar, :listener, :requester, :reason, :at, :by)
                                ON CONFLICT (target) WHERE ended_at IS NULL DO NOTHING""")
                        .bind("id", freeze.id())
                        .bind("kind", target.kind())
                        .bind("target", key(target))
                        .bind("sidecar", sidecar)
                        .bind(
                                "listener",
                                target instanceof Target.Listener one ? Optional.of(one.name()) : Optional.empty())
                        .bind(
                                "requester",
                                target instanceof Target.Requester one ? Optional.of(one.name()) : Optional.empty())
                        .bind("reason", freeze.reason())
                        .bind("at", freeze.startedAt().toEpochMilli())
                        .bind("by", freeze.startedBy())
                        .execute()
                == 1;
    }

    /** Ends a freeze; false when it has ended already. */
    public static boolean end(Handle handle, String id, End end) {
        return handle.createUpdate("UPDATE freezes SET ended_at = :at, ended_by = :by, end_reason = :reason"
                                + " WHERE id = :id AND ended_at IS NULL")
                        .bind("id", id)
                        .bind("at", end.at().toEpochMilli())
                        .bind("by", end.by())
                        .bind("reason", end.reason())
                        .execute()
                == 1;
    }

    /** A freeze by its id. */
    public static Optional<Freeze> find(Handle handle, String id) {
        return handle.createQuery("SELECT * FROM freezes WHERE id = :id")
                .bind("id", id)
                .map((row, context) -> freeze(row))
                .findOne();
    }

    /** Freezes, the newest first: those that last, or also those that ended. */
    public static List<Freeze> list(Handle handle, boolean ended, int limit) {
        return handle.createQuery("SELECT * FROM freezes" + (ended ? "" : " WHERE ended_at IS NULL")
                        + " ORDER BY started_at DESC, id LIMIT :limit")
                .bind("limit", limit)
                .map((row, context) -> freeze(row))
                .list();
    }

    /** What people ask on a listener. */
    public record Asked(String sidecar, String listener, Collection<Asker> askers) {

        /** The keys of whatever would stop it, were it frozen. */
        Set<String> targets() {
            Set<String> targets = new TreeSet<>();
            targets.add(key(new Target.Sidecar(sidecar)));
            targets.add(key(new Target.Listener(sidecar, listener)));
            for (Asker asker : askers) {
                for (String name : List.of(asker.subject(), asker.email())) {
                    if (!name.isEmpty()) {
                        targets.add(key(new Target.Requester(name)));
                    }
                }
            }
            return targets;
        }
    }

    /** The freeze that stops what these people ask on a listener, if there is one. */
    public static Optional<Freeze> stopping(Handle handle, String sidecar, String listener, Collection<Asker> askers) {
        Set<String> targets = new Asked(sidecar, listener, askers).targets();
        if (targets.size() > FEW) {
            return lasting(handle, targets).stream().findFirst();
        }
        return STOPPING_FEW.first(handle, Freezes::freeze, few(targets).toArray());
    }

    /** The names and values of a statement's parameters for these targets, the last one again and again. */
    static List<Object> few(Set<String> targets) {
        List<Object> values = new ArrayList<>();
        Iterator<String> each = targets.iterator();
        String target = "";
        for (int i = 0; i < FEW; i++) {
            target = each.hasNext() ? each.next() : target;
            values.add("t" + i);
            values.add(target);
        }
        return values;
    }

    /** The freezes that stop any of these, each with the first one that stops it; by one reading. */
    public static <T> Map<T, Freeze> stopping(Handle handle, Map<T, Asked> asked) {
        Map<String, Set<T>> stopped = new HashMap<>();
        asked.forEach((what, who) -> who.targets()
                .forEach(target -> stopped.computeIfAbsent(target, absent -> new HashSet<>())
                        .add(what)));
        Map<T, Freeze> first = new HashMap<>();
        if (!stopped.isEmpty()) {
            for (Freeze freeze : lasting(handle, stopped.keySet())) {
                stopped.getOrDefault(key(freeze.target()), Set.of()).forEach(what -> first.putIfAbsent(what, freeze));
            }
        }
        return first;
    }

    /** Those that last, the first one first. */
    private static List<Freeze> lasting(Handle handle, Set<String> targets) {
        return handle.createQuery(STOPPING + "target IN (<targets>) ORDER BY started_at")
                .bindList("targets", List.copyOf(targets))
                .map((row, context) -> freeze(row))
                .list();
    }

    /** How many last. */
    public static int count(Handle handle) {
        return handle.createQuery("SELECT COUNT(*) FROM freezes WHERE ended_at IS NULL")
                .mapTo(Integer.class)
                .one();
    }

    /** The same text for the same thing; a line feed is in no name. */
    static String key(Target target) {
        String name = target instanceof Target.Listener one
                ? one.sidecar() + "\n" + one.name()
                : target instanceof Target.Sidecar whole
                        ? whole.name()
                        : ((Target.Requester) target).name().toLowerCase(Locale.ROOT);
        return target.kind() + "\n" + name;
    }

    private static Freeze freeze(ResultSet row) throws SQLException {
        Target target = switch (row.getString("kind")) {
            case "sidecar" -> new Target.Sidecar(row.getString("sidecar"));
            case "listener" -> new Target.Listener(row.getString("sidecar"), row.getString("listener_name"));
            default -> new Target.Requester(row.getString("requester"));
        };
        Optional<Instant> endedAt = ReviewRows.time(row, "ended_at");
        String endedBy = row.getString("ended_by");
        Optional<String> endReason = Optional.ofNullable(row.getString("end_reason"));
        return new Freeze(
                row.getString("id"),
                target,
                row.getString("reason"),
                Instant.ofEpochMilli(row.getLong("started_at")),
                row.getString("started_by"),
                endedAt.map(at -> new End(at, endedBy, endReason)));
    }
}
