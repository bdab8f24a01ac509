package dev.hoop.proto.pg;

import static dev.hoop.testkit.pg.PgFrontend.bind;
import static dev.hoop.testkit.pg.PgFrontend.execute;
import static dev.hoop.testkit.pg.PgFrontend.parse;
import static dev.hoop.testkit.pg.PgFrontend.query;
import static dev.hoop.testkit.pg.PgFrontend.sync;
import static dev.hoop.testkit.pg.RawPgClient.lines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.pg.PgLogin;
import dev.hoop.testkit.pg.RawPgClient;
import dev.hoop.testkit.pg.SharedPostgres;
import dev.hoop.testkit.sidecar.TestSidecar;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** All connections of a listener together keep no more of their statements than it may. */
class KeptBytesTest {

    @RegisterExtension
    static final SharedPostgres POSTGRES = SharedPostgres.plain();

    private static final int MEGABYTE = 1024 * 1024;
    private static final String NO_ROOM = "E(ERROR 53400 ";

    private static final String CONFIG = """
            postgres: {max_kept_bytes: 4194304}
            guardrails:
              rules:
                - {name: no-unknown, type: operation, operations: [unknown], message: not seen}
            """;

    private TestSidecar sidecar;

    @BeforeEach
    void start() {
        sidecar = PgSidecars.start(POSTGRES.server().hostAndPort(), CONFIG);
    }

    @AfterEach
    void stop() {
        sidecar.close();
    }

    private RawPgClient open() {
        return RawPgClient.open(sidecar.address(PgSidecars.LISTENER), PgLogin.as("postgres", POSTGRES.database()));
    }

    private static byte[] longQuery(int bytes) {
        return query("select length('" + "x".repeat(bytes) + "')");
    }

    @Test
    void aMessageForWhichThereIsNoRoomIsRefusedAndTheConnectionLivesOn() {
        try (RawPgClient client = open()) {
            assertThat(lines(client.send(longQuery(3 * MEGABYTE)).readUntilReady()))
                    .hasSize(2)
                    .endsWith("Z(I)")
                    .first()
                    .satisfies(line -> assertThat(line).startsWith(NO_ROOM));
            assertThat(lines(client.query("select 1"))).endsWith("C(SELECT 1)", "Z(I)");
            assertThat(lines(client.send(longQuery(MEGABYTE / 2)).readUntilReady()))
                    .endsWith("C(SELECT 1)", "Z(I)");
        }
    }

    @Test
    void whatOneConnectionKeepsAnotherCannot() {
        byte[] large = longQuery(MEGABYTE * 3 / 2);
        try (RawPgClient client = open()) {
            try (RawPgClient other = open()) {
                other.send(Arrays.copyOf(large, MEGABYTE));
                Eventually.await(() -> isRefused(client, large), Eventually.SOON, "the other one's message has come");
            }
            Eventually.await(() -> !isRefused(client, large), Eventually.SOON, "the other one is forgotten");
        }
    }

    private static boolean isRefused(RawPgClient client, byte[] message) {
        List<String> answer = lines(client.send(message).readUntilReady());
        assertThat(answer).endsWith("Z(I)");
        return answer.get(0).startsWith(NO_ROOM);
    }

    @Test
    void namesThatFindNoRoomAreNotRemembered() {
        String large = "select length('" + "x".repeat(MEGABYTE * 2 / 3) + "')";
        try (RawPgClient client = open()) {
            for (int i = 0; i < 4; i++) {
                assertThat(lines(client.send(parse("s" + i, large), sync()).readUntilReady()))
                        .containsExactly("1", "Z(I)");
            }
            assertThat(lines(client.send(bind("", "s0"), execute("", 0), sync()).readUntilReady()))
                    .contains("C(SELECT 1)");
            assertThat(lines(client.send(bind("", "s3"), execute("", 0), sync()).readUntilReady()))
                    .contains("E(ERROR 42501 not seen)");
            client.query("deallocate all");
            assertThat(lines(client.send(parse("s3", large), bind("", "s3"), execute("", 0), sync())
                            .readUntilReady()))
                    .contains("C(SELECT 1)");
        }
    }
}
