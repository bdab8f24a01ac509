package dev.hoop.controlplane.internal.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.review.ReviewId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplicaWordTest {

    @Test
    void whatIsTold() {
        assertThat(List.of(
                        new ReplicaWord.Happened("r", ReviewEvent.Kind.DECIDED, new ReviewId("a-1")),
                        new ReplicaWord.Froze("r", "f-1"),
                        ReplicaWord.here("r"),
                        ReplicaWord.bye("r"),
                        ReplicaWord.again("r")))
                .extracting(ReplicaWord::text)
                .containsExactly("r decided a-1", "r froze f-1", "r here", "r bye", "r again");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "r filed a-1",
                "r decided a-1",
                "r executed a-1",
                "r expired a-1",
                "r froze f-1",
                "r here",
                "r bye",
                "r again"
            })
    void whatIsReadIsWhatWasTold(String text) {
        assertThat(ReplicaWord.parse(text)).hasValueSatisfying(word -> {
            assertThat(word.replica()).isEqualTo("r");
            assertThat(word.text()).isEqualTo(text);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "r", "r gone", "r merged a-1", "r filed", "r filed a-1 more", "r filed a/1"})
    void whatAnotherVersionMayTellIsPassedOver(String text) {
        assertThat(ReplicaWord.parse(text)).isEmpty();
    }
}
