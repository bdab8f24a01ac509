package dev.hoop.proto.pg;

import static dev.hoop.testkit.pg.PgFrontend.query;
import static dev.hoop.testkit.pg.RawPgClient.lines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.review.ReviewId;
import dev.hoop.testkit.pg.PgLogin;
import dev.hoop.testkit.pg.RawPgClient;
import dev.hoop.testkit.pg.SharedPostgres;
import dev.hoop.testkit.sidecar.TestSidecar;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who says nothing for {@code idle_timeout_sec} is left, unless something of theirs is open. */
class IdleTest {

    @RegisterExtension
    static final SharedPostgres POSTGRES = SharedPostgres.plain();

    private TestSidecar sidecar;

    @BeforeEach
    void start() {
        sidecar = PgSidecars.start(POSTGRES.server().hostAndPort(), """
                idle_timeout_sec: 5
                guardrails:
                  rules:
                    - {name: ask-a-person, type: deny_words_list, words: [guarded], action: require_review}
                review: {approval_rule: shop-approvers, mode: hold, message: held here}
                """);
    }

    @AfterEach
    void stop() {
        sidecar.close();
    }

    private RawPgClient open() {
        return RawPgClient.open(sidecar.address(PgSidecars.LISTENER), PgLogin.as("postgres", POSTGRES.database()));
    }

    @Test
    void onlyWhoHasNothingOpenIsLeft() {
        try (RawPgClient inTransaction = open().send(query("begin"));
                RawPgClient held = open().send(query("select 'guarded' as w"))) {
            inTransaction.readUntilReady();
            ReviewId review = sidecar.plane().awaitReview(0);

            try (RawPgClient idle = open()) {
                assertThat(lines(idle.readToEnd()))
                        .singleElement()
                        .satisfies(line -> assertThat(line).startsWith("E(FATAL 57P05 "));
            }

            // Both have been silent for longer.
            assertThat(lines(inTransaction.query("select 1 as n"))).endsWith("Z(T)");
            sidecar.plane().reviews().approve(review);
            assertThat(lines(held.readUntilReady())).contains("D('guarded')").endsWith("Z(I)");
        }
    }
}
