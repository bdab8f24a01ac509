package dev.hoop.proto.pg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testkit.pg.PgFrontend;
import dev.hoop.testkit.pg.PgLogin;
import dev.hoop.testkit.pg.RawPgClient;
import dev.hoop.testkit.pg.SharedPostgres;
import dev.hoop.testkit.sidecar.TestSidecar;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a rule on a table, an operation or a word means is refused however it is written; through the wire. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RuleEvasionsTest {

    @RegisterExtension
    static final SharedPostgres POSTGRES = SharedPostgres.plain();

    private static final String RULES = """
            guardrails:
              rules:
                - {name: no-vault, type: table, tables: [vault], message: not the vault}
                - {name: no-deletes, type: operation, operations: [delete], message: no deletes}
                - {name: no-word, type: deny_words_list, words: [forbidden, drop table], message: not that word}
            """;

    private TestSidecar sidecar;

    @BeforeAll
    void start() {
        POSTGRES.server().execute(POSTGRES.database(), "create table vault (id int primary key)");
        sidecar = PgSidecars.start(POSTGRES.server().hostAndPort(), RULES);
    }

    @AfterAll
    void stop() {
        sidecar.close();
    }

    private void assertRefused(String sql, String message) {
        try (RawPgClient client =
                RawPgClient.open(sidecar.address(PgSidecars.LISTENER), PgLogin.as("postgres", POSTGRES.database()))) {
            String refusal = "E(ERROR 42501 " + message + ")";
            assertThat(RawPgClient.lines(client.query(sql))).containsExactly(refusal, "Z(I)");
            byte[] extended = PgFrontend.together(
                    PgFrontend.parse("", sql), PgFrontend.bind("", ""), PgFrontend.execute("", 0), PgFrontend.sync());
            assertThat(RawPgClient.lines(client.send(extended).readUntilReady()))
                    .containsExactly(refusal, "Z(I)");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "create publication p for table vault",
                "create publication p for table other, only public.vault (id) where (id > 1)",
                "alter publication p add table vault",
                "create statistics s on a, b from vault",
                "create table t (id int references vault)",
                "create table t (id int, foreign key (id) references public.vault (id) on delete cascade)",
                "alter table t add constraint k foreign key (id) references vault",
                "create table t (like vault including all)",
                "create table t () inherits (other, vault)",
                "create table t partition of vault for values in (1)",
                "alter table t attach partition vault default",
                "alter table t rename to vault",
                "alter table other.vault set schema public",
                "create sequence s owned by vault.id",
                "alter extension e add table vault",
                "import foreign schema r limit to (vault) from server s into public",
                "create policy p on t using (exists (select from vault))",
                "create rule r as on insert to t do also select * from vault",
                "create constraint trigger g after insert on t from vault for each row execute function f()",
                "comment on constraint k on vault is 'x'",
                "security label on table vault is 'x'",
                "create function f() returns setof int language sql as 'select id from vault'",
                "create function f() returns setof int begin atomic select id from vault; end",
                "grant select on other, vault to public",
                "vacuum other, vault",
            })
    void aTableThatADefinitionNames(String sql) {
        assertRefused(sql, "not the vault");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "create function f() returns void language sql as $$ delete from t $$",
                "create function f() returns void as e'\\x64elete from t' language sql",
                "create procedure f() language sql begin atomic delete from t; end",
                "create function f() returns void language plpgsql as $$ begin delete from t; end $$",
                "create rule r as on insert to t do instead (notify x; delete from u)",
                "do $$ begin delete from t; end $$",
            })
    void aDeleteThatRunsLater(String sql) {
        assertRefused(sql, "no deletes");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select e'forbi\\x64den'",
                "select u&'forbi\\0064den'",
                "select 1 as u&\"forbi\\0064den\"",
                "select 1 as u&\"forbi!0064den\" uescape '!'",
                "select 'for'\n'bidden'",
                "drop\n\ttable t",
                "drop /* not */ table t",
                "select 1; drop -- x\n table t",
            })
    void aWordThatIsWrittenOtherwise(String sql) {
        assertRefused(sql, "not that word");
    }

    /** Nothing but running it tells what it is: documented. */
    @Test
    void aWordThatIsPutTogetherWhenTheStatementRunsIsNotSeen() {
        try (RawPgClient client =
                RawPgClient.open(sidecar.address(PgSidecars.LISTENER), PgLogin.as("postgres", POSTGRES.database()))) {
            assertThat(RawPgClient.lines(client.query("select 'for' || 'bidden'")))
                    .contains("D('forbidden')");
        }
    }
}
