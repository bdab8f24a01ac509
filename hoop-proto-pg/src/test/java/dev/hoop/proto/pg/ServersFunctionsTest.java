package dev.hoop.proto.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.core.sql.SqlClassifier;
import dev.hoop.core.sql.SqlDialect;
import dev.hoop.testkit.pg.SharedPostgres;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the scanner knows of functions, against a real server's own list of them. */
class ServersFunctionsTest {

    @RegisterExtension
    static final SharedPostgres POSTGRES = SharedPostgres.plain();

    /** Volatile for what they tell, which differs from one call to the next; none changes anything. */
    private static final Set<String> LOOK_ONLY = names("""
            array_sample array_shuffle clock_timestamp current_query currval gen_random_uuid lastval lo_close
            lo_get lo_lseek lo_lseek64 lo_tell lo_tell64 loread pg_available_wal_summaries pg_blocking_pids
            pg_collation_actual_version pg_control_checkpoint pg_control_init pg_control_recovery
            pg_control_system pg_current_logfile pg_current_wal_flush_lsn pg_current_wal_insert_lsn
            pg_current_wal_lsn pg_database_collation_actual_version pg_database_size pg_get_aios
            pg_get_backend_memory_contexts pg_get_loaded_modules pg_get_multixact_members pg_get_sequence_data
            pg_get_shmem_allocations pg_get_shmem_allocations_numa pg_get_wait_events
            pg_get_wal_replay_pause_state pg_get_wal_resource_managers pg_get_wal_summarizer_state
            pg_indexes_size pg_is_in_recovery pg_is_wal_replay_paused pg_isolation_test_session_is_blocked
            pg_jit_available pg_last_committed_xact pg_last_wal_receive_lsn pg_last_wal_replay_lsn
            pg_last_xact_replay_timestamp pg_lock_status pg_logical_slot_peek_binary_changes
            pg_logical_slot_peek_changes pg_notification_queue_usage pg_partition_ancestors pg_partition_tree
            pg_prepared_xact pg_relation_size pg_replication_origin_progress
            pg_replication_origin_session_is_setup pg_replication_origin_session_progress
            pg_safe_snapshot_blocking_pids pg_sequence_last_value pg_show_replication_origin_status pg_sleep
            pg_sleep_for pg_sleep_until pg_stat_clear_snapshot pg_stat_get_backend_io pg_stat_get_backend_wal
            pg_stat_get_io pg_stat_get_recovery_prefetch pg_stat_get_xact_blocks_fetched
            pg_stat_get_xact_blocks_hit pg_stat_get_xact_function_calls pg_stat_get_xact_function_self_time
            pg_stat_get_xact_function_total_time pg_stat_get_xact_numscans pg_stat_get_xact_tuples_deleted
            pg_stat_get_xact_tuples_fetched pg_stat_get_xact_tuples_hot_updated pg_stat_get_xact_tuples_inserted
            pg_stat_get_xact_tuples_newpage_updated pg_stat_get_xact_tuples_returned
            pg_stat_get_xact_tuples_updated pg_stat_have_stats pg_table_size pg_tablespace_size
            pg_total_relation_size pg_wal_summary_contents pg_xact_commit_timestamp
            pg_xact_commit_timestamp_origin pg_xact_status random random_normal timeofday txid_status uuidv4
            uuidv7
            """);

    /** They run a text, or read what a value names. */
    private static final Set<String> READ_WHAT_A_VALUE_NAMES = names("""
            database_to_xml database_to_xml_and_xmlschema database_to_xmlschema schema_to_xml schema_to_xml_and_xmlschema
            schema_to_xmlschema table_to_xml table_to_xml_and_xmlschema table_to_xmlschema ts_rewrite
            """);

    private static final SqlClassifier CLASSIFIER = SqlClassifier.of(SqlDialect.POSTGRES);

    private static Set<String> names(String text) {
        return new TreeSet<>(List.of(text.strip().split("\\s+")));
    }

    private static boolean isRead(String function) {
        return CLASSIFIER
                .classify("select pg_catalog.\"" + function + "\"(1)")
                .operation()
                .equals("select");
    }

    private static List<String> functions(String where) {
        return POSTGRES
                .server()
                .query(
                        POSTGRES.database(),
                        "select distinct proname from pg_proc where pronamespace = 'pg_catalog'::regnamespace and "
                                + where)
                .stream()
                .map(row -> row.get(0))
                .toList();
    }

    @Test
    void whatAServerCallsVolatileIsNoReadUnlessItIsKnownToLookOnly() {
        Set<String> reads = functions("provolatile = 'v'").stream()
                .filter(ServersFunctionsTest::isRead)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(reads).isEqualTo(LOOK_ONLY);
    }

    /** Without those that only the server itself calls. */
    @Test
    void whatAServerCallsStableIsARead() {
        Set<String> others = functions("provolatile <> 'v' and prokind = 'f'"
                        + " and prorettype not in (select oid from pg_type where typtype = 'p')"
                        + " and not proargtypes::oid[] &&"
                        + " (select array_agg(oid) from pg_type where typname in ('internal', 'cstring'))")
                .stream()
                .filter(function -> !isRead(function))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(others).isEqualTo(READ_WHAT_A_VALUE_NAMES);
    }
}
