package dev.hoop.testbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class HexDumpTest {

    @Test
    void showsOffsetHexAndText() {
        assertThat(HexDump.of("GET / HTTP/1.1\r\nHost".getBytes(StandardCharsets.US_ASCII)))
                .isEqualTo("00000000  47 45 54 20 2f 20 48 54  54 50 2f 31 2e 31 0d 0a  GET / HTTP/1.1..\n"
                        + "00000010  48 6f 73 74                                       Host");
    }

    @Test
    void saysWhenThereIsNothing() {
        assertThat(HexDump.of(new byte[0])).isEqualTo("(no bytes)");
    }
}
