package dev.hoop.controlplane.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlaneUrlTest {

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:8009, http://127.0.0.1:8009/api/x",
        "HTTPS://plane.example.com/, https://plane.example.com/api/x",
        "https://plane.example.com/hoop//, https://plane.example.com/hoop/api/x",
        "https://plane.example.com/a/../hoop, https://plane.example.com/hoop/api/x",
        "http://[::1]:8009, http://[::1]:8009/api/x"
    })
    void putsCallsBehindItsPath(String given, String call) {
        assertThat(PlaneUrl.parse(given).resolve("/api/x")).hasToString(call);
    }

    @ParameterizedTest
    @CsvSource({
        "plane.example.com, neither http nor https",
        "ftp://plane.example.com, neither http nor https",
        "http://user:secret@plane.example.com, carries a user or password",
        "http:///x, names no host",
        "http://, not a URL",
        "http://plane.example.com?x=1, query or a fragment",
        "http://plane.example.com/#x, query or a fragment",
        "http://plane example.com, not a URL",
        "'', neither http nor https"
    })
    void saysWhatIsWrongWithoutRepeatingIt(String given, String problem) {
        assertThatThrownBy(() -> PlaneUrl.parse(given))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(problem)
                .hasMessageNotContaining("secret");
    }

    @Test
    void knowsWhenATokenWouldCrossANetworkInTheClear() {
        assertThat(PlaneUrl.parse("http://plane.example.com").isPlainOverNetwork())
                .isTrue();
        assertThat(PlaneUrl.parse("http://10.0.0.1").isPlainOverNetwork()).isTrue();
        assertThat(PlaneUrl.parse("https://plane.example.com").isPlainOverNetwork())
                .isFalse();
        assertThat(PlaneUrl.parse("http://localhost:1").isPlainOverNetwork()).isFalse();
        assertThat(PlaneUrl.parse("http://127.0.0.1:1").isPlainOverNetwork()).isFalse();
        assertThat(PlaneUrl.parse("http://[::1]:1").isPlainOverNetwork()).isFalse();
    }
}
