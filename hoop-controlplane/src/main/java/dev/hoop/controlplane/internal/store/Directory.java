package dev.hoop.controlplane.internal.store;

import dev.hoop.controlplane.ApprovalRule;
import dev.hoop.controlplane.Capability;
import dev.hoop.controlplane.PlaneUser;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jdbi.v3.core.Handle;

/** Rules and users: who may decide. Writing what is there already replaces it. */
public final class Directory {

    /** A person as they are known to the pages and the API. */
    public record Person(String email, String name, Set<String> groups, Set<Capability> capabilities) {

        /** Whether they may do what that capability stands for. */
        public boolean may(Capability capability) {
            return capabilities.contains(capability);
        }
    }

    private static final Prepared RULE = Prepared.of("""
            SELECT r.*, g.group_name, g.forces FROM approval_rules AS r
            JOIN approval_rule_groups AS g ON g.rule = r.name WHERE r.name = :name ORDER BY g.group_name""");

    private static final Prepared STAFFED = Prepared.of("""
            SELECT r.min_approvals, r.all_groups, r.allow_self, r.pending_ttl_sec, r.approval_ttl_sec, g.group_name,
              g.forces, CAST(NULL AS TEXT) AS email, CAST(NULL AS TEXT) AS name
            FROM approval_rules AS r JOIN approval_rule_groups AS g ON g.rule = r.name WHERE r.name = :name
            UNION ALL
            SELECT 0, 0, 0, CAST(NULL AS BIGINT), CAST(NULL AS BIGINT), g.group_name, 0, u.email, u.name
            FROM users u
            JOIN user_capabilities c ON c.email = u.email AND c.capability = 'review'
            JOIN user_groups g ON g.email = u.email
            WHERE u.disabled_at IS NULL
              AND g.group_name IN (SELECT group_name FROM approval_rule_groups WHERE rule = :name)
            ORDER BY group_name, email""");

    private static final Prepared USER = Prepared.of("""
            SELECT u.email, u.name, g.group_name, c.capability FROM users u
            LEFT JOIN user_groups g ON g.email = u.email
            LEFT JOIN user_capabilities c ON c.email = u.email
            WHERE u.email = :email AND u.disabled_at IS NULL""");

    private Directory() {}

    /** Writes a rule. */
    public static void putRule(Handle handle, ApprovalRule rule, boolean declared, Instant now) {
        // First of all the row, on which another one who writes the same rule waits.
        handle.createUpdate("""
                        INSERT INTO approval_rules (name, min_approvals, all_groups, allow_self, pending_ttl_sec,
                          approval_ttl_sec, declared, created_at)
                        VALUES (:name, :min, :all, :self, :pending, :approval, :declared, :now)
                        ON CONFLICT (name) DO UPDATE SET min_approvals = excluded.min_approvals,
                          all_groups = excluded.all_groups, allow_self = excluded.allow_self,
                          pending_ttl_sec = excluded.pending_ttl_sec, approval_ttl_sec = excluded.approval_ttl_sec,
                          declared = excluded.declared, created_at = excluded.created_at""")
                .bind("name", rule.name())
                .bind("min", rule.minApprovals())
                .bind("all", rule.allGroupsMustApprove() ? 1 : 0)
                .bind("self", rule.allowSelfApproval() ? 1 : 0)
                .bind("pending", rule.pendingTtl().map(Duration::toSeconds))
                .bind("approval", rule.approvalTtl().map(Duration::toSeconds))
                .bind("declared", declared ? 1 : 0)
                .bind("now", now.toEpochMilli())
                .execute();
        handle.createUpdate("DELETE FROM approval_rule_groups WHERE rule = :name")
                .bind("name", rule.name())
                .execute();
        putRuleGroups(handle, rule.name(), rule.reviewersGroups(), 0);
        putRuleGroups(handle, rule.name(), rule.forceApprovalGroups(), 1);
    }

    private static void putRuleGroups(Handle handle, String rule, List<String> groups, int forces) {
        for (String group : new TreeSet<>(groups)) {
            handle.createUpdate("INSERT INTO approval_rule_groups (rule, group_name, forces)"
                            + " VALUES (:rule, :group, :forces)")
                    .bind("rule", rule)
                    .bind("group", group)
                    .bind("forces", forces)
                    .execute();
        }
    }

    /** A rule with one of its groups. */
    private record RuleRow(
            int min,
            boolean all,
            boolean self,
            Optional<Duration> pendingTtl,
            Optional<Duration> approvalTtl,
            String group,
            boolean forces) {}

    /** A rule by its name. One statement, or a rule that is replaced meanwhile were read half old and half new. */
    public static Optional<ApprovalRule> rule(Handle handle, String name) {
        return rule(name, RULE.rows(handle, Directory::ruleRow, "name", name));
    }

    /** A rule, and everyone who may review for any of its groups, each with those of the groups that they are in. */
    public record Staffed(ApprovalRule rule, List<Person> reviewers) {}

    /** As {@link #rule}, with its people, by one statement. */
    public static Optional<Staffed> staffedRule(Handle handle, String name) {
        Map<String, Person> people = new LinkedHashMap<>();
        List<RuleRow> rows = STAFFED
                .rows(
                        handle,
                        row -> {
                            String email = row.getString("email");
                            if (email == null) {
                                return Optional.of(ruleRow(row));
                            }
                            people.computeIfAbsent(email, absent -> reviewer(email, row))
                                    .groups()
                                    .add(row.getString("group_name"));
                            return Optional.<RuleRow>empty();
                        },
                        "name",
                        name)
                .stream()
                .flatMap(Optional::stream)
                .toList();
        return rule(name, rows).map(rule -> new Staffed(rule, List.copyOf(people.values())));
    }

