package dev.hoop.controlplane.internal.store;

import dev.hoop.controlplane.StorageSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * What replicas on one PostgreSQL tell each other, by LISTEN and NOTIFY. A text that is told in a transaction is heard by
 * everyone when that is committed, and by nobody when it is not. Whoever was not listening then never hears it.
 *
 * <p>Not for connections through a pool of the PgBouncer kind in transaction mode, where listening means nothing.
 */
public final class ReplicaChannel implements AutoCloseable {

    private static final String NAME = "hoop_reviews";
    private static final int VALID_SECONDS = 5;

    private static final Prepared TELL = Prepared.of("SELECT set_config('synchronous_commit', 'off', true),"
            + " (SELECT COUNT(*) FROM (SELECT pg_notify(:channel, text)"
            + " FROM unnest(string_to_array(:texts, chr(10))) AS text OFFSET 0) AS told)");

    private final Connection connection;

    private ReplicaChannel(Connection connection) {
        this.connection = connection;
    }

    /**
     * Tells everyone who listens, the teller too, each text by itself and in their order. None has a line feed in it. Commits
     * without a wait for the disk, behind which every other teller would wait: what is told is not kept anyway.
     */
    public static void tell(Handle handle, List<String> texts) {
        TELL.rows(handle, row -> true, "channel", NAME, "texts", String.join("\n", texts));
    }

    /**
     * Listens, by a connection of its own. Hears what is told from here on.
     *
     * @throws SQLException when the server is not there
     */
    public static ReplicaChannel listen(StorageSettings settings) throws SQLException {
        Connection connection = PostgresServer.source(settings).getConnection();
        try (Statement statement = connection.createStatement()) {
            statement.execute("LISTEN " + NAME);
            return new ReplicaChannel(connection);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /**
     * Waits for something to be told.
     *
     * @return what was told; nothing when nothing was for that long and the server is there still
     * @throws SQLException when the connection is lost
     */
    public List<String> hear(Duration patience) throws SQLException {
        PGNotification[] told = connection.unwrap(PGConnection.class).getNotifications((int) patience.toMillis());
        if (told == null || told.length == 0) {
            if (!connection.isValid(VALID_SECONDS)) {
                throw new SQLException("the server does not answer on the connection that listens", "08006");
            }
            return List.of();
        }
        return Arrays.stream(told).map(PGNotification::getParameter).toList();
    }

    /** Ends the connection at once, also under a thread that waits for something to hear. */
    @Override
    public void close() {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            // It is of no more use in any case.
        }
    }
}
