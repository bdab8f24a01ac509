package dev.hoop.controlplane.internal.admin;

import dev.hoop.controlplane.internal.people.PasswordSignIn;
import dev.hoop.controlplane.internal.people.Passwords;
import dev.hoop.controlplane.internal.review.Newcomers;
import dev.hoop.controlplane.internal.review.PlaneClock;
import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.Freezes.Freeze;
import java.util.function.BiConsumer;
import org.jdbi.v3.core.Handle;

/** Everything that is managed, for the API and the pages alike. */
public record Administration(
        SidecarAdministration sidecars,
        RuleAdministration rules,
        UserAdministration users,
        FreezeAdministration freezes,
        OwnCredentials own,
        LogReading log) {

    /**
     * All of it on one database.
     *
     * @param newcomers who may come whom the database does not have yet
     * @param freezes hears of every freeze and of its end, in the transaction that does it
     */
    public static Administration on(
            Database database,
            PlaneClock clock,
            Passwords passwords,
            PasswordSignIn check,
            Newcomers newcomers,
            BiConsumer<Handle, Freeze> freezes) {
        return new Administration(
                new SidecarAdministration(database, clock),
                new RuleAdministration(database, clock, newcomers),
                new UserAdministration(database, clock, passwords),
                new FreezeAdministration(database, clock, freezes),
                new OwnCredentials(database, clock, passwords, check),
                new LogReading(database));
    }
}
