package dev.hoop.sidecar.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code hoop reviews ... --json}, as scripts read it: the API's JSON and nothing else on standard output. */
class ReviewsJsonIT {

    @TempDir
    private Path directory;

    private final Http http = new Http();

    @RegisterExtension
    private final CountingUpstream upstream = new CountingUpstream();

    private HoopProcess reviews(JsonNode summary, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--json");
        return HoopProcess.reviews(directory, summary, all.toArray(String[]::new));
    }

    private JsonNode json(JsonNode summary, String... arguments) throws Exception {
        HoopProcess reviews = reviews(summary, arguments);
        assertThat(reviews.awaitExit()).as(reviews::toString).isZero();
        return new JsonMapper().readTree(reviews.out());
    }

    @Test
    void everyCommandAnswersWithTheReview() throws Exception {
        Files.writeString(directory.resolve("config.yaml"), """
                listeners:
                  - name: billing-api
                    protocol: http
                    listen: 127.0.0.1:0
                    upstream: 127.0.0.1:%d
                    guardrails:
                      rules:
                        - {name: deletions, type: operation, operations: [DELETE], action: require_review, message: look first}
                    review: {approval_rule: billing-approvers, mode: return}
                """.formatted(upstream.port()));
        try (HoopProcess dev = HoopProcess.dev(directory, "config.yaml")) {
            JsonNode summary = dev.awaitSummary(directory.resolve("data"));
            String listener =
                    "http://" + summary.path("listeners").get(0).path("address").asText();
            String one = Http.reviewId(http.send("DELETE", listener + "/invoices/1"));
            String two = Http.reviewId(http.send("DELETE", listener + "/invoices/2"));

            JsonNode list = json(summary, "list");
            assertThat(list.findValuesAsText("id")).containsExactly(two, one);
            assertThat(list.get(0).path("status").asText()).isEqualTo("PENDING");
            assertThat(list.get(0).path("summary").asText()).startsWith("DELETE /invoices/2");
            assertThat(list.get(0).path("risk_level").asText()).isEqualTo("high");
            assertThat(list.get(0).path("risk_why").asText()).isEqualTo("DELETE removes what the path names");
            assertThat(json(summary, "list", "--limit", "1")).hasSize(1);

            JsonNode shown = json(summary, "show", one);
            assertThat(shown.path("statement").asText()).startsWith("DELETE /invoices/1\n");
            assertThat(shown.path("may_decide").asBoolean()).isTrue();
            JsonNode context = shown.path("context");
            assertThat(context.path("guardrail").asText()).isEqualTo("deletions");
            assertThat(context.path("why").asText()).isEqualTo("look first");
            assertThat(context.path("risk_level").asText()).isEqualTo("high");
            assertThat(context.path("risk_why").asText()).isEqualTo("DELETE removes what the path names");

            JsonNode approved = json(summary, "approve", one, "--reason", "paid twice");
            assertThat(approved.path("id").asText()).isEqualTo(one);
            assertThat(approved.path("status").asText()).isEqualTo("APPROVED");
            assertThat(approved.path("decided_by").asText()).isEqualTo("reviewer");
            assertThat(approved.at("/decisions/0/reason").asText()).isEqualTo("paid twice");
            assertThat(json(summary, "list", "--status", "approved").findValuesAsText("id"))
                    .containsExactly(one);
            assertThat(json(summary, "revoke", one).path("status").asText()).isEqualTo("REVOKED");

            JsonNode rejected = json(summary, "reject", two, "--reason", "not today");
            assertThat(rejected.path("status").asText()).isEqualTo("REJECTED");
            assertThat(rejected.path("rejection_reason").asText()).isEqualTo("not today");
            assertThat(json(summary, "list", "--status", "pending")).isEmpty();

            HoopProcess late = reviews(summary, "approve", two);
            assertThat(late.awaitExit()).isEqualTo(1);
            assertThat(late.out()).isEmpty();
            assertThat(late.err()).startsWith("hoop: ");
            assertThat(upstream.requests).isEmpty();
        }
    }
}
