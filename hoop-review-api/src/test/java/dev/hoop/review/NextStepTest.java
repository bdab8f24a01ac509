package dev.hoop.review;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NextStepTest {

    @ParameterizedTest
    @CsvSource({
        "PENDING, wait",
        "APPROVED, resend_identical_statement",
        "REJECTED, stop",
        "REVOKED, stop",
        "EXECUTED, stop",
        "EXPIRED, stop",
        "ESCALATED, stop",
        "approved, stop",
        "'', stop"
    })
    void followsFromTheStatus(String status, String next) {
        assertThat(NextStep.of(new ReviewStatus(status)).word()).isEqualTo(next);
    }
}
