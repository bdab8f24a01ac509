package dev.hoop.controlplane.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InFlightLimitTest {

    private final List<String> started = new ArrayList<>();

    private boolean start(String task) {
        return started.add(task);
    }

    @Test
    void startsInOrderAsPlacesBecomeFreeAndTurnsTheRestAway() {
        InFlightLimit limit = new InFlightLimit(1, 2);

        assertThat(limit.enter(() -> start("a"))).isTrue();
        assertThat(limit.enter(() -> start("b"))).isTrue();
        assertThat(limit.enter(() -> start("c"))).isTrue();
        assertThat(limit.enter(() -> start("d"))).isFalse();
        assertThat(started).containsExactly("a");
        limit.leave();
        limit.leave();
        assertThat(started).containsExactly("a", "b", "c");
        limit.leave();
        assertThat(limit.enter(() -> start("e"))).isTrue();
        assertThat(started).endsWith("e");
    }

    @Test
    void aLongLineThatGaveUpIsPassedOver() {
        InFlightLimit limit = new InFlightLimit(1, 200_000);
        limit.enter(() -> start("a"));
        for (int i = 0; i < 199_999; i++) {
            limit.enter(() -> false);
        }
        limit.enter(() -> start("last"));

        limit.leave();

        assertThat(started).containsExactly("a", "last");
        limit.leave();
        assertThat(limit.enter(() -> false)).isTrue();
        assertThat(limit.enter(() -> start("after"))).isTrue();
        assertThat(started).endsWith("after");
    }
}
