package dev.hoop.proto.pg.internal.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testkit.pg.SharedPostgres;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A real server's catalogue is right. */
class KnownFunctionTest {

    @RegisterExtension
    static final SharedPostgres POSTGRES = SharedPostgres.plain();

    @Test
    void areWhatTheServerHasUnderTheirNumbers() {
        List<List<String>> known = KnownFunction.all().entrySet().stream()
                .map(entry -> List.of(
                        Long.toString(entry.getKey()),
                        entry.getValue().name(),
                        Arrays.stream(entry.getValue().argumentTypes())
                                .mapToObj(Integer::toString)
                                .collect(Collectors.joining(" "))))
                .toList();
        String numbers = known.stream().map(row -> row.get(0)).collect(Collectors.joining(", "));

        assertThat(POSTGRES.server()
                        .query(
                                "postgres",
                                "select oid, proname, proargtypes from pg_proc"
                                        + " where pronamespace = 'pg_catalog'::regnamespace and oid in (" + numbers
                                        + ")"))
                .containsExactlyInAnyOrderElementsOf(known);
    }
}
