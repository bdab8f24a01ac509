package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.LEDGER;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.controlplane.PlaneClient.Answer;
import dev.hoop.web.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a sidecar tells of a statement reaches the reviewers, and finds what was decided about the like. */
@OnEachStorage
class ReviewContextTest {

    private static final String CONTEXT = """
            {"protocol": "postgres", "guardrail": "no-deletes", "why": "deletes need a look",
             "risk_level": "high", "risk_why": "removes rows; writes t", "operation": "delete",
             "database": "shop", "shape": "delete from t where id = ?", "parameters": ["$1 int4 = '5'"]}""";

    private final Planes planes;

    ReviewContextTest(Planes planes) {
        this.planes = planes;
    }

    private static ObjectNode filing(String statement, String context) {
        ObjectNode filing = PlaneClient.filing("billing-api", "billing-approvers", statement);
        filing.set("context", Json.read(context));
        return filing;
    }

    private static JsonNode read(PlaneClient client, String id) throws Exception {
        return client.asPerson(ANA, "GET", "/api/reviews/" + id, "").json();
    }

    private static List<String> decidedBefore(PlaneClient client, String id) throws Exception {
        return read(client, id).path("decided_before").findValuesAsText("id");
    }

    @Test
    void isShownToPeopleAndNotToSidecars() throws Exception {
        PlaneClient client = planes.start().client;
        String id = client.file(PAYMENTS, filing("delete from t where id = 5", CONTEXT))
                .id();

        assertThat(read(client, id).path("context")).isEqualTo(Json.read(CONTEXT));
        assertThat(client.asSidecar(PAYMENTS, "GET", "/api/sidecars/reviews/" + id, "")
                        .json()
                        .has("context"))
                .isFalse();
    }

    @Test
    void itsRiskIsInListsAndEventsAsInTheReview() throws Exception {
        TestPlane plane = planes.start();
        PlaneClient client = plane.client;
        try (EventReader people = EventReader.ofPerson(client, ANA)) {
            String id = client.file(PAYMENTS, filing("delete from t", CONTEXT)).id();
            String untold = client.file(PAYMENTS, "delete").id();
            JsonNode list =
                    client.asPerson(ANA, "GET", "/api/reviews", "").json().path("reviews");
            assertThat(list.findValuesAsText("id")).containsExactly(untold, id);
            assertThat(list.get(0).has("risk_level")).isFalse();
            for (JsonNode told : List.of(list.get(1), people.next().data(), read(client, id))) {
                assertThat(told.path("id").asText()).isEqualTo(id);
                assertThat(told.path("risk_level").asText()).isEqualTo("high");
                assertThat(told.path("risk_why").asText()).isEqualTo("removes rows; writes t");
            }
        }
    }

    @Test
    void isNoPartOfTheQuestion() throws Exception {
        PlaneClient client = planes.start().client;
        Answer first = client.file(PAYMENTS, filing("delete", CONTEXT));
        Answer second = client.file(PAYMENTS, filing("delete", "{\"guardrail\": \"another\"}"));

        assertThat(second.id()).isEqualTo(first.id());
        assertThat(read(client, first.id()).at("/context/guardrail").asText()).isEqualTo("no-deletes");
    }

    @Test
    void findsWhatWasDecidedAboutTheSameShapeOnTheSameListener() throws Exception {
        PlaneClient client = planes.start().client;
        String rejected = client.file(PAYMENTS, filing("delete 1", CONTEXT)).id();
        String undecided = client.file(PAYMENTS, filing("delete 2", CONTEXT)).id();
        String approved = client.file(PAYMENTS, filing("delete 3", CONTEXT)).id();
        String otherSidecar = client.file(LEDGER, filing("delete 1", CONTEXT)).id();
        String otherShape = client.file(PAYMENTS, filing("drop", "{\"shape\": \"drop table t\"}"))
                .id();
        String shapeless = client.file(PAYMENTS, filing("x", "{}")).id();
        client.asPerson(ANA, "PUT", "/api/reviews/" + rejected, "{\"status\":\"REJECTED\",\"reason\":\"not today\"}");
        for (String id : List.of(approved, otherSidecar, otherShape, shapeless)) {
            client.approve(ANA, id);
        }
        String later = client.file(PAYMENTS, filing("delete 4", CONTEXT)).id();

        assertThat(decidedBefore(client, later)).containsExactly(approved, rejected);
        assertThat(read(client, later).at("/decided_before/1/rejection_reason").asText())
                .isEqualTo("not today");
        assertThat(decidedBefore(client, undecided)).containsExactly(rejected);
        assertThat(decidedBefore(client, shapeless)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "\"x\"", "{\"why\": 5}", "{\"parameters\": {}}", "{\"parameters\": [1]}"})
    void ofAnotherShapeIsRefused(String context) throws Exception {
        assertThat(planes.start()
                        .client
                        .file(PAYMENTS, filing("delete", context))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void isCutWhereItIsTooLongAndUnknownKeysArePassedOver() throws Exception {
        PlaneClient client = planes.start().client;
        String context = "{\"why\": \"" + "x".repeat(5000) + "\", \"new\": [1], \"shape\": \"a\\u0000b\"}";
        JsonNode kept = read(
                        client, client.file(PAYMENTS, filing("delete", context)).id())
                .path("context");

        assertThat(kept.path("why").asText()).hasSize(1000).endsWith("…");
        assertThat(kept.path("shape").asText()).isEqualTo("a\ufffdb");
    }
}
