package dev.hoop.proto.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hoop.review.ReviewId;
import dev.hoop.testbase.Background;
import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.pg.SharedPostgres;
import dev.hoop.testkit.sidecar.TestSidecar;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.postgresql.util.PSQLException;

/** PostgreSQL's JDBC driver, in all its ways of speaking. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PgJdbcTest {

    @RegisterExtension
    static final SharedPostgres POSTGRES = Legs.postgres();

    @TempDir
    private Path folder;

    private TestSidecar denying;
    private TestSidecar holding;

    @BeforeAll
    void start() {
        Legs.roles(POSTGRES.server());
        denying = PgSidecars.denying(POSTGRES.server().hostAndPort());
        holding = PgSidecars.reviewing(POSTGRES.server().hostAndPort(), "hold");
    }

    @AfterAll
    void stop() {
        denying.close();
        holding.close();
    }

    @BeforeEach
    void table() {
        POSTGRES.server().empty(POSTGRES.database());
        POSTGRES.server().execute(POSTGRES.database(), "create table t (n int primary key, w text)");
        POSTGRES.server().execute(POSTGRES.database(), "grant all on t to public");
    }

    private static Connection connect(TestSidecar sidecar, String user, String... parameters) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", "secret");
        properties.setProperty("sslmode", "disable");
        for (int i = 0; i < parameters.length; i += 2) {
            properties.setProperty(parameters[i], parameters[i + 1]);
        }
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:"
                        + sidecar.address(PgSidecars.LISTENER).getPort() + "/" + POSTGRES.database(),
                properties);
    }

    private static List<String> column(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getString(1));
            }
            return values;
        }
    }

    @ParameterizedTest
    @EnumSource(Legs.class)
    void passwordsOnEveryLeg(Legs legs) throws SQLException {
        try (TestSidecar sidecar = legs.sidecar(POSTGRES.server(), folder);
                Connection connection = connect(
                        sidecar,
                        "scram",
                        "sslmode",
                        legs.downstream ? "verify-full" : "disable",
                        "sslrootcert",
                        folder.resolve("root.pem").toString(),
                        "channelBinding",
                        "disable")) {
            assertThat(column(connection, "select current_user")).containsExactly("scram");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"simple", "extended", "extendedForPrepared", "extendedCacheEverything"})
    void everyQueryMode(String mode) throws SQLException {
        try (Connection connection = connect(denying, "trusted", "preferQueryMode", mode);
                PreparedStatement insert = connection.prepareStatement("insert into t values (?, ?)");
                PreparedStatement forbidden = connection.prepareStatement("select 'forbidden' || ?")) {
            for (int n = 0; n < 12; n++) {
                insert.setInt(1, n);
                insert.setString(2, n % 3 == 0 ? null : "w" + n);
                assertThat(insert.executeUpdate()).isOne();
                forbidden.setString(1, "x");
                assertThatThrownBy(forbidden::executeQuery)
                        .isInstanceOf(PSQLException.class)
                        .hasMessage("ERROR: forbidden here")
                        .extracting(e -> ((PSQLException) e).getSQLState())
                        .isEqualTo("42501");
            }
            assertThat(column(connection, "select w from t where n < 5 order by n"))
                    .containsExactly(null, "w1", "w2", null, "w4");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void preparedOnTheServer(int threshold) throws SQLException {
        try (Connection connection = connect(denying, "trusted", "prepareThreshold", String.valueOf(threshold));
                PreparedStatement sum = connection.prepareStatement("select ? + ?")) {
            for (int n = 0; n < 10; n++) {
                sum.setInt(1, n);
                sum.setInt(2, 1);
                try (ResultSet rows = sum.executeQuery()) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getInt(1)).isEqualTo(n + 1);
                }
            }
        }
    }

    @Test
    void aRefusedStatementOfATransactionFailsItUntilItsEndOrASavepoint() throws SQLException {
        try (Connection connection = connect(denying, "trusted");
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("insert into t values (1, 'a')");
            Savepoint savepoint = connection.setSavepoint("s");
            assertThatThrownBy(() -> statement.executeQuery("select 'forbidden'"))
                    .hasMessage("ERROR: forbidden here");
            assertThatThrownBy(() -> statement.executeQuery("select 1")).hasMessageContaining("aborted");
            connection.rollback(savepoint);
            statement.executeUpdate("insert into t values (2, 'b')");
            connection.commit();
            assertThatThrownBy(() -> statement.executeQuery("select 'forbidden'"))
                    .hasMessage("ERROR: forbidden here");
            connection.rollback();
            assertThat(column(connection, "select n from t order by n")).containsExactly("1", "2");
        }
    }

    @Test
    void batches() throws SQLException {
        try (Connection connection = connect(denying, "trusted");
                PreparedStatement insert = connection.prepareStatement("insert into t values (?, ?)")) {
            for (int n = 0; n < 500; n++) {
                insert.setInt(1, n);
                insert.setString(2, "w" + n);
                insert.addBatch();
            }
            assertThat(insert.executeBatch()).hasSize(500).containsOnly(1);
            assertThat(column(connection, "select count(*) from t")).containsExactly("500");
        }
    }

    @Test
    void aBatchWithARefusedStatementUndoesWhatTheServerWouldHaveUndone() throws SQLException {
        try (Connection connection = connect(denying, "trusted");
                Statement batch = connection.createStatement()) {
            batch.addBatch("insert into t values (1, 'a')");
            batch.addBatch("insert into t values (2, 'forbidden')");
            batch.addBatch("insert into t values (3, 'c')");
            BatchUpdateException failure = catchThrowableOfType(BatchUpdateException.class, batch::executeBatch);
            assertThat(failure.getMessage()).contains("forbidden here");
            assertThat(failure.getUpdateCounts()).hasSize(3).containsOnly(Statement.EXECUTE_FAILED);
            assertThat(column(connection, "select n from t")).isEmpty();
        }
    }

    @Test
    void cursorsOfFewRowsAtATime() throws SQLException {
        try (Connection connection = connect(denying, "trusted");
                PreparedStatement select =
                        connection.prepareStatement("select generate_series(1, 1000) as n where 'x' <> ?")) {
            connection.setAutoCommit(false);
            select.setFetchSize(7);
            select.setString(1, "y");
            try (ResultSet rows = select.executeQuery()) {
                int count = 0;
                while (rows.next()) {
                    count++;
                    assertThat(rows.getInt(1)).isEqualTo(count);
                }
                assertThat(count).isEqualTo(1000);
            }
            connection.commit();
        }
    }

    @Test
    void copiesBothWays() throws SQLException, IOException {
        String rows = String.join(
                "",
                IntStream.range(0, 20_000)
                        .mapToObj(n -> n + "\tdrop table t;\n")
                        .toList());
        try (Connection connection = connect(denying, "trusted")) {
            var copies = connection.unwrap(PGConnection.class).getCopyAPI();
            assertThat(copies.copyIn("copy t from stdin", new StringReader(rows)))
                    .isEqualTo(20_000);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            assertThat(copies.copyOut("copy (select * from t order by n) to stdout", out))
                    .isEqualTo(20_000);
            assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(rows);
            assertThatThrownBy(() -> copies.copyIn("copy t from stdin", new StringReader("bad\trow\n")))
                    .hasMessageContaining("invalid input syntax");
            assertThatThrownBy(() -> copies.copyIn("copy forbidden from stdin", new StringReader(rows)))
                    .hasMessage("ERROR: forbidden here");
            assertThat(column(connection, "select count(*) from t")).containsExactly("20000");
        }
    }

    @Test
    void cancelsByTimeoutAndByHand() throws SQLException {
        try (Connection connection = connect(denying, "trusted");
                Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            assertThatThrownBy(() -> statement.execute("select pg_sleep(60)"))
                    .hasMessage("ERROR: canceling statement due to user request");
            assertThat(column(connection, "select 1")).containsExactly("1");
        }
    }

    @Test
    void aHeldStatementRunsLateAndTellsWhy() throws SQLException {
        try (Connection connection = connect(holding, "trusted");
                PreparedStatement insert = connection.prepareStatement("insert into t values (?, 'guarded')")) {
            insert.setInt(1, 7);
            int before = holding.plane().reviews().all().size();
            CompletableFuture<Integer> updated = Background.call(() -> {
                try {
                    return insert.executeUpdate();
                } catch (SQLException e) {
                    throw new AssertionError(e);
                }
            });
            ReviewId review = holding.plane().awaitReview(before);
            assertThat(holding.plane().reviews().await(before).text())
                    .isEqualTo("insert into t values ($1, 'guarded')\n-- $1 int4 = '7'"
                            + PgSidecars.inDatabase(POSTGRES.database()));
            holding.plane().reviews().approve(review, "Ana");
            assertThat(Eventually.get(updated, Eventually.SOON, "the insert")).isOne();
            assertThat(insert.getWarnings().getMessage()).contains(review.value());
            assertThat(column(connection, "select n from t")).containsExactly("7");
        }
    }

    @Test
    void aHeldStatementIsCanceledByItsTimeout() throws SQLException {
        try (Connection connection = connect(holding, "trusted");
                Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            assertThatThrownBy(() -> statement.execute("insert into t values (1, 'guarded')"))
                    .hasMessage("ERROR: canceling statement due to user request");
            assertThat(column(connection, "select n from t")).isEmpty();
        }
    }

    @Test
    void notifications() throws SQLException {
        try (Connection connection = connect(denying, "trusted");
                Statement statement = connection.createStatement()) {
            statement.execute("listen c");
            POSTGRES.server().execute(POSTGRES.database(), "notify c, 'x'");
            PGNotification[] heard = connection.unwrap(PGConnection.class).getNotifications(20_000);
            assertThat(heard)
                    .singleElement()
                    .satisfies(one -> assertThat(one.getParameter()).isEqualTo("x"));
        }
    }
}
