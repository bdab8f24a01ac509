package dev.hoop.proto.http.internal.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hoop.proto.http.internal.BadMessage;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestTargetTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            nullValues = "-",
            value = {
                "/ ORIGIN - / - /",
                "/a/b?c=d ORIGIN - /a/b c=d /a/b?c=d",
                "/a? ORIGIN - /a '' /a?",
                "/a??b ORIGIN - /a ?b /a??b",
                "/a/./b/../c ORIGIN - /a/./b/../c - /a/c",
                "/a/.. ORIGIN - /a/.. - /",
                "/a/b/. ORIGIN - /a/b/. - /a/b/",
                "/a/%2e%2e/b%2e?x ORIGIN - /a/%2e%2e/b%2e x /b%2e?x",
                "/a%2Fb/..%2fc ORIGIN - /a%2Fb/..%2fc - /a%2Fb/..%2fc",
                "//a//../b ORIGIN - //a//../b - //a/b",
                "http://h ABSOLUTE h / - /",
                "http://h:80?q ABSOLUTE h:80 / q /?q",
                "https://[::1]:8443/a/../b?c ABSOLUTE [::1]:8443 /a/../b c /b?c",
                "* ASTERISK - * - *",
            })
    void hasTheseParts(String text, String form, String authority, String path, String query, String forwarded)
            throws BadMessage {
        RequestTarget target = RequestTarget.parse(text);
        assertThat(target.raw()).isEqualTo(text);
        assertThat(target.form()).hasToString(form);
        assertThat(target.authority().orElse(null)).isEqualTo(authority);
        assertThat(target.path()).isEqualTo(path);
        assertThat(target.query().orElse(null)).isEqualTo(query);
        assertThat(target.forwarded()).isEqualTo(forwarded);
        ByteBuf out = Unpooled.buffer();
        target.writeForwarded(out);
        assertThat(out.toString(StandardCharsets.US_ASCII)).isEqualTo(forwarded);
    }

    @ParameterizedTest
    @CsvSource({
        "http://h/, h, true",
        "http://h/, H, true",
        "http://h/, h:80, true",
        "http://h:/, h, true",
        "http://h:80/, h, true",
        "https://h/, h:443, true",
        "https://h/, h:80, false",
        "http://h/, h:443, false",
        "http://h/, i, false",
        "http://h/, hh, false",
        "http://[::1]/, [::1]:80, true",
        "http://[::1]/, [::2], false",
        "/a, anything, true",
    })
    void agreesWithHost(String target, String host, boolean agrees) throws BadMessage {
        byte[] bytes = host.getBytes(StandardCharsets.US_ASCII);
        assertThat(RequestTarget.parse(target).agreesWithHost(bytes, 0, bytes.length))
                .isEqualTo(agrees);
    }

    @Test
    void neverTellsWhatItRefuses() {
        assertThatThrownBy(() -> RequestTarget.parse("/x?token=S3CRET%"))
                .message()
                .doesNotContain("S3CRET");
        assertThatThrownBy(() -> RequestTarget.parse("http://u:S3CRET@h/"))
                .message()
                .doesNotContain("S3CRET");
    }

    @Test
    void printsNoSecret() throws BadMessage {
        assertThat(RequestTarget.parse("/x?token=S3CRET")).hasToString("RequestTarget[ORIGIN]");
    }
}