    private static RuleRow ruleRow(ResultSet row) throws SQLException {
        return new RuleRow(
                row.getInt("min_approvals"),
                row.getInt("all_groups") != 0,
                row.getInt("allow_self") != 0,
                Optional.ofNullable(row.getString("pending_ttl_sec")).map(Directory::seconds),
                Optional.ofNullable(row.getString("approval_ttl_sec")).map(Directory::seconds),
                row.getString("group_name"),
                row.getInt("forces") != 0);
    }

    private static Optional<ApprovalRule> rule(String name, List<RuleRow> rows) {
        return rows.stream()
                .findFirst()
                .map(any -> new ApprovalRule(
                        name,
                        groups(rows, false),
                        any.min(),
                        any.all(),
                        groups(rows, true),
                        any.pendingTtl(),
                        any.approvalTtl(),
                        any.self()));
    }

    private static List<String> groups(List<RuleRow> rows, boolean forces) {
        return rows.stream()
                .filter(row -> row.forces() == forces)
                .map(RuleRow::group)
                .toList();
    }

    private static Duration seconds(String text) {
        return Duration.ofSeconds(Long.parseLong(text));
    }

    /**
     * Removes the declared rules that are not declared any more. Reviews keep the terms they were filed with.
     *
     * @return the names of those that were removed
     */
    public static List<String> keepDeclaredRules(Handle handle, Set<String> names) {
        List<String> gone = gone(handle, "SELECT name FROM approval_rules WHERE declared = 1 ORDER BY name", names);
        gone.forEach(name -> Rules.delete(handle, name));
        return gone;
    }

    /** Writes a user with the one token they then have, if any; sessions of a changed token end. */
    public static void putUser(Handle handle, PlaneUser user, boolean declared, Instant now) {
        handle.createUpdate("INSERT INTO users (email, name, declared, created_at)"
                        + " VALUES (:email, :name, :declared, :now)"
                        + " ON CONFLICT (email) DO UPDATE SET name = excluded.name, declared = excluded.declared,"
                        + " disabled_at = NULL, from_provider = 0")
                .bind("email", user.email())
                .bind("name", user.name())
                .bind("declared", declared ? 1 : 0)
                .bind("now", now.toEpochMilli())
                .execute();
        Users.putGroups(handle, user.email(), user.groups());
        Users.putCapabilities(handle, user.email(), user.capabilities());
        PersonalTokens.replaceGiven(handle, user.email(), user.token(), now);
    }

    /** A user by their address, unless they are disabled. */
    public static Optional<Person> user(Handle handle, String email) {
        Set<String> groups = new TreeSet<>();
        Set<Capability> capabilities = EnumSet.noneOf(Capability.class);
        return USER.first(
                handle,
                row -> {
                    right(row, groups, capabilities);
                    return new Person(row.getString("email"), row.getString("name"), groups, capabilities);
                },
                "email",
                email);
    }

    /** Adds what one row has of somebody's groups and capabilities. */
    static void right(ResultSet row, Set<String> groups, Set<Capability> capabilities) throws SQLException {
        Optional.ofNullable(row.getString("group_name")).ifPresent(groups::add);
        Optional.ofNullable(row.getString("capability"))
                .flatMap(Capability::parse)
                .ifPresent(capabilities::add);
    }

    /**
     * Removes the declared users that are not declared any more, with their tokens and sessions.
     *
     * @return the addresses of those that were removed
     */
    public static List<String> keepDeclaredUsers(Handle handle, Set<String> emails) {
        List<String> gone = gone(handle, "SELECT email FROM users WHERE declared = 1 ORDER BY email", emails);
        gone.forEach(email -> Users.delete(handle, email));
        return gone;
    }

    /** Everyone who may review for any of these groups, each with those of the groups that they are in. */
    public static List<Person> reviewers(Handle handle, Set<String> groups) {
        if (groups.isEmpty()) {
            return List.of();
        }
        Map<String, Person> found = new LinkedHashMap<>();
        handle.createQuery("""
                        SELECT u.email, u.name, g.group_name FROM users u
                        JOIN user_capabilities c ON c.email = u.email AND c.capability = 'review'
                        JOIN user_groups g ON g.email = u.email
                        WHERE u.disabled_at IS NULL AND g.group_name IN (<groups>)
                        ORDER BY u.email, g.group_name""")
                .bindList("groups", List.copyOf(groups))
                .map((row, context) -> found.computeIfAbsent(row.getString("email"), email -> reviewer(email, row))
                        .groups()
                        .add(row.getString("group_name")))
                .list();
        return List.copyOf(found.values());
    }

    private static Person reviewer(String email, ResultSet row) {
        try {
            return new Person(email, row.getString("name"), new TreeSet<>(), Set.of(Capability.REVIEW));
        } catch (SQLException e) {
            throw new IllegalStateException("the column was selected", e);
        }
    }

    /** The addresses of everyone who is in any of these groups and not disabled. */
    public static Set<String> addresses(Handle handle, Set<String> groups) {
        Set<String> addresses = new TreeSet<>();
        for (String group : groups) {
            addresses.addAll(handle.createQuery("SELECT u.email FROM users u JOIN user_groups g ON g.email = u.email"
                            + " WHERE g.group_name = :group AND u.disabled_at IS NULL")
                    .bind("group", group)
                    .mapTo(String.class)
                    .list());
        }
        return addresses;
    }

    private static List<String> gone(Handle handle, String declared, Set<String> kept) {
        return handle.createQuery(declared).mapTo(String.class).list().stream()
                .filter(name -> !kept.contains(name))
                .toList();
    }
}
