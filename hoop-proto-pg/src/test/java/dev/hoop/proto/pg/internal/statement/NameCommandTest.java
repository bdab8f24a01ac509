package dev.hoop.proto.pg.internal.statement;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NameCommandTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "select 1|",
                "deallocate s1|-s1",
                "DEALLOCATE PREPARE S1|-s1",
                "deallocate \"My \"\"s\"|-My \"s",
                "deallocate all|-*",
                "deallocate prepare all|-*",
                "deallocate \"all\"|-all",
                "discard all|-*",
                "discard plans|",
                "discard /**/ all|?*",
                "deallocate /* x */ s1|?*",
                "deallocate U&\"s\"|?*",
                "prepare s1 as select 1|?s1",
                "prepare s1(int) as select $1|?s1",
                "prepare \"S 1\" as select 1|?S 1",
                "prepare/**/s1 as select 1|?*",
                "prepare transaction 'x'|",
                "/* x */ deallocate s1|-s1",
                "select 1; deallocate s1; prepare s2 as select 1|-s1 ?s2",
            })
    void tellsWhatBecomesOfNames(String sql, String expected) {
        List<String> told =
                NameCommand.of(SqlText.read(sql.getBytes(StandardCharsets.US_ASCII), ReadingTerms.DEFAULT)).stream()
                        .map(command ->
                                (command.removed() ? "-" : "?") + command.name().orElse("*"))
                        .toList();

        assertThat(String.join(" ", told)).isEqualTo(expected == null ? "" : expected);
    }
}
