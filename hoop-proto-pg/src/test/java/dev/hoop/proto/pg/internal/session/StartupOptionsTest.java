package dev.hoop.proto.pg.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.proto.pg.internal.message.StartupPacket.StartupMessage;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StartupOptionsTest {

    private static final String SETTING = "standard_conforming_strings";

    private static StartupOptions options(String text) {
        return StartupOptions.of(new StartupMessage(Map.of("user", "ana", "options", text)));
    }

    @Test
    void areDividedAsTheServerDividesThem() {
        assertThat(options(" -c work_mem=4MB\t--Search-Path=shop,\\ public  -capp.a=b\\\\c=d -c x= ")
                        .settings())
                .isEqualTo(Map.of("work_mem", "4MB", "search_path", "shop, public", "app.a", "b\\c=d", "x", ""));
        assertThat(options("").settings()).isEmpty();
        assertThat(options("-c a=1 -c A=2").settings()).isEqualTo(Map.of("a", "2"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-c standard_conforming_strings=off",
                "--standard-conforming-strings=on",
                "-c a=b -cStandard_Conforming_Strings=on"
            })
    void giveASessionAValueOfItsOwn(String text) {
        assertThat(options(text).pins(SETTING)).isTrue();
    }

    /** What is not certainly a setting to the server is none. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-c a=b",
                "-c a=b\\ --standard-conforming-strings=on",
                "-o -c standard_conforming_strings=on",
                "-- -c standard_conforming_strings=on",
                "x -c standard_conforming_strings=on",
                "-c standard_conforming_strings",
                "-c"
            })
    void areNotGuessed(String text) {
        assertThat(options(text).pins(SETTING)).isFalse();
    }

    @Test
    void mayBeParametersOfTheirOwn() {
        StartupMessage message = new StartupMessage(Map.of("user", "ana", "Standard_Conforming_Strings", "on"));
        assertThat(StartupOptions.of(message).pins(SETTING)).isTrue();
    }

    /** The longest that a client can send is read in a loop and not by recursion. */
    @Test
    void mayBeLong() {
        assertThat(options("-c a=" + "x".repeat(9_000)).settings()).containsKey("a");
        assertThat(options("-c a=" + "\\x".repeat(4_500)).settings()).containsEntry("a", "x".repeat(4_500));
    }
}
