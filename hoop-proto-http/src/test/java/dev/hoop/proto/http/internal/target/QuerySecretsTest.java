package dev.hoop.proto.http.internal.target;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.core.spi.Fingerprints;
import dev.hoop.proto.http.internal.BadMessage;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuerySecretsTest {

    private final QuerySecrets secrets = new QuerySecrets(List.of("Account"), fingerprints("key"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "access_token=S3CRET",
                "ACCESS_TOKEN=S3CRET",
                "access%5Ftoken=S3CRET",
                "%61ccess_token=S3CRET",
                "access_token=S3CRET;x",
                "token=S3CRET",
                "api_key=S3CRET",
                "apikey=S3CRET",
                "key=S3CRET",
                "sig=S3CRET",
                "signature=S3CRET",
                "password=S3CRET",
                "secret=S3CRET",
                "client_secret=S3CRET",
                "code=S3CRET",
                "X-Amz-Signature=S3CRET",
                "X-Amz-Security-Token=S3CRET",
                "X-Amz-Credential=S3CRET",
                "X-Goog-Signature=S3CRET",
                "account=S3CRET",
                "a;token=S3CRET",
                "a=1;token=S3CRET;b=S3CRET",
                "user[password]=S3CRET",
                "user%5Bpassword%5D=S3CRET",
                "token[]=S3CRET",
                "token[0]=S3CRET",
                "+token+=S3CRET",
                "token==S3CRET==",
                "token=S3CRET=token",
                "token=a?token=S3CRET",
                "token=&token=S3CRET",
            })
    void hidesTheValue(String pair) throws BadMessage {
        for (String target : List.of("/x?" + pair, "/x?a=b&" + pair + "&c=d", "http://h/x?" + pair)) {
            String shown = secrets.redact(RequestTarget.parse(target));
            assertThat(shown).doesNotContain("S3CRET").contains("[redacted:");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/x",
                "/x?",
                "/x?a",
                "/x?token",
                "/x?a=b&c=d",
                "/x?tokens=1",
                "/x?a=token=1",
                "/x?=1",
                "/x?&&a;;b&"
            })
    void showsAllElse(String target) throws BadMessage {
        assertThat(secrets.redact(RequestTarget.parse(target))).isEqualTo(target);
    }

    @Test
    void showsNameAndPlaceAndBindsToTheExactValue() throws BadMessage {
        String shown = secrets.redact(RequestTarget.parse("/x?a=1&api_key=one&b=2"));
        assertThat(shown).matches("/x\\?a=1&api_key=\\[redacted:[0-9a-f]{24}]&b=2");
        assertThat(secrets.redact(RequestTarget.parse("/x?a=1&api_key=one&b=2")))
                .isEqualTo(shown);
        assertThat(secrets.redact(RequestTarget.parse("/x?a=1&api_key=two&b=2")))
                .isNotEqualTo(shown);
        assertThat(secrets.redact(RequestTarget.parse("/x?a=1&api_key=on%65&b=2")))
                .isNotEqualTo(shown);
        QuerySecrets others = new QuerySecrets(List.of(), fingerprints("other key"));
        assertThat(others.redact(RequestTarget.parse("/x?a=1&api_key=one&b=2"))).isNotEqualTo(shown);
    }

    @Test
    void showsTheTargetAsItIsForwarded() throws BadMessage {
        assertThat(secrets.redact(RequestTarget.parse("http://h/a/../b?c=../d")))
                .isEqualTo("/b?c=../d");
    }

    private static Fingerprints fingerprints(String key) {
        return new Fingerprints(key.getBytes(StandardCharsets.US_ASCII));
    }
}
