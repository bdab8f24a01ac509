package dev.hoop.controlplane.internal.store;

import dev.hoop.controlplane.StorageSettings;
import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.sqlite.SQLiteDataSource;

/** Brings an empty database to what an earlier version made of it. */
public final class MigrationSteps {

    private MigrationSteps() {}

    public static void to(String version, StorageSettings settings) {
        Migrations.of(kind(settings), source(settings)).target(version).load().migrate();
    }

    /** Every version that there is, the oldest first. */
    public static List<String> versions(StorageSettings settings) {
        return Arrays.stream(Migrations.of(kind(settings), source(settings))
                        .load()
                        .info()
                        .all())
                .map(migration -> migration.getVersion().getVersion())
                .toList();
    }

    private static Database.Kind kind(StorageSettings settings) {
        return settings.isPostgres() ? Database.Kind.POSTGRESQL : Database.Kind.SQLITE;
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
