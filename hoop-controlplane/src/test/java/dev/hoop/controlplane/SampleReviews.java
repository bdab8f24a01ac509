package dev.hoop.controlplane;

import static dev.hoop.controlplane.TestPlane.BO;
import static dev.hoop.controlplane.TestPlane.LEDGER;
import static dev.hoop.controlplane.TestPlane.PAYMENTS;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reviews of several protocols, such as people see them. */
final class SampleReviews {

    private SampleReviews() {}

    /** The rules that they ask for. */
    static ApprovalRule[] rules() {
        return new ApprovalRule[] {
            ApprovalRule.ofGroup("billing-approvers", "billing"),
            new ApprovalRule(
                    "two-people",
                    List.of("billing", "ledger"),
                    2,
                    false,
                    List.of("oncall"),
                    Optional.of(Duration.ofHours(4)),
                    Optional.of(Duration.ofMinutes(15)),
                    false)
        };
    }

    static ObjectNode filing(String listener, String rule, String statement, String subject) {
        ObjectNode filing = PlaneClient.filing(listener, rule, statement);
        filing.putObject("requester")
                .put("subject", subject)
                .put("peer_addr", "10.0.3.7:51234")
                .put("method", "identity_header");
        return filing;
    }

    /** With what a sidecar tells besides the statement. */
    private static ObjectNode explained(ObjectNode filing, String protocol, String operation, String why) {
        filing.putObject("context")
                .put("protocol", protocol)
                .put("guardrail", "no-surprises")
                .put("why", why)
                .put("risk_level", "medium")
                .put("risk_why", "changes rows; writes invoices")
                .put("operation", operation)
                .put("database", "shop")
                .put("shape", operation + " of a kind")
                .putArray("parameters")
                .add("$1 = 25.00")
                .add("$2 = 'eu-central'");
        return filing;
    }

    /** Files five that wait, and three of one kind that are decided. */
    static void file(PlaneClient client) throws Exception {
        for (int i = 0; i < 3; i++) {
            String past = client.file(
                            PAYMENTS,
                            explained(
                                    filing(
                                            "pg-main",
                                            "billing-approvers",
                                            "UPDATE invoices SET status = 'void' WHERE id = " + i,
                                            "ledger-agent"),
                                    "postgres",
                                    "update",
                                    "changes what customers owe"))
                    .id();
            client.asPerson(
                    BO,
                    "PUT",
                    "/api/reviews/" + past,
                    i == 1
                            ? "{\"status\":\"REJECTED\",\"reason\":\"ask finance first\"}"
                            : "{\"status\":\"APPROVED\"}");
            client.claim(PAYMENTS, past);
        }
        client.file(
                PAYMENTS,
                explained(
                        filing(
                                "pg-main",
                                "billing-approvers",
                                "WITH late AS (\n  SELECT id, amount FROM invoices\n  WHERE due < '2026-01-01' AND paid = false"
                                        + "\n)\nUPDATE invoices i\n   SET status = 'written_off', note = E'it\\'s late'\n"
                                        + "  FROM late\n WHERE i.id = late.id\n   AND late.amount < $1 -- small ones only\n"
                                        + "RETURNING i.id, i.amount;\n-- $1 = 25.00",
                                "ledger-agent"),
                        "postgres",
                        "update",
                        "changes what customers owe"));
        client.file(
                PAYMENTS,
                filing(
                        "billing-api",
                        "billing-approvers",
                        "POST /v1/refunds?dry_run=false\n\n{\"invoice\": \"in_81724\","
                                + " \"amount\": 129900, \"currency\": \"eur\", \"notify\": true, \"lines\": [{\"sku\": \"pro\","
                                + " \"qty\": 3}], \"memo\": null}",
                        "support-agent"));
        client.file(
                LEDGER,
                filing(
                        "mongo-eu",
                        "two-people",
                        "{\"deleteMany\": \"sessions\", \"filter\": {\"lastSeen\": {\"$lt\": {\"$date\":"
                                + " \"2026-01-01T00:00:00Z\"}}}}",
                        "cleanup-agent"));
        client.file(
                LEDGER,
                filing(
                        "grpc-ledger",
                        "two-people",
                        "/acme.ledger.v1.Ledger/PostEntry\n{\"account\":\"4711\",\"amount\":{\"units\":\"1200\",\"nanos\":0}}",
                        "ledger-agent"));
        client.file(
                PAYMENTS,
                filing(
                        "pg-main",
                        "billing-approvers",
                        "ALTER TABLE invoices DROP COLUMN legacy_ref;",
                        "migrate-agent"));
    }
}
