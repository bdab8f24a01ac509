package dev.hoop.controlplane.internal.store;

import dev.hoop.controlplane.StorageSettings;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.sqlite.SQLiteDataSource;

/** Brings an empty database to what an earlier version made of it. */
public final class MigrationSteps {

    private MigrationSteps() {}

    public static void to(String version, StorageSettings settings) {
        Database.Kind kind = settings.isPostgres() ? Database.Kind.POSTGRESQL : Database.Kind.SQLITE;
        Migrations.of(kind, source(settings)).target(version).load().migrate();
    }

    private static DataSource source(StorageSettings settings) {
        if (settings.isPostgres()) {
            PGSimpleDataSource source = new PGSimpleDataSource();
            source.setUrl(settings.url());
            return source;
        }
        SQLiteDataSource source = new SQLiteDataSource();
        source.setUrl(settings.url());
        return source;
    }
}
