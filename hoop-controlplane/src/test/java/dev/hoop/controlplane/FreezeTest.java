package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.ANA;
import static dev.hoop.controlplane.TestPlane.EVE;
import static dev.hoop.controlplane.TestPlane.LEDGER;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hoop.controlplane.PlaneClient.Answer;
import java.util.List;
import org.junit.jupiter.api.Test;

@OnEachStorage
class FreezeTest {

    private static final String AGENT = "{\"requester\":\"Agent-7\",\"reason\":\"it loops\"}";

    private final TestPlane plane;
    private final PlaneClient client;

    FreezeTest(TestPlane plane) {
        this.plane = plane;
        client = plane.client;
    }

    @Test
    void aFrozenOnesApprovalIsNotUsedUntilItIsUnfrozen() throws Exception {
        String id = file("agent-7", "DROP").id();
        client.approve(ANA, id);
        String freeze = freeze(AGENT);

        Answer claimed = client.claim(PAYMENTS, id);
        assertThat(claimed.status()).isEqualTo(200);
        assertThat(claimed.forward()).isFalse();
        assertThat(claimed.reviewStatus()).isEqualTo("APPROVED");
        assertThat(claimed.json().at("/refused/kind").asText()).isEqualTo("frozen");
        assertThat(claimed.json().at("/refused/message").asText())
                .contains("the requester Agent-7 is frozen since 2026-09-29T14:02:11Z")
                .as("what is known of them is not told them")
                .doesNotContain("loops");
        Answer resent = file("agent-7", "DROP");
        assertThat(resent.status()).isEqualTo(200);
        assertThat(resent.forward()).isFalse();
        assertThat(resent.json().at("/refused/kind").asText()).isEqualTo("frozen");
        Answer asked = file("agent-7", "another");
        assertThat(asked.status()).isEqualTo(403);
        assertThat(asked.json().path("kind").asText()).isEqualTo("frozen");

        assertThat(unfreeze(freeze).status()).isEqualTo(200);
        assertThat(client.claim(PAYMENTS, id).forward()).isTrue();
        assertThat(file("agent-7", "another").status()).isEqualTo(201);
    }

    @Test
    void whatWaitsStaysDecidable() throws Exception {
        String id = file("agent-7", "DROP").id();
        String freeze = freeze(AGENT);
        assertThat(client.claim(PAYMENTS, id).json().has("refused"))
                .as("it waits as before")
                .isFalse();
        assertThat(client.approve(ANA, id).status()).isEqualTo(200);
        assertThat(client.claim(PAYMENTS, id).json().at("/refused/kind").asText())
                .isEqualTo("frozen");
        assertThat(client.decide(ANA, id, "REVOKED").status()).isEqualTo(200);
        unfreeze(freeze);
        assertThat(client.claim(PAYMENTS, id).reviewStatus()).isEqualTo("REVOKED");
    }

    @Test
    void aListenerAWholeSidecarAndWhoeverAskedAlongAreFrozen() throws Exception {
        String id = file("agent-8", "DROP").id();
        client.approve(ANA, id);
        for (String what : List.of(
                "{\"sidecar\":\"payments\",\"reason\":\"r\"}",
                "{\"sidecar\":\"payments\",\"listener\":\"billing-api\",\"reason\":\"r\"}",
                "{\"requester\":\"AGENT-8\",\"reason\":\"r\"}")) {
            String freeze = freeze(what);
            assertThat(client.claim(PAYMENTS, id).json().has("refused"))
                    .as(what)
                    .isTrue();
            assertThat(file("agent-8", what).status()).as(what).isEqualTo(403);
            unfreeze(freeze);
        }
        for (String other : List.of(
                "{\"sidecar\":\"ledger\",\"reason\":\"r\"}",
                "{\"sidecar\":\"payments\",\"listener\":\"other\",\"reason\":\"r\"}",
                "{\"sidecar\":\"ledger\",\"listener\":\"billing-api\",\"reason\":\"r\"}",
                "{\"requester\":\"agent\",\"reason\":\"r\"}")) {
            freeze(other);
        }
        assertThat(client.file(LEDGER, "x").status()).isEqualTo(403);
        assertThat(client.claim(PAYMENTS, id).forward()).isTrue();
    }

