package dev.hoop.core.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlShapeTest {

    private static Optional<String> shape(SqlDialect dialect, String text) {
        return SqlShape.of(text, dialect, SqlSettings.defaults(dialect));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "DELETE FROM Invoices WHERE id = 5|delete from invoices where id = ?",
                "delete  from invoices\twhere id=$1 ;|delete from invoices where id = ?",
                "delete /* 5 */ from invoices where id = -7.5e3 -- why|delete from invoices where id = ?",
                "update t set a = E'x\\'y', b = 'it''s' where c::int = +1|update t set a = ?, b = ? where c::int = ?",
                "select a - 1 from t|select a - ? from t",
                "select count (*), t.* from \"T\" t|select count(*), t.* from \"T\" t",
                "select * from t where id in (1,2, $3)|select * from t where id in (...)",
                "select * from t where id in (7)|select * from t where id in (...)",
                "select * from t where id in (select 1)|select * from t where id in (select ?)",
                "insert into t(a,b) values(1,'x'),(2, 'y') , (3,'z')|insert into t(a, b) values (?, ?), ...",
                "insert into t values (1, now()), (2, 5)|insert into t values (?, now()), (?, ?)",
                "select a->>'k', b <= 3 from t|select a ->> ?, b <= ? from t",
                "begin; delete from t;|begin; delete from t",
                "alter role app password 's3cret'|alter role app password ?",
            })
    void takesTheValuesOut(String text, String shape) {
        assertThat(shape(SqlDialect.POSTGRES, text)).contains(shape);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-- nothing",
                "select 'no end",
                "do $$ begin delete from t; end $$",
                "do 'begin delete from t; end'",
                "do language plpgsql 'x'",
                "select $tag$ body $tag$",
                "create function f() returns int language sql as 'delete from t returning 1'",
                "copy t to program 'rm -rf /'",
            })
    void hasNoneWhereWhatDiffersIsNoValue(String text) {
        assertThat(shape(SqlDialect.POSTGRES, text)).isEmpty();
    }

    @Test
    void conflictsAreNoBlocks() {
        assertThat(shape(SqlDialect.POSTGRES, "insert into t values (1) on conflict do update set a = 'x'"))
                .contains("insert into t values (?) on conflict do update set a = ?");
    }

    @Test
    void readsEachDialectByItsRules() {
        assertThat(shape(SqlDialect.MYSQL, "DELETE FROM `Orders` WHERE T.id = \"x\" # 5"))
                .contains("delete from `Orders` where T.id = ?");
        assertThat(shape(SqlDialect.MSSQL, "DELETE FROM [Orders] WHERE ID = @p1 AND n = N'x'"))
                .contains("delete from [Orders] where id = @p1 and n = ?");
        assertThat(shape(SqlDialect.MSSQL, "EXEC('DROP TABLE t')")).isEmpty();
        assertThat(shape(SqlDialect.POSTGRES, "select 'a\\' or 1=1 --'")).contains("select ? or ? = ?");
        SqlSettings backslash = SqlSettings.defaults(SqlDialect.POSTGRES).withStandardConformingStrings(false);
        assertThat(SqlShape.of("select 'a\\' or 1=1 --'", SqlDialect.POSTGRES, backslash))
                .contains("select ?");
    }

    @Test
    void isReadInOneGo() {
        String rows = "insert into t values (1)" + ", (1)".repeat(20_000);
        assertThat(shape(SqlDialect.POSTGRES, rows)).contains("insert into t values (?), ...");
        assertThat(shape(SqlDialect.POSTGRES, "select " + "(".repeat(50_000))).isPresent();
    }
}
