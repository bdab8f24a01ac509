package dev.hoop.proto.pg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hoop.review.ReviewId;
import dev.hoop.testbase.Background;
import dev.hoop.testbase.Eventually;
import dev.hoop.testkit.pg.SharedPostgres;
import dev.hoop.testkit.sidecar.TestSidecar;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** PostgreSQL's own terminal, and its own load generator; skipped where they are not installed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PsqlTest {

    @RegisterExtension
    static final SharedPostgres POSTGRES = Legs.postgres();

    @TempDir
    private Path folder;

    /** How a program ended. */
    private record Ended(int code, String output) {}

    @BeforeAll
    void roles() {
        Legs.roles(POSTGRES.server());
        POSTGRES.server().execute(POSTGRES.database(), "grant all on schema public to public");
    }

    private static void assumeInstalled(String program) {
        assumeTrue(
                List.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)).stream()
                        .anyMatch(path -> Files.isExecutable(Path.of(path, program))),
                program + " is not installed");
    }

    private Ended run(String input, Map<String, String> environment, List<String> command) {
        assumeInstalled(command.get(0));
        try {
            Path typed = Files.writeString(Files.createTempFile(folder, "typed", ".sql"), input);
            Path printed = Files.createTempFile(folder, "printed", ".txt");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(typed.toFile())
                    .redirectOutput(printed.toFile());
            builder.environment().putAll(environment);
            // What a person has in a home directory has nothing to say here.
            builder.environment().put("PSQLRC", folder.resolve("none").toString());
            builder.environment().put("PGPASSFILE", folder.resolve("none").toString());
            Process process = builder.start();
            try {
                assertThat(process.waitFor(60, TimeUnit.SECONDS))
                        .as("%s ends", command)
                        .isTrue();
            } finally {
                process.destroyForcibly();
            }
            return new Ended(process.exitValue(), Files.readString(printed));
        } catch (IOException e) {
            throw new AssertionError(command.toString(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(command.toString(), e);
        }
    }

    private Ended psql(InetSocketAddress address, String parameters, String input) {
        List<String> command =
                new ArrayList<>(List.of("psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align"));
        command.add("host=127.0.0.1 port=" + address.getPort() + " dbname=" + POSTGRES.database() + " " + parameters);
        return run(input, Map.of("PGPASSWORD", "secret"), command);
    }

    private static InetSocketAddress address(TestSidecar sidecar) {
        return sidecar.address(PgSidecars.LISTENER);
    }

    @ParameterizedTest
    @EnumSource(Legs.class)
    void everyLegWithAPassword(Legs legs) {
        try (TestSidecar sidecar = legs.sidecar(POSTGRES.server(), folder)) {
            String tls = legs.downstream
                    ? "sslmode=verify-full sslrootcert=" + folder.resolve("root.pem")
                    : "sslmode=disable";
            // A channel between the client and the sidecar is none to the server, which must not be told that it is.
            Ended ended = psql(address(sidecar), tls + " channel_binding=disable user=scram", "select current_user;");
            assertThat(ended).isEqualTo(new Ended(0, "scram\n"));
        }
    }

    @Test
    void tlsOnBothLegsWithoutAWordAboutTheChannelIsToldWhatToDo() {
        try (TestSidecar sidecar = Legs.BOTH.sidecar(POSTGRES.server(), folder)) {
            Ended ended = psql(address(sidecar), "sslmode=require user=scram", "select 1;");
            assertThat(ended.code()).isEqualTo(2);
            assertThat(ended.output()).contains("HINT:  Connect with channel_binding=disable");
        }
    }

    @Test
    void whatPeopleType() {
        String typed = """
                create table psql_things (n int, w text);
                \\copy psql_things from pstdin
                1	one
                2	two
                \\.
                select * from psql_things order by n;
                \\copy psql_things to pstdout
                begin;
                delete from psql_things where n = 1;
                rollback;
                select count(*) from psql_things \\gset
                \\echo :count
                select 1 as n, now() as at \\gdesc
                \\d psql_things
                select 1/0;
                select 'after';
                \\set FETCH_COUNT 2
                select generate_series(1, 5);
                drop table psql_things;
                """;
        try (TestSidecar sidecar = Legs.PLAIN.sidecar(POSTGRES.server(), folder)) {
            Ended direct = psql(POSTGRES.server().address(), "user=trusted", typed);
            Ended through = psql(address(sidecar), "user=trusted", typed);
            assertThat(direct.output()).contains("1|one", "ERROR:  division by zero", "after");
            assertThat(through).isEqualTo(direct);
        }
    }

    @Test
    void aRefusalReadsLikeAnErrorOfTheServer() {
        try (TestSidecar sidecar = PgSidecars.denying(POSTGRES.server().hostAndPort())) {
            Ended ended = psql(address(sidecar), "user=trusted", "select 'forbidden';\nselect 'alive';\n");
            assertThat(ended.output()).isEqualTo("ERROR:  forbidden here\nalive\n");
        }
    }

    @Test
    void aHeldStatementRunsOnceItIsApproved() {
        assumeInstalled("psql");
        try (TestSidecar sidecar = PgSidecars.reviewing(POSTGRES.server().hostAndPort(), "hold")) {
            CompletableFuture<Ended> ended =
                    Background.call(() -> psql(address(sidecar), "user=trusted", "select 'guarded', 6 * 7;\n"));
            ReviewId review = sidecar.plane().awaitReview(0);
            sidecar.plane().reviews().approve(review, "Ana");
            assertThat(Eventually.get(ended, Eventually.SOON, "psql's end").output())
                    .contains(
                            "NOTICE:  the statement waits for a person's approval (review " + review + ")",
                            "NOTICE:  approved by Ana (review " + review + ")",
                            "guarded|42");
        }
    }

    @Test
    void case18PgbenchWithTwoPreparedStatementsAScript() throws IOException {
        Path script = Files.writeString(
                folder.resolve("two.sql"),
                "\\set n random(1, 100)\nselect :n + 1;\ninsert into pgbench_things values (:n);\n");
        POSTGRES.server()
                .execute(
                        POSTGRES.database(),
                        "create table pgbench_things (n int)",
                        "grant all on pgbench_things to public");
        try (TestSidecar sidecar = PgSidecars.denying(POSTGRES.server().hostAndPort())) {
            for (String protocol : List.of("simple", "extended", "prepared")) {
                Ended ended = run(
                        "",
                        Map.of(),
                        List.of(
                                "pgbench",
                                "--no-vacuum",
                                "--client=4",
                                "--transactions=50",
                                "--protocol=" + protocol,
                                "--file=" + script,
                                "--host=127.0.0.1",
                                "--port=" + address(sidecar).getPort(),
                                "--username=trusted",
                                POSTGRES.database()));
                assertThat(ended.output()).as(protocol).contains("number of transactions actually processed: 200/200");
                assertThat(ended.code()).isZero();
            }
            assertThat(sidecar.audit().records("statement").stream()
                            .filter(record ->
                                    record.path("statement").asText().startsWith("insert into pgbench_things")))
                    .hasSize(600);
        }
        assertThat(POSTGRES.server().query(POSTGRES.database(), "select count(*) from pgbench_things"))
                .containsExactly(List.of("600"));
    }
}