    @Test
    void aNameThatWasMistypedFreezesNothing() throws Exception {
        Answer nobody = start("{\"sidecar\":\"payment\",\"reason\":\"r\"}");
        assertThat(nobody.status()).isEqualTo(404);
        assertThat(nobody.message()).contains("there is no sidecar payment, so nothing was frozen");
        client.asSidecar(
                PAYMENTS,
                "PUT",
                "/api/sidecars/configuration",
                "{\"listeners\":[{\"name\":\"billing-api\",\"guardrails\":{\"rules\":[{\"name\":\"rule-7\"}]}}]}");
        for (String name : List.of("billing-ap", "rule-7")) {
            Answer none = start("{\"sidecar\":\"payments\",\"listener\":\"" + name + "\",\"reason\":\"r\"}");
            assertThat(none.status()).isEqualTo(404);
            assertThat(none.message()).contains("so nothing was frozen; it has billing-api;");
        }
        freeze("{\"sidecar\":\"payments\",\"listener\":\"billing-api\",\"reason\":\"r\"}");
        assertThat(client.asPerson(ANA, "GET", "/api/freezes", "")
                        .json()
                        .path("freezes")
                        .findValuesAsText("listener"))
                .containsExactly("billing-api");
    }

    @Test
    void anAddressIsKnownInEitherField() throws Exception {
        freeze("{\"requester\":\"eve@example.com\",\"reason\":\"r\"}");
        assertThat(file("EVE@example.com", "one").status()).isEqualTo(403);
        ObjectNode filing = PlaneClient.filing("billing-api", "billing-approvers", "two");
        filing.putObject("requester")
                .put("email", "Eve@Example.com")
                .put("peer_addr", "x")
                .put("method", "m");
        assertThat(client.file(PAYMENTS, filing).status()).isEqualTo(403);
        assertThat(file("eve", "three").status()).isEqualTo(201);
    }

    @Test
    void freezingIsADeedWithAReasonAndIsListed() throws Exception {
        assertThat(start("{\"requester\":\"agent-7\"}").status()).isEqualTo(400);
        assertThat(start("{\"reason\":\"r\"}").status()).isEqualTo(400);
        assertThat(start("{\"listener\":\"x\",\"reason\":\"r\"}").status()).isEqualTo(400);
        assertThat(start("{\"requester\":\"x\",\"sidecar\":\"y\",\"reason\":\"r\"}")
                        .status())
                .isEqualTo(400);
        plane.withEve();
        assertThat(client.asPerson(EVE, "POST", "/api/freezes", AGENT).status()).isEqualTo(403);
        assertThat(client.asPerson(EVE, "GET", "/api/freezes", "").status()).isEqualTo(200);

        String id = freeze(AGENT);
        assertThat(start("{\"requester\":\"agent-7\",\"reason\":\"again\"}").status())
                .as("the same thing, whatever its case")
                .isEqualTo(409);
        assertThat(client.asPerson(ANA, "POST", "/api/freezes/" + id + "/end", "{}")
                        .status())
                .as("without a reason")
                .isEqualTo(400);
        unfreeze(id);
        assertThat(unfreeze(id).status()).isEqualTo(409);
        assertThat(unfreeze("unknown").status()).isEqualTo(404);
        assertThat(client.asPerson(ANA, "GET", "/api/freezes", "").json().path("freezes"))
                .isEmpty();
        assertThat(client.asPerson(ANA, "GET", "/api/freezes?ended=true", "")
                        .json()
                        .path("freezes")
                        .get(0)
                        .toString())
                .isEqualTo("{\"id\":\"" + id + "\",\"kind\":\"requester\",\"requester\":\"Agent-7\","
                        + "\"reason\":\"it loops\",\"started_at\":\"2026-09-29T14:02:11Z\",\"started_by\":\"Ana\","
                        + "\"ended_at\":\"2026-09-29T14:02:11Z\",\"ended_by\":\"Ana\",\"end_reason\":\"mended\"}");
        assertThat(freeze(AGENT)).isNotEqualTo(id);
    }

    private Answer file(String subject, String statement) throws Exception {
        ObjectNode filing = PlaneClient.filing("billing-api", "billing-approvers", statement);
        filing.putObject("requester")
                .put("subject", subject)
                .put("peer_addr", "x:1")
                .put("method", "m");
        return client.file(PAYMENTS, filing);
    }

    private Answer start(String body) throws Exception {
        return client.asPerson(ANA, "POST", "/api/freezes", body);
    }

    private String freeze(String body) throws Exception {
        Answer started = start(body);
        assertThat(started.status()).as(body).isEqualTo(201);
        return started.json().path("id").asText();
    }

    private Answer unfreeze(String id) throws Exception {
        return client.asPerson(ANA, "POST", "/api/freezes/" + id + "/end", "{\"reason\":\"mended\"}");
    }
}
