package dev.hoop.controlplane.internal.store;

import java.io.IOException;
import java.util.Map;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/** Brings a database's tables up to date, forward from any released version. */
final class Migrations {

    private static final String FOLDER = "classpath:dev/hoop/controlplane/migrations";

    private Migrations() {}

    /** @throws IOException when the database cannot be brought up to date, and calls it by this name */
    static void run(Database.Kind kind, DataSource source, String name) throws IOException {
        try {
            of(kind, source).load().migrate();
        } catch (FlywayException e) {
            // Its messages go over many lines; the first says it.
            String why = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw new IOException("the database " + name + " cannot be used: " + why, e);
        }
    }

    /** What the two databases spell differently is a placeholder, or a file in the one's own folder. */
    static FluentConfiguration of(Database.Kind kind, DataSource source) {
        boolean postgres = kind == Database.Kind.POSTGRESQL;
        return Flyway.configure()
                .dataSource(source)
                .locations(FOLDER, FOLDER + (postgres ? "-postgresql" : "-sqlite"))
                .placeholders(Map.of(
                        "bytes",
                        postgres ? "BYTEA" : "BLOB",
                        "sequence",
                        postgres
                                ? "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"
                                : "INTEGER PRIMARY KEY AUTOINCREMENT"))
                .cleanDisabled(true);
    }
}
