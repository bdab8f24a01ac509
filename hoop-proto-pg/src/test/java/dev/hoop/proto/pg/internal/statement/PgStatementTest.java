package dev.hoop.proto.pg.internal.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.core.spi.Fingerprints;
import dev.hoop.core.statement.Statement;
import dev.hoop.proto.pg.internal.message.Bind;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PgStatementTest {

    private static final StatementTerms TERMS =
            new StatementTerms("shop", new SqlSecrets(new Fingerprints(new byte[] {1})));

    @Test
    void showsTheTextAndTheDatabaseWhereThereAreNoParameters() {
        assertThat(payload(execution("delete from t", new int[0]))).isEqualTo("delete from t\n-- database 'shop'");
        assertThat(payload(query("delete from t"))).isEqualTo("delete from t\n-- database 'shop'");
    }

    @Test
    void isAnotherStatementInAnotherDatabaseWhateverItsName() {
        assertThat(payload(in("prod", "delete from t"))).isNotEqualTo(payload(in("staging", "delete from t")));
        assertThat(payload(in("prod", "delete from t\n-- database 'staging'")))
                .isNotEqualTo(payload(in("staging", "delete from t")));
        assertThat(payload(in("a'\n-- database 'b", "delete from t")))
                .endsWith("\n-- database E'a''\\n-- database ''b'");
    }

    @Test
    void showsEveryParameterOnALineOfItsOwn() {
        Statement statement = execution(
                "insert into t values ($1, $2, $3, $4)",
                new int[] {23, 0, 25, 17},
                binary("00000005"),
                text("a\nb' --"),
                new Bind.Parameter(false, Optional.empty()),
                binary("c0ffee"));

        assertThat(payload(statement))
                .isEqualTo("insert into t values ($1, $2, $3, $4)\n"
                        + "-- $1 int4 = '5'\n"
                        + "-- $2 = E'a\\nb'' --'\n"
                        + "-- $3 text = NULL\n"
                        + "-- $4 bytea = (bytes) \\xc0ffee\n"
                        + "-- database 'shop'");
    }

    @Test
    void showsElevenParametersInOrder() {
        Bind.Parameter[] eleven = new Bind.Parameter[11];
        java.util.Arrays.setAll(eleven, i -> text(Integer.toString(i + 1)));

        assertThat(payload(execution("select 1", new int[0], eleven))).contains("-- $2 = '2'\n", "-- $11 = '11'");
    }

    @Test
    void tellsReviewersTheShapeAndTheParameters() {
        Statement statement = execution("DELETE FROM t WHERE a = $1 AND b = 'x'", new int[] {23}, text("5"));
        assertThat(statement.shape()).contains("delete from t where a = ? and b = ?");
        assertThat(statement.parameters()).containsExactly("$1 int4 = '5'");
        assertThat(query("alter role app password 's3cret'").shape()).contains("alter role app password ?");
        assertThat(query("select 'no end").shape()).isEmpty();
    }

    @Test
    void noValueCanMakeALineOfItsOwnOrLookLikeAnotherOne() {
        String forged = payload(execution("select 1", new int[0], text("x'\n-- $2 = 'y")));

        assertThat(forged.lines()).hasSize(3);
        assertThat(forged).isNotEqualTo(payload(execution("select 1", new int[0], text("x"), text("y"))));
        assertThat(payload(execution("select 1", new int[0], text("\\x00"))))
                .isNotEqualTo(
                        payload(execution("select 1", new int[0], new Bind.Parameter(true, Optional.of(new byte[1])))));
        assertThat(payload(execution("select 1", new int[0], text("NULL"))))
                .isNotEqualTo(payload(execution("select 1", new int[0], new Bind.Parameter(false, Optional.empty()))));
    }

    @Test
    void makesWhatTurnsOrHidesTextVisible() {
        assertThat(payload(execution("select 1", new int[0], text("a\u202eb\u0000c\u2028"))))
                .endsWith("E'a\\u202Eb\\u0000c\\u2028'\n-- database 'shop'");
    }

    @Test
    void theSameValueInTextAndInBinaryIsTheSameStatement() {
        int[] types = {20};

        assertThat(payload(execution("select $1", types, text("-7"))))
                .isEqualTo(payload(execution("select $1", types, binary("fffffffffffffff9"))));
    }

    @Test
    void isLookedAtPartByPart() {
        Statement both = query("select 1; delete from t");

        assertThat(both.operation()).isEqualTo("delete");
        assertThat(both.parts()).extracting(Statement::operation).containsExactly("select", "delete");
        assertThat(both.parts().get(1).readings()).containsExactly("delete from t");
        assertThat(query("select 1").parts()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "select E'dr\\x6fp' | select 'drop'",
                "select E'\\144\\u0072\\U0000006f\\p' | select 'drop'",
                "select E'\\xc3\\xa4\\q' | select '\u00e4q'",
                "select U&'d\\0072o\\+000070' | select 'drop'",
                "select U&'d!0072op' uescape '!' | select 'drop'",
                "select U&\"d\\0072op\" from t | select \"drop\" from t",
                "select U&\"d!0072op\" UESCAPE '!' from t | select \"drop\" from t",
                "select 'o''clock' | select 'o'clock'",
                "drop /* x */  table t -- y | drop table t",
                "do $$ begin execute E'\\x64rop'; end $$ | do 'begin execute 'drop'; end'",
            })
    void isReadAsTheServerUnderstandsIt(String sql, String plain) {
        assertThat(query(sql).readings()).containsExactly(sql, plain);
    }

    @Test
    void partsOfALiteralOnSeveralLinesAreOne() {
        assertThat(query("select 'dr'\n -- x\n 'op'").readings()).endsWith("select 'drop'");
        assertThat(query("select E'dr'\n -- x'y\n '\\x6fp'").readings()).endsWith("select 'drop'");
        assertThat(query("select 'drop' from t where a = \"b\"").readings()).hasSize(1);
        assertThat(query("select 1; delete\nfrom t").parts().get(1).readings()).endsWith("delete from t");
    }

    @Test
    void tellsTheAuditTrailPortalStatementAndParameters() {
        Prepared prepared = new Prepared("s2", SqlText.read(ascii("select $1"), ReadingTerms.DEFAULT), new int[0]);
        Statement statement =
                PgStatement.ofPortal("p2", prepared, ClientEncoding.UTF8, List.of(text("x"), text("y")), TERMS);

        Map<String, String> facts = new HashMap<>();
        statement.tellFacts(facts::put);
        assertThat(facts)
                .containsEntry("portal", "p2")
                .containsEntry("prepared", "s2")
                .containsEntry("parameters", "$1 = 'x', $2 = 'y'");
        assertThat(statement.database()).contains("shop");
    }

    private static Statement query(String sql) {
        return PgStatement.ofQuery(SqlText.read(ascii(sql), ReadingTerms.DEFAULT), TERMS);
    }

    private static Statement in(String database, String sql) {
        return PgStatement.ofQuery(
                SqlText.read(ascii(sql), ReadingTerms.DEFAULT), new StatementTerms(database, TERMS.secrets()));
    }

    private static Statement execution(String sql, int[] types, Bind.Parameter... values) {
        Prepared prepared = new Prepared("", SqlText.read(ascii(sql), ReadingTerms.DEFAULT), types);
        return PgStatement.ofPortal("", prepared, ClientEncoding.UTF8, List.of(values), TERMS);
    }

    private static Bind.Parameter text(String value) {
        return new Bind.Parameter(false, Optional.of(value.getBytes(StandardCharsets.UTF_8)));
    }

    private static Bind.Parameter binary(String hex) {
        return new Bind.Parameter(true, Optional.of(HexFormat.of().parseHex(hex)));
    }

    private static String payload(Statement statement) {
        return new String(statement.payload(), StandardCharsets.UTF_8);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
