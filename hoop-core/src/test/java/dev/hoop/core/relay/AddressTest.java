package dev.hoop.core.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {

    @Test
    void readsHostAndPort() {
        assertThat(Address.parse("db.example.com:5432")).isEqualTo(new Address.Tcp("db.example.com", 5432));
        assertThat(Address.parse("[::1]:80")).isEqualTo(new Address.Tcp("::1", 80));
        assertThat(Address.parse(":0")).isEqualTo(new Address.Tcp("", 0));
        assertThat(Address.parse("/run/app.sock")).isEqualTo(new Address.Unix(Path.of("/run/app.sock")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"db.example.com:5432", "[::1]:80", ":0", "/run/app.sock"})
    void isWrittenAsItIsRead(String text) {
        assertThat(Address.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "8080",
                "host",
                "::1:80",
                "host:",
                "host:x",
                "host:65536",
                "host:-1",
                "host:+1",
                "host:099999"
            })
    void refusesWhatIsNoAddress(String text) {
        assertThatThrownBy(() -> Address.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("write");
    }
}
