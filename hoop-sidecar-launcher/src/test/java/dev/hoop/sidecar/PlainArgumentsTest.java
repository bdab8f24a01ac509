package dev.hoop.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainArgumentsTest {

    private static final Set<String> NAMES = Set.of("--config", "--data");

    @Test
    void readsOptionsWithTheirValues() {
        assertThat(PlainArguments.read(new String[] {"dev", "--config", "a b.yaml", "--data=d=1"}, 1, NAMES))
                .contains(new PlainArguments(Map.of("--config", "a b.yaml", "--data", "d=1")));
        assertThat(PlainArguments.read(new String[] {"dev"}, 1, NAMES)).contains(new PlainArguments(Map.of()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--help",
                "--config",
                "--config=",
                "--config --data",
                "--config -v",
                "--config a --config b",
                "--config a -v",
                "--config a stray",
                "--unknown a",
                "--config \"a"
            })
    void leavesEverythingElseToTheLibrary(String line) {
        assertThat(PlainArguments.read(line.split(" "), 0, NAMES)).isEmpty();
    }
}
