package dev.hoop.controlplane.internal.store;

import dev.hoop.controlplane.Capability;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jdbi.v3.core.Handle;

/** The users as those who manage them see them. */
public final class Users {

    /**
     * A user.
     *
     * @param declared whether the configuration file owns them
     * @param fromProvider whether name and groups are what an identity provider told
     * @param disabledAt since when they may not come in
     */
    public record Account(
            String email,
            String name,
            Set<String> groups,
            Set<Capability> capabilities,
            boolean declared,
            boolean fromProvider,
            boolean hasPassword,
            Optional<Instant> disabledAt,
            Instant createdAt) {}

    private static final String COLUMNS =
            "email, name, declared, from_provider, password_hash IS NOT NULL AS has_password, disabled_at, created_at";

    private Users() {}

    /** Every user, by address. */
    public static List<Account> list(Handle handle) {
        return handle.createQuery("SELECT " + COLUMNS + " FROM users ORDER BY email")
                .map((row, context) -> account(handle, row))
                .list();
    }

    /** A user by their address, disabled or not. */
    public static Optional<Account> find(Handle handle, String email) {
        return handle.createQuery("SELECT " + COLUMNS + " FROM users WHERE email = :email")
                .bind("email", email)
                .map((row, context) -> account(handle, row))
                .findOne();
    }

    private static Account account(Handle handle, ResultSet row) throws SQLException {
        String email = row.getString("email");
        return new Account(
                email,
                row.getString("name"),
                groups(handle, email),
                capabilities(handle, email),
                row.getInt("declared") != 0,
                row.getInt("from_provider") != 0,
                row.getBoolean("has_password"),
                ReviewRows.time(row, "disabled_at"),
                Instant.ofEpochMilli(row.getLong("created_at")));
    }

    /** Creates a user; false when there is one with that address. */
    public static boolean insert(Handle handle, String email, String name, boolean fromProvider, Instant now) {
        return handle.createUpdate("INSERT INTO users (email, name, declared, from_provider, created_at)"
                                + " VALUES (:email, :name, 0, :provider, :now) ON CONFLICT (email) DO NOTHING")
                        .bind("email", email)
                        .bind("name", name)
                        .bind("provider", fromProvider ? 1 : 0)
                        .bind("now", now.toEpochMilli())
                        .execute()
                == 1;
    }

    /** Gives a user another name. */
    public static void rename(Handle handle, String email, String name) {
        handle.createUpdate("UPDATE users SET name = :name WHERE email = :email")
                .bind("email", email)
                .bind("name", name)
                .execute();
    }

    /** The groups that a user is in from now on. */
    public static void putGroups(Handle handle, String email, Collection<String> groups) {
        handle.createUpdate("DELETE FROM user_groups WHERE email = :email")
                .bind("email", email)
                .execute();
        for (String group : new TreeSet<>(groups)) {
            handle.createUpdate("INSERT INTO user_groups (email, group_name) VALUES (:email, :group)")
                    .bind("email", email)
                    .bind("group", group)
                    .execute();
        }
    }

    /** What a user may do from now on. */
    public static void putCapabilities(Handle handle, String email, Collection<Capability> capabilities) {
        handle.createUpdate("DELETE FROM user_capabilities WHERE email = :email")
                .bind("email", email)
                .execute();
        for (Capability capability : Set.copyOf(capabilities)) {
            handle.createUpdate("INSERT INTO user_capabilities (email, capability) VALUES (:email, :capability)")
                    .bind("email", email)
                    .bind("capability", capability.word())
                    .execute();
        }
    }

    static Set<String> groups(Handle handle, String email) {
        return new TreeSet<>(handle.createQuery("SELECT group_name FROM user_groups WHERE email = :email")
                .bind("email", email)
                .mapTo(String.class)
                .list());
    }

    static Set<Capability> capabilities(Handle handle, String email) {
        Set<Capability> capabilities = EnumSet.noneOf(Capability.class);
        handle.createQuery("SELECT capability FROM user_capabilities WHERE email = :email")
                .bind("email", email)
                .mapTo(String.class)
                .forEach(word -> Capability.parse(word).ifPresent(capabilities::add));
        return capabilities;
    }

    /** Lets a user in no more, or again; their sessions end with it. */
    public static void putDisabled(Handle handle, String email, Optional<Instant> since) {
        handle.createUpdate("UPDATE users SET disabled_at = :since WHERE email = :email")
                .bind("email", email)
                .bind("since", since.map(Instant::toEpochMilli))
                .execute();
        Sessions.endAll(handle, email);
    }

    /** Removes a user with tokens and sessions; what they decided stays. */
    public static void delete(Handle handle, String email) {
        handle.createUpdate("DELETE FROM users WHERE email = :email")
                .bind("email", email)
                .execute();
    }

    /** The hash of a user's password, where they have one and are not disabled. */
    public static Optional<String> passwordHash(Handle handle, String email) {
        return handle.createQuery("SELECT password_hash FROM users WHERE email = :email AND disabled_at IS NULL"
                        + " AND password_hash IS NOT NULL")
                .bind("email", email)
                .mapTo(String.class)
                .findOne();
    }

    /** Gives a user another password, or none. */
    public static void putPasswordHash(Handle handle, String email, Optional<String> hash) {
        handle.createUpdate("UPDATE users SET password_hash = :hash WHERE email = :email")
                .bind("email", email)
                .bind("hash", hash)
                .execute();
    }
}
