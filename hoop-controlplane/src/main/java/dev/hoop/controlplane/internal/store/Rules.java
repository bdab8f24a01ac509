package dev.hoop.controlplane.internal.store;

import dev.hoop.controlplane.ApprovalRule;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** The approval rules as those who manage them see them. */
public final class Rules {

    /**
     * A rule.
     *
     * @param declared whether the configuration file owns it
     */
    public record Kept(ApprovalRule rule, boolean declared) {}

    private Rules() {}

    /** Every rule, by name. */
    public static List<Kept> list(Handle handle) {
        return handle.createQuery("SELECT name FROM approval_rules ORDER BY name").mapTo(String.class).list().stream()
                .flatMap(name -> find(handle, name).stream())
                .toList();
    }

    /** A rule by its name. */
    public static Optional<Kept> find(Handle handle, String name) {
        return Directory.rule(handle, name).map(rule -> new Kept(rule, isDeclared(handle, name)));
    }

    private static boolean isDeclared(Handle handle, String name) {
        return handle.createQuery("SELECT declared FROM approval_rules WHERE name = :name")
                        .bind("name", name)
                        .mapTo(Integer.class)
                        .one()
                != 0;
    }

    /** Removes a rule; reviews keep the terms that they were filed with. */
    public static void delete(Handle handle, String name) {
        handle.createUpdate("DELETE FROM approval_rules WHERE name = :name")
                .bind("name", name)
                .execute();
    }
}
