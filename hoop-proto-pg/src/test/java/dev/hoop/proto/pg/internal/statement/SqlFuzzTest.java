package dev.hoop.proto.pg.internal.statement;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.hoop.core.sql.SqlStatement;
import dev.hoop.core.statement.Statement;
import java.util.List;

/** Whatever bytes a text has: it is classified, its parts lie within it, and nothing is thrown. */
class SqlFuzzTest {

    private static final List<String> ENCODINGS =
            List.of("UTF8", "LATIN1", "SJIS", "GBK", "BIG5", "SQL_ASCII", "JOHAB");

    @FuzzTest(maxDuration = "60s")
    void texts(FuzzedDataProvider data) {
        ReadingTerms terms = ReadingTerms.DEFAULT
                .with(ClientEncoding.of(data.pickValue(ENCODINGS)))
                .withStandardConformingStrings(data.consumeBoolean());
        SqlText text = SqlText.read(data.consumeRemainingAsBytes(), data.consumeBoolean() ? terms : terms.uncertain());

        int end = 0;
        for (SqlStatement statement : text.classification().statements()) {
            assertThat(statement.start()).isGreaterThanOrEqualTo(end);
            assertThat(statement.end()).isBetween(statement.start(), text.text().length());
            end = statement.end();
        }
        String operation = text.classification().operation();
        if (!operation.equals(Statement.UNKNOWN)
                && !text.classification().effects().isEmpty()) {
            assertThat(text.classification().effects()).contains(operation);
        }
        assertThat(NameCommand.of(text))
                .hasSizeLessThanOrEqualTo(text.classification().statements().size());
    }
}
