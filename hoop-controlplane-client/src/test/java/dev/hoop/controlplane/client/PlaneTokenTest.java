package dev.hoop.controlplane.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlaneTokenTest {

    @Test
    void readsAFileAndDropsItsLineEnd(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("token"), "abc-123\r\n");

        assertThat(PlaneToken.read(file).value()).isEqualTo("abc-123");
    }

    @Test
    void printsNothingOfItself() {
        assertThat(PlaneToken.of("abc-123")).hasToString("PlaneToken[hidden]");
    }

    @Test
    void takesOnlyWhatAHeaderCanCarry() {
        for (String bad : new String[] {"", "  \n", "two words", "line\nbreak", "ümlaut", "x".repeat(5000)}) {
            assertThatThrownBy(() -> PlaneToken.of(bad))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageNotContainingAny("two", "break", "mlaut", "xxx");
        }
    }
}
