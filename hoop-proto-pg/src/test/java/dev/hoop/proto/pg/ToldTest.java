package dev.hoop.proto.pg;

import static dev.hoop.testkit.pg.PgFrontend.query;
import static dev.hoop.testkit.pg.RawPgClient.lines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.review.ReviewId;
import dev.hoop.testkit.pg.PgLogin;
import dev.hoop.testkit.pg.RawPgClient;
import dev.hoop.testkit.pg.SharedPostgres;
import dev.hoop.testkit.sidecar.TestSidecar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a client is told where the configuration says that it is to be told otherwise, or not all. */
class ToldTest {

    @RegisterExtension
    static final SharedPostgres POSTGRES = SharedPostgres.plain();

    private static final String GUARDED = "select 'guarded' as w";

    private static TestSidecar sidecar(String top, String review) {
        return TestSidecar.start(top + """
                listeners:
                  - name: shop-db
                    protocol: postgres
                    listen: 127.0.0.1:0
                    upstream: "%s"
                    guardrails:
                      rules:
                        - {name: ask-a-person, type: deny_words_list, words: [guarded], action: require_review}
                    review: {approval_rule: shop-approvers, message: held here, %s}
                """.formatted(POSTGRES.server().hostAndPort(), review));
    }

    private static RawPgClient open(TestSidecar sidecar) {
        return RawPgClient.open(sidecar.address(PgSidecars.LISTENER), PgLogin.as("postgres", POSTGRES.database()));
    }

    @Test
    void whereThereAreToolsForAgentsADenialSaysWhichToCall() {
        String top = "control_plane_url: http://127.0.0.1:1\nmcp: {listen: 127.0.0.1:0}\n";
        try (TestSidecar sidecar = sidecar(top, "mode: return");
                RawPgClient client = open(sidecar)) {
            String denial = lines(client.query(GUARDED)).get(0);
            ReviewId review = sidecar.plane().awaitReview(0);
            assertThat(denial)
                    .startsWith(
                            "E(ERROR 42501 review " + review + ": waiting for approval; call the MCP tool review_wait"
                                    + " with the review id, then resend the identical statement once it is approved (held here);")
                    .contains("D=review_id=" + review + " status=PENDING");
        }
    }

    @Test
    void whoDecidedIsNotToldWhereThatIsHidden() {
        try (TestSidecar sidecar = sidecar("", "mode: hold, show_approver: false");
                RawPgClient client = open(sidecar)) {
            client.send(query(GUARDED));
            ReviewId approved = sidecar.plane().awaitReview(0);
            sidecar.plane().reviews().approve(approved, "Ana");
            assertThat(lines(client.readUntilReady()))
                    .contains("N(NOTICE 00000 approved (review " + approved + "))", "D('guarded')")
                    .noneMatch(line -> line.contains("Ana"));

            client.send(query(GUARDED));
            ReviewId rejected = sidecar.plane().awaitReview(1);
            sidecar.plane().reviews().reject(rejected, "no");
            assertThat(lines(client.readUntilReady()))
                    .anyMatch(
                            line -> line.startsWith("E(ERROR 42501 held here: rejected: no (review " + rejected + ")"))
                    .noneMatch(line -> line.contains("decided_by"));
        }
    }
}
