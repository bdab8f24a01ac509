package dev.hoop.proto.pg;

import static dev.hoop.testkit.pg.RawPgClient.lines;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hoop.testkit.pg.PgFrontend;
import dev.hoop.testkit.pg.PgLogin;
import dev.hoop.testkit.pg.PgReplay;
import dev.hoop.testkit.pg.RawPgClient;
import dev.hoop.testkit.pg.SharedPostgres;
import dev.hoop.testkit.sidecar.TestSidecar;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every method of authentication, with TLS on either leg, both and none: what the client and the server say to each other. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AuthenticationTest {

    @RegisterExtension
    static final SharedPostgres POSTGRES = Legs.postgres();

    private final Map<Legs, TestSidecar> sidecars = new EnumMap<>(Legs.class);

    @BeforeAll
    void start(@TempDir Path folder) {
        Legs.roles(POSTGRES.server());
        for (Legs legs : Legs.values()) {
            sidecars.put(legs, legs.sidecar(POSTGRES.server(), folder));
        }
    }

    @AfterAll
    void stop() {
        sidecars.values().forEach(TestSidecar::close);
    }

    private TestSidecar sidecar(Legs legs) {
        return Objects.requireNonNull(sidecars.get(legs), "every one was started");
    }

    private RawPgClient connect(Legs legs) {
        return legs.connect(sidecar(legs).address(PgSidecars.LISTENER));
    }

    private static PgLogin login(String user) {
        return PgLogin.as(user, POSTGRES.database()).withPassword("secret");
    }

    /** The offer that binds to a channel stays away from clients: theirs is another channel than the server's. */
    private static List<String> withoutBinding(List<String> lines) {
        return lines.stream()
                .map(line -> line.replace("SCRAM-SHA-256-PLUS,", ""))
                .toList();
    }

    static Stream<Arguments> rolesAndLegs() {
        return Stream.of("trusted", "scram", "hashed", "clear", "secure", "stranger", "nobody")
                .flatMap(role -> Stream.of(Legs.values()).map(legs -> Arguments.of(role, legs)));
    }

    @ParameterizedTest
    @MethodSource("rolesAndLegs")
    void everyMethod(String role, Legs legs) {
        try (RawPgClient client = connect(legs)) {
            List<String> heard = lines(client.tryLogIn(login(role)));
            PgReplay.assertSame(role, withoutBinding(legs.direct(POSTGRES.server(), login(role))), heard);
            if (heard.contains("Z(I)")) {
                assertThat(lines(client.query("select current_user")))
                        .containsExactly("T(current_user:19)", "D('" + role + "')", "C(SELECT 1)", "Z(I)");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("rolesAndLegs")
    void wrongPasswords(String role, Legs legs) {
        PgLogin wrong = login(role).withPassword("wrong");
        try (RawPgClient client = connect(legs)) {
            PgReplay.assertSame(
                    role, withoutBinding(legs.direct(POSTGRES.server(), wrong)), lines(client.tryLogIn(wrong)));
        }
    }

    static Stream<PgLogin> logins() {
        PgLogin login = login("trusted");
        return Stream.of(
                login.withVersion(PgFrontend.VERSION_3_2),
                login.withVersion((3 << 16) | 1),
                login.withVersion((3 << 16) | 7),
                login.withVersion(3 << 16 | 9999),
                login.withVersion(PgFrontend.VERSION_3_2)
                        .withOption("_pq_.one", "1")
                        .withOption("_pq_.two", "2"),
                login.withOption("_pq_.one", "1"),
                login.withOption("options", "-c geqo=off -c datestyle=german"),
                login.withOption("options", "-c no_such_setting=1"),
                login.withOption("client_encoding", "latin1"),
                login.withOption("client_encoding", "no such encoding"),
                login.withOption("application_name", "naïve; hoop-review=return"),
                login.withOption("search_path", "pg_catalog"),
                login.withOption("no_such_setting", "1"),
                PgLogin.as("trusted", "no_such_database"));
    }

    @ParameterizedTest
    @MethodSource("logins")
    void startups(PgLogin login) {
        for (Legs legs : List.of(Legs.PLAIN, Legs.BOTH)) {
            try (RawPgClient client = connect(legs)) {
                PgReplay.assertSame(
                        login.toString(), legs.direct(POSTGRES.server(), login), lines(client.tryLogIn(login)));
            }
        }
    }

    @Test
    void longKeysOfTheNewerProtocolPass() {
        try (RawPgClient client = connect(Legs.PLAIN)) {
            client.logIn(login("trusted").withVersion(PgFrontend.VERSION_3_2));
            assertThat(client.key().secretKey()).hasSize(32);
        }
    }

    @ParameterizedTest
    @EnumSource(Legs.class)
    void aBindingIsNotOffered(Legs legs) {
        PgLogin login = login("scram").withBinding(PgLogin.Binding.TAKEN);
        assertThatThrownBy(() -> {
                    try (RawPgClient client = connect(legs)) {
                        client.logIn(login);
                    }
                })
                .isInstanceOf(AssertionError.class)
                .hasMessage("SCRAM-SHA-256-PLUS is not offered: R(10 SCRAM-SHA-256)");
    }

    @ParameterizedTest
    @EnumSource(Legs.class)
    void aClientThatMissesTheBindingIsToldWhatToDo(Legs legs) {
        PgLogin login = login("scram").withBinding(PgLogin.Binding.NOT_OFFERED);
        try (RawPgClient client = connect(legs)) {
            List<String> heard = lines(client.tryLogIn(login));
            if (legs.upstream) {
                assertThat(heard)
                        .containsExactly(
                                "R(10 SCRAM-SHA-256)",
                                "E(FATAL 28000 channel binding does not reach from the client through the sidecar to the"
                                        + " server; H=Connect with channel_binding=disable (libpq) or"
                                        + " channelBinding=disable (JDBC).)");
                assertThat(client.readToEnd()).isEmpty();
            } else {
                assertThat(heard).endsWith("Z(I)");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Legs.class)
    void passwordsAreInNoRecord(Legs legs) {
        try (RawPgClient client = connect(legs)) {
            client.logIn(login("clear"));
            client.query("select 1");
        }
        assertThat(sidecar(legs).audit().lines())
                .isNotEmpty()
                .noneSatisfy(line -> assertThat(line).contains("secret"));
    }

    @Test
    void whoItIsIsInTheRecord() {
        PgLogin login = login("trusted").withOption("application_name", "till 7");
        try (RawPgClient client = connect(Legs.PLAIN)) {
            client.logIn(login);
            client.query("select 'who'");
        }
        JsonNode record = sidecar(Legs.PLAIN)
                .audit()
                .await("statement", one -> one.path("statement").asText().equals("select 'who'"));
        assertThat(record.path("subject").asText()).isEqualTo("trusted");
        assertThat(record.path("database").asText()).isEqualTo(POSTGRES.database());
        assertThat(record.toString()).contains("till 7");
    }

    @Test
    void otherProtocolsAndNobodyAreRefused() {
        PgLogin login = login("trusted");
        for (PgLogin refused :
                List.of(login.withVersion(2 << 16), login.withVersion(4 << 16), PgLogin.as("", POSTGRES.database()))) {
            try (RawPgClient client = connect(Legs.PLAIN)) {
                assertThat(lines(client.tryLogIn(refused)))
                        .singleElement(InstanceOfAssertFactories.STRING)
                        .startsWith("E(FATAL ");
                assertThat(client.readToEnd()).isEmpty();
            }
        }
    }
}
