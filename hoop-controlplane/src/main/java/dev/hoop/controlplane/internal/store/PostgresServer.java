package dev.hoop.controlplane.internal.store;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.hoop.controlplane.SecretText;
import dev.hoop.controlplane.StorageSettings;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import org.jdbi.v3.core.Handle;
import org.postgresql.PGProperty;
import org.postgresql.ds.PGSimpleDataSource;

/** A PostgreSQL that this plane shares with its replicas. */
final class PostgresServer {

    /** The plane's workers, those for short readings, its sweep, and some that are about to be given back. */
    private static final int CONNECTIONS = Database.Kind.POSTGRESQL.workers() + 6;

    /** A caller gives up after ten seconds, and has to be told before. */
    private static final long CONNECTION_WAIT_MILLIS = 2_500;

    /** Any number, the same in all replicas: the lock under which declared rows are written. */
    private static final long START_LOCK = 0x686f_6f70_0001L;

    /**
     * What a URL does not say otherwise. Without limits a server that vanished without a word would hold a worker for
     * ever.
     */
    private static final Map<PGProperty, String> DEFAULTS = Map.of(
            PGProperty.CONNECT_TIMEOUT, "5",
            PGProperty.SOCKET_TIMEOUT, "15",
            PGProperty.TCP_KEEP_ALIVE, "true",
            PGProperty.APPLICATION_NAME, "hoop-control-plane");

    /**
     * What is committed has to be on disk before it is answered; a server or role that was set up to be quicker than that
     * is overruled, one that waits for its standbys is left alone.
     */
    private static final String DURABLE = "CASE WHEN current_setting('synchronous_commit') = 'off'"
            + " THEN set_config('synchronous_commit', 'on', false) END";

    /**
     * A review that waited has left an entry in each index for every state that it was in, until the server cleans up. Reading
     * an index in its order marks those that nobody can see any more, and passes over them from then on; collecting rows in a
     * bitmap first does not, and would read what waited in the last minutes for every filing and every list.
     */
    private static final String IN_ORDER = "set_config('enable_bitmapscan', 'off', false)";

    private PostgresServer() {}

    /**
     * Connects and brings the tables up to date.
     *
     * @throws IOException when that cannot be done; the message has no secret in it
     */
    static Database.Sources open(StorageSettings settings) throws IOException {
        PGSimpleDataSource source = reachable(settings);
        Migrations.run(Database.Kind.POSTGRESQL, source, PostgresUrl.name(settings.url()));
        HikariConfig config = new HikariConfig();
        config.setPoolName("hoop-plane");
        config.setDataSource(source);
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(2);
        config.setConnectionTimeout(CONNECTION_WAIT_MILLIS);
        config.setValidationTimeout(2_000);
        config.setConnectionInitSql("SELECT " + IN_ORDER + ", " + DURABLE);
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        HikariDataSource pool = new HikariDataSource(config);
        return new Database.Sources(Database.Kind.POSTGRESQL, pool, pool, pool::close);
    }

    /** @throws IOException when it cannot be reached */
    static Database.Sources openToRead(StorageSettings settings) throws IOException {
        PGSimpleDataSource source = reachable(settings);
        source.setReadOnly(true);
        return new Database.Sources(Database.Kind.POSTGRESQL, source, source, () -> {});
    }

    /** Waits for the lock that ends with the transaction. */
    static void lockForStart(Handle handle) {
        handle.createQuery("SELECT 1 FROM (SELECT pg_advisory_xact_lock(:key)) AS locked")
                .bind("key", START_LOCK)
                .mapTo(Integer.class)
                .one();
    }

    private static PGSimpleDataSource reachable(StorageSettings settings) throws IOException {
        PGSimpleDataSource source = source(settings);
        try (Connection connection = source.getConnection()) {
            connection.isValid(5);
            return source;
        } catch (SQLException e) {
            String why = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw new IOException("the database " + PostgresUrl.name(settings.url()) + " cannot be used: " + why, e);
        }
    }

    /** Makes connections of their own, which no pool has. */
    static PGSimpleDataSource source(StorageSettings settings) {
        Properties said = PostgresUrl.parse(settings.url());
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(settings.url());
        settings.password().map(SecretText::value).ifPresent(source::setPassword);
        DEFAULTS.forEach((property, value) -> {
            if (!said.containsKey(property.getName())) {
                source.setProperty(property, value);
            }
        });
        return source;
    }
}
