package dev.hoop.sidecar.reviews;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReviewLinesTest {

    private final ReviewLines lines =
            new ReviewLines(Clock.fixed(Instant.parse("2026-09-29T14:07:11Z"), ZoneOffset.UTC));

    private static JsonNode json(String text) throws Exception {
        return new JsonMapper().readTree(text.replace('\'', '"'));
    }

    @Test
    void putsManyIntoATable() throws Exception {
        JsonNode one = json("{'id':'9f97','status':'PENDING','listener_name':'billing-api',"
                + "'requester':{'email':'ana@example.com','peer_addr':'10.0.0.1:1'},"
                + "'created_at':'2026-09-29T14:02:11Z','risk_level':'high','summary':'DELETE /orders/7'}");
        JsonNode other = json("{'id':'1','status':'EXECUTED','listener_name':'b','created_at':'2026-09-28T14:02:11Z',"
                + "'requester':{'peer_addr':'10.0.0.1:1'},'summary':'" + "x".repeat(100) + "'}");

        assertThat(lines.table(List.of(one, other)))
                .containsExactly(
                        "ID    STATUS    RISK  LISTENER     ASKED BY         AGE  STATEMENT",
                        "9f97  PENDING   high  billing-api  ana@example.com  5m   DELETE /orders/7",
                        "1     EXECUTED  -     b            10.0.0.1:1       24h  " + "x".repeat(59) + "…");
        assertThat(lines.table(List.of())).containsExactly("No reviews.");
    }

    @Test
    void showsOneWithItsStatement() throws Exception {
        JsonNode review = json("{'id':'9f97','status':'REJECTED','sidecar':'payments','listener_name':'billing-api',"
                + "'approval_rule':'billing-approvers','created_at':'2026-09-29T14:02:11Z','decided_at':null,"
                + "'expires_at':'2026-09-29T14:32:11Z','decided_by':'Ana','rejection_reason':'not today',"
                + "'statement':'POST /orders\\n\\n{}\\n'}");

        assertThat(lines.page(review))
                .containsExactly(
                        "review         9f97",
                        "status         REJECTED",
                        "sidecar        payments",
                        "listener       billing-api",
                        "approval rule  billing-approvers",
                        "filed          2026-09-29T14:02:11Z (5m ago)",
                        "expires        2026-09-29T14:32:11Z (in 25m)",
                        "decided by     Ana",
                        "reason         not today",
                        "",
                        "    POST /orders",
                        "",
                        "    {}");
    }

    @Test
    void saysWhatIsAtStakeAndWhyAPersonIsAsked() throws Exception {
        JsonNode review = json("{'id':'1','status':'PENDING','statement':'x','context':{'guardrail':'no-deletes',"
                + "'why':'deletes need a look','risk_level':'high','risk_why':'removes rows; writes t'}}");

        assertThat(lines.page(review))
                .contains(
                        "risk           high: removes rows; writes t",
                        "guardrail      no-deletes",
                        "why            deletes need a look");
    }

    @Test
    void keepsAStatementFromSteeringTheTerminal() throws Exception {
        JsonNode review = json("{'id':'1','status':'PENDING','statement':'GET /\\u001b[2J\\u202etxt\\r\\u0007'}");

        assertThat(String.join("\n", lines.page(review))).doesNotContain("\u001b", "\u202e", "\r", "\u0007");
        assertThat(lines.page(review)).contains("    GET /\\u001b[2J\\u202etxt\\u000d\\u0007");
    }

    @Test
    void showsWhatCannotBeSeenInAStatement() throws Exception {
        JsonNode review =
                json("{'id':'1','status':'PENDING','statement':'a\\u3164 b\\ufe0f c\\u0336 \\u2800  \\n\\n  d'}");

        assertThat(lines.page(review))
                .contains("    a\\u3164 b\\ufe0f c\\u0336 \\u2800\\u0020\\u0020")
                .contains("", "      d");
    }

    @Test
    void leavesLettersWithMarksOfTheirScript() {
        assertThat(ReviewLines.printable("r\u00e9sum\u00e9 \u0905\u0902")).isEqualTo("r\u00e9sum\u00e9 \u0905\u0902");
    }

    @Test
    void jsonSteersNoTerminalAndMeansTheSame() throws Exception {
        JsonNode review = json("{'a\\u009b31m':'\\u202e\\u0085\\u007f \\ud83d\\ude00 \\udb40\\udc41','b':[1]}");

        for (String text : List.of(ReviewLines.json(review), ReviewLines.jsonLine(review))) {
            assertThat(text)
                    .doesNotContain("\u009b", "\u202e", "\u0085", "\u007f", "\udb40\udc41")
                    .contains("\ud83d\ude00");
            assertThat(json(text)).isEqualTo(review);
        }
        assertThat(ReviewLines.jsonLine(review)).doesNotContain("\n");
    }
}
