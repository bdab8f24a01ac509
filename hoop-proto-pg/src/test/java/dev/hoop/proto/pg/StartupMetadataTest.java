package dev.hoop.proto.pg;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.testkit.pg.PgLogin;
import dev.hoop.testkit.pg.RawPgClient;
import dev.hoop.testkit.pg.SharedPostgres;
import dev.hoop.testkit.sidecar.TestSidecar;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a client says of itself when it connects is in the trail with each of its statements; against a real server. */
class StartupMetadataTest {

    @RegisterExtension
    static final SharedPostgres POSTGRES = SharedPostgres.plain();

    private static final String OPTIONS =
            "-c statement_timeout=5000 --search-path=shop\\,\\ public -cApp.Ticket=T-17 -c application_name=hidden";

    @Test
    void everySettingWithinOptionsUnlessSaidOtherwise() {
        assertThat(told(""))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "user", "postgres",
                        "database", POSTGRES.database(),
                        "application_name", "cashier",
                        "statement_timeout", "5000",
                        "search_path", "shop, public",
                        "app.ticket", "T-17"));
    }

    @Test
    void theSettingsThatAreListedWhereverTheyAreGiven() {
        assertThat(told("postgres: {startup_metadata: [DateStyle, search_path, App.Ticket, user, missing]}"))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "user", "postgres",
                        "database", POSTGRES.database(),
                        "application_name", "cashier",
                        "DateStyle", "German",
                        "search_path", "shop, public",
                        "App.Ticket", "T-17"));
    }

    @Test
    void noneWhereTheListIsEmpty() {
        assertThat(told("postgres: {startup_metadata: []}").keySet())
                .containsExactlyInAnyOrder("user", "database", "application_name");
    }

    /** A name that changes later is told from then on; what else was said stays. */
    @Test
    void theNameOfTheApplicationIsTheOneThatTheServerReports() {
        try (TestSidecar sidecar = PgSidecars.start(POSTGRES.server().hostAndPort(), "");
                RawPgClient client = open(sidecar)) {
            client.query("set application_name = 'till'");
            client.query("select 1");
            assertThat(attributes(sidecar.audit()
                            .await(
                                    "statement",
                                    record -> record.path("statement").asText().equals("select 1"))))
                    .containsEntry("application_name", "till")
                    .containsEntry("app.ticket", "T-17");
        }
    }

    private static Map<String, String> told(String yaml) {
        try (TestSidecar sidecar = PgSidecars.start(POSTGRES.server().hostAndPort(), yaml);
                RawPgClient client = open(sidecar)) {
            client.query("select 1");
            return attributes(sidecar.audit().await("statement", record -> true));
        }
    }

    private static RawPgClient open(TestSidecar sidecar) {
        return RawPgClient.open(
                sidecar.address(PgSidecars.LISTENER),
                PgLogin.as("postgres", POSTGRES.database())
                        .withOption("options", OPTIONS)
                        .withOption("DateStyle", "German")
                        .withOption("application_name", "cashier"));
    }

    private static Map<String, String> attributes(JsonNode record) {
        Map<String, String> attributes = new TreeMap<>();
        record.path("attributes")
                .fields()
                .forEachRemaining(
                        one -> attributes.put(one.getKey(), one.getValue().asText()));
        return attributes;
    }
}
