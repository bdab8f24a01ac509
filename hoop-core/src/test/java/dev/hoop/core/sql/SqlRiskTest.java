package dev.hoop.core.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.core.statement.Risk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlRiskTest {

    private static Risk of(String text) {
        return SqlRisk.of(SqlClassifier.of(SqlDialect.POSTGRES).classify(text));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SELECT * FROM orders                                   | LOW    | reads; reads orders
            SHOW server_version                                    | LOW    | reads the server's own state
            INSERT INTO shop.orders VALUES (1)                     | MEDIUM | adds rows; writes shop.orders
            UPDATE orders SET x = 1 FROM prices                    | MEDIUM | changes rows; writes orders; reads prices
            DELETE FROM orders                                     | HIGH   | removes rows; writes orders
            DROP TABLE orders                                      | HIGH   | removes an object; writes orders
            GRANT ALL ON orders TO joe                             | HIGH   | gives a privilege
            """)
    void isThatOfTheWorstEffect(String text, Risk.Level level, String why) {
        Risk risk = of(text);
        assertThat(risk.level()).isEqualTo(level);
        assertThat(risk.why()).startsWith(why);
    }

    @Test
    void namesEveryEffectThatIsNoReadingWorstFirst() {
        assertThat(of("INSERT INTO a SELECT 1; DELETE FROM b").why()).startsWith("removes rows; adds rows; writes ");
    }

    @Test
    void ofWhatCannotBeReadIsHighAndSaysWhy() {
        Risk risk = of("FROBNICATE orders");
        assertThat(risk.level()).isEqualTo(Risk.Level.HIGH);
        assertThat(risk.why()).startsWith("what it does cannot be told (");
    }

    @Test
    void namesAHandfulOfRelations() {
        StringBuilder text = new StringBuilder("DELETE FROM t0");
        for (int i = 1; i < 12; i++) {
            text.append("; DELETE FROM t").append(i);
        }
        assertThat(of(text.toString()).why()).contains("writes t0, t1, t2, t3, t4, t5, t6, t7 and 4 more");
    }
}
