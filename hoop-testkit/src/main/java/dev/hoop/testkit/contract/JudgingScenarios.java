package dev.hoop.testkit.contract;

import static dev.hoop.testkit.contract.ContractFixture.FORBIDDEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.contract.ProtocolUnderTest.TestClient;
import dev.hoop.testkit.wire.FragmentFeeder;
import dev.hoop.testkit.wire.WireConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Statements that nobody has to approve. */
final class JudgingScenarios {

    private static final String DENIAL = "forbidden by contract";

    private JudgingScenarios() {}

    static void allowed(ContractFixture fixture) {
        assertThat(fixture.ask("harmless")).isEqualTo(Reply.ranUnasked());

        assertThat(fixture.ran()).containsExactly("harmless");
        assertThat(fixture.audit().records("statement")).singleElement().satisfies(record -> {
            assertThat(record.path("decision").asText()).isEqualTo("forward");
            assertThat(record.path("listener").asText()).isEqualTo(ContractFixture.LISTENER);
        });
        assertThat(fixture.reviews().filings()).isZero();
    }

    static void denied(ContractFixture fixture) {
        try (TestClient client = fixture.connect()) {
            Reply reply = fixture.ask(client, FORBIDDEN + " one");
            assertThat(fixture.ran()).isEmpty();
            fixture.assertDenied(client, reply, DENIAL, Optional.empty());
        }
        assertThat(fixture.audit().records("statement").get(0).path("decision").asText())
                .isEqualTo("refuse");
        assertThat(fixture.audit().records("statement").get(0).path("rule").asText())
                .isEqualTo("no-forbidden");
        assertThat(fixture.reviews().filings()).isZero();
    }

    static void manyAtOnce(ContractFixture fixture) {
        List<String> allowed = new ArrayList<>();
        try (TestClient client = fixture.connect()) {
            for (int i = 0; i < 20; i++) {
                allowed.add("harmless " + i);
                client.send(fixture.encode("harmless " + i));
                if (fixture.capabilities().survivesDenials()) {
                    client.send(fixture.encode(FORBIDDEN + " " + i));
                }
            }
            for (int i = 0; i < 20; i++) {
                assertThat(client.reply().ran()).isTrue();
                if (fixture.capabilities().survivesDenials()) {
                    assertThat(client.reply().message()).isEqualTo(DENIAL);
                }
            }
        }
        if (fixture.capabilities().keepsOrder()) {
            assertThat(fixture.ran()).isEqualTo(allowed);
        } else {
            assertThat(fixture.ran()).containsExactlyInAnyOrderElementsOf(allowed);
        }
    }

    static void allowedInFragments(ContractFixture fixture) {
        byte[] statement = fixture.encode("harmless");
        FragmentFeeder.feedEveryCut(statement, cut -> {
            try (TestClient client = fixture.connect()) {
                cut.forEach(client::send);
                assertThat(client.reply()).isEqualTo(Reply.ranUnasked());
            }
        });
        assertThat(fixture.ran()).hasSize(FragmentFeeder.cuts(statement).size()).containsOnly("harmless");
    }

    static void deniedInFragments(ContractFixture fixture) {
        FragmentFeeder.feedEveryCut(fixture.encode(FORBIDDEN), cut -> {
            try (TestClient client = fixture.connect()) {
                cut.forEach(client::send);
                assertThat(client.reply().message()).isEqualTo(DENIAL);
            }
        });
        assertThat(fixture.ran()).isEmpty();
    }

    static void cutOff(ContractFixture fixture) {
        byte[] statement = fixture.encode("harmless");
        List<byte[]> parts = FragmentFeeder.splitAt(statement, statement.length - 1);
        try (TestClient client = fixture.connect()) {
            client.send(parts.get(0));
            client.hangUp();
        }
        Eventually.await(
                () -> fixture.sidecar().connections(ContractFixture.LISTENER) == 0,
                WireConnection.PATIENCE,
                "the end of the connection");
        assertThat(fixture.ran()).isEmpty();
    }
}
