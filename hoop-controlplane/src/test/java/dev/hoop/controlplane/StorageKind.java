package dev.hoop.controlplane;

import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.testkit.pg.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The two databases that a plane may keep everything in. What is tested on one is tested on the other. */
public enum StorageKind {
    SQLITE {
        @Override
        public StorageSettings at(Path directory) {
            return StorageSettings.sqlite(directory.resolve("data/hoop.db"));
        }
    },
    POSTGRESQL {
        @Override
        public StorageSettings at(Path directory) {
            return Postgres.databaseOf(directory);
        }
    };

    /** The storage of a test that has this directory: the same one for the same directory. */
    public abstract StorageSettings at(Path directory);

    /** One server for all tests of the process, with a database for each directory. */
    static final class Postgres {

        private static final PostgresServer SERVER = started();
        private static final String MIGRATED = "migrated";
        private static final Map<Path, String> DATABASES = new ConcurrentHashMap<>();
        private static final AtomicInteger NUMBERS = new AtomicInteger();

        private Postgres() {}

        private static PostgresServer started() {
            PostgresServer server = PostgresServer.start();
            // JUnit has no end of the process that a field of an enumeration could wait for.
            Runtime.getRuntime().addShutdownHook(new Thread(server::close, "stop-postgres"));
            return server;
        }

        static PostgresServer server() {
            return SERVER;
        }

        static StorageSettings databaseOf(Path directory) {
            return settings(DATABASES.computeIfAbsent(directory, absent -> create()));
        }

        static StorageSettings settings(String database) {
            return StorageSettings.of(
                    "jdbc:postgresql://" + SERVER.hostAndPort() + "/" + database + "?user=" + PostgresServer.SUPERUSER);
        }

        /** A new one without any table. */
        static StorageSettings empty() {
            return settings(SERVER.createDatabase());
        }

        /** A copy of one that a first plane brought up to date, which is quicker than doing so in each. */
        private static synchronized String create() {
            if (NUMBERS.getAndIncrement() == 0) {
                SERVER.execute(PostgresServer.SUPERUSER, "create database " + MIGRATED);
                try (Database first = Database.open(settings(MIGRATED))) {
                    first.answers();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            String name = "plane_" + NUMBERS.get();
            SERVER.execute(PostgresServer.SUPERUSER, "create database " + name + " template " + MIGRATED);
            return name;
        }
    }
}
