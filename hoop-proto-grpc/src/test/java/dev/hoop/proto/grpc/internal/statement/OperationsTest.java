package dev.hoop.proto.grpc.internal.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.core.statement.Risk;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperationsTest {

    @ParameterizedTest
    @CsvSource({
        "GetInvoice, LOW",
        "UpdateInvoice, MEDIUM",
        "BatchCreate, MEDIUM",
        "DeleteInvoice, HIGH",
        "BatchDelete, HIGH",
        "GrantRole, HIGH",
        "PurgeAll, HIGH",
        "Frobnicate, HIGH"
    })
    void tellsWhatIsAtStakeByTheName(String method, Risk.Level level) {
        Risk risk = Operations.risk(Operations.ofName(method), method);
        assertThat(risk.level()).isEqualTo(level);
        assertThat(risk.why()).isNotBlank();
    }
}
