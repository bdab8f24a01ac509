package dev.hoop.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.controlplane.internal.store.Database;
import dev.hoop.controlplane.internal.store.ReviewSearch;
import dev.hoop.controlplane.internal.store.ReviewTable;
import dev.hoop.review.ReviewStatus;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlLogger;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.StatementContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What waits is read in its order from its own index: a page of it costs its rows, whatever else waits, and nothing is sorted. As
 * SQLite says that it would; PostgreSQL says so only of tables that it has counted.
 */
class WaitingPlanTest {

    private static final Instant NOW = Instant.parse("2026-09-29T14:02:11Z");

    @TempDir
    private Path directory;

    @Test
    void aPageIsReadInOrder() throws Exception {
        for (Optional<String> sidecar : List.of(Optional.<String>empty(), Optional.of("payments"))) {
            for (Optional<Long> before : List.of(Optional.<Long>empty(), Optional.of(7L))) {
                ReviewTable.Filter filter = new ReviewTable.Filter(
                        sidecar, Optional.of(ReviewStatus.PENDING), Optional.empty(), before, 51);
                assertThat(plan(handle -> ReviewTable.list(handle, filter, NOW)))
                        .hasSize(1)
                        .allMatch(step -> step.contains("USING INDEX waiting_reviews"));
            }
        }
        ReviewSearch.Wanted wanted = new ReviewSearch.Wanted(
                Optional.of(ReviewStatus.PENDING),
                Optional.of("payments"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        assertThat(plan(handle -> ReviewSearch.page(handle, wanted, Optional.of(7L), 50, NOW)))
                .hasSize(1)
                .allMatch(step -> step.contains("USING INDEX waiting_reviews"));
    }

    @Test
    void theCountReadsNoReview() throws Exception {
        assertThat(plan(handle -> ReviewSearch.waiting(handle, NOW)))
                .hasSize(1)
                .allMatch(step -> step.contains("USING COVERING INDEX waiting_reviews"));
    }

    /** The steps of SQLite's plan for the one statement of a reading. */
    private List<String> plan(Consumer<Handle> reading) throws Exception {
        List<String> statements = new ArrayList<>();
        try (Database database = Database.open(StorageSettings.sqlite(directory.resolve("hoop.db")))) {
            return database.read(handle -> {
                handle.getConfig(SqlStatements.class).setSqlLogger(new SqlLogger() {
                    @Override
                    public void logBeforeExecution(StatementContext context) {
                        statements.add(context.getParsedSql().getSql());
                    }
                });
                reading.accept(handle);
                handle.getConfig(SqlStatements.class).setSqlLogger(SqlLogger.NOP_SQL_LOGGER);
                assertThat(statements).hasSize(1);
                List<String> steps = new ArrayList<>();
                try (java.sql.Statement explain = handle.getConnection().createStatement();
                        java.sql.ResultSet rows = explain.executeQuery(
                                "EXPLAIN QUERY PLAN " + statements.get(0).replace("?", "1"))) {
                    while (rows.next()) {
                        steps.add(rows.getString("detail"));
                    }
                }
                return steps;
            });
        }
    }
}
