package dev.hoop.proto.http.internal.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.core.spi.Fingerprints;
import dev.hoop.core.statement.Risk;
import dev.hoop.proto.http.HttpConfig;
import dev.hoop.proto.http.internal.BadMessage;
import dev.hoop.proto.http.internal.codec.HeadLimits;
import dev.hoop.proto.http.internal.codec.Http1RequestDecoder;
import io.netty.buffer.Unpooled;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpStatementTest {

    private static final Fingerprints FINGERPRINTS = new Fingerprints(new byte[] {1});

    @Test
    void showsMethodTargetAndBody() throws BadMessage {
        HttpStatement statement = statement("POST /v1/pay?x=1", "", "{\"amount\": 5}");
        assertThat(payload(statement)).isEqualTo("POST /v1/pay?x=1\n\n{\"amount\": 5}");
        assertThat(statement.summary()).isEqualTo("POST /v1/pay?x=1");
        assertThat(statement.protocol()).isEqualTo("http");
        assertThat(statement.operation()).isEqualTo("POST");
        assertThat(statement.effects()).containsExactly("POST");
        assertThat(facts(statement)).isEmpty();
    }

    @Test
    void keepsAnyOctetOfTheBody() throws BadMessage {
        byte[] body = new byte[256];
        for (int i = 0; i < body.length; i++) {
            body[i] = (byte) i;
        }
        byte[] payload = ofHead("PUT /x", "").withBody(body).payload();
        assertThat(payload)
                .startsWith("PUT /x\n\n".getBytes(StandardCharsets.US_ASCII))
                .endsWith(body);
    }

    @Test
    void showsWhatTheUpstreamIsAsked() throws BadMessage {
        assertThat(payload(statement("GET /a/../admin/%2e/x%2Fy", "", ""))).isEqualTo("GET /admin/x%2Fy\n\n");
        assertThat(payload(statement("GET http://h/a?b", "", ""))).isEqualTo("GET /a?b\n\n");
    }

    @ParameterizedTest
    @CsvSource({
        "GET /v1/invoices/2024?force=1&a=2&a=3, GET /v1/invoices/*?a&force",
        "DELETE /users/9f97b0c4-6f0e-4b6e-9a43-0d6c2c1f7a10/, DELETE /users/*/",
        "POST /v2/charges/ch_1A2b3C4d5E6f7G8h/refund, POST /v2/charges/*/refund",
        "GET /people/ana@example.com/posts;jsessionid=17/x, GET /people/*/posts;*/x",
        "GET /oauth2/token?token=S3CRET&eyJhbGciOiJIUzI1NiJ9, GET /oauth2/token?*&token",
        "GET /, GET /",
        "GET /a//b?, GET /a//b",
    })
    void tellsReviewersTheShape(String request, String shape) throws BadMessage {
        assertThat(statement(request, "", "").shape()).contains(shape);
    }

    @Test
    void anotherMethodIsPartOfTheShape() throws BadMessage {
        assertThat(statement("POST /v1/invoices/7", "X-HTTP-Method-Override: DELETE\r\n", "")
                        .shape())
                .contains("POST /v1/invoices/* (X-HTTP-Method-Override: DELETE)");
    }

    @Test
    void hidesSecretsButBindsToThem() throws BadMessage {
        HttpStatement one = statement("GET /x?api_key=S3CRET&a=1", "", "");
        assertThat(payload(one)).doesNotContain("S3CRET").contains("api_key=[redacted:", "&a=1");
        assertThat(one.summary()).doesNotContain("S3CRET");
        assertThat(one.toString()).doesNotContain("S3CRET");
        assertThat(one.payload())
                .isEqualTo(statement("GET /x?api_key=S3CRET&a=1", "", "").payload());
        assertThat(one.payload())
                .isNotEqualTo(statement("GET /x?api_key=other&a=1", "", "").payload());
    }

    @ParameterizedTest
    @CsvSource({
        "X-HTTP-Method-Override: DELETE, unknown, POST+DELETE",
        "x-http-method: delete, unknown, POST+DELETE",
        "X-Method-Override: Patch, unknown, POST+PATCH",
        "X-HTTP-Method-Override: POST, POST, POST",
        "X-HTTP-Method-Override:, POST, POST",
    })
    void knowsNoOperationWhereAnotherMethodIsNamed(String header, String operation, String effects) throws BadMessage {
        HttpStatement statement = statement("POST /x", header + "\r\n", "");
        assertThat(statement.operation()).isEqualTo(operation);
        assertThat(String.join("+", statement.effects())).isEqualTo(effects);
    }

    @Test
    void showsMethodOverrides() throws BadMessage {
        HttpStatement statement =
                statement("POST /x", "x-method-override: PUT\r\nX-Http-Method-Override: DELETE, PATCH\r\n", "b");
        assertThat(payload(statement))
                .isEqualTo("POST /x\nX-HTTP-Method-Override: DELETE, PATCH\nX-Method-Override: PUT\n\nb");
        assertThat(statement.effects()).containsExactly("POST", "DELETE", "PATCH", "PUT");
        assertThat(statement.summary())
                .isEqualTo("POST /x (X-HTTP-Method-Override: DELETE, PATCH, X-Method-Override: PUT)");
    }

    @Test
    void heedsAMethodInTheQuery() throws BadMessage {
        HttpStatement statement = statement("POST /x?a=b&%5Fmethod=delete", "", "");
        assertThat(statement.operation()).isEqualTo("unknown");
        assertThat(statement.effects()).containsExactly("POST", "DELETE");
        assertThat(statement("POST /x?no_method=delete", "", "").operation()).isEqualTo("POST");
    }

    @Test
    void aMethodInLowerCaseIsTheSameOperation() throws BadMessage {
        HttpStatement statement = statement("delete /x", "", "");
        assertThat(statement.operation()).isEqualTo("DELETE");
        assertThat(payload(statement)).startsWith("delete /x\n");
    }

    @Test
    void readsTheTextInEveryWay() throws BadMessage {
        assertThat(statement("GET /a/../b%2Fc?q=drop%20table+x", "", "").readings())
                .startsWith("GET /a/../b%2Fc?q=drop%20table+x\n\n")
                .contains("GET /b%2Fc?q=drop%20table+x\n\n", "GET /a/../b/c?q=drop table x\n\n");
        assertThat(statement("GET /?q=%2564rop", "", "").readings()).contains("GET /?q=drop\n\n");
        assertThat(statement("POST /x", "", "{\"q\":\"\\u0064rop\\n\\\"\"}").readings())
                .contains("POST /x\n\n{\"q\":\"\\u0064rop\\n\\\"\"}", "POST /x\n\n{\"q\":\"drop\n\"\"}");
        assertThat(statement("POST /x", "", "q=%64rop+table&r=1").readings()).contains("POST /x\n\nq=drop table&r=1");
        assertThat(statement("GET /x", "", "").readings()).containsExactly("GET /x\n\n");
    }

    @Test
    void readsTheBodyInTheCharacterSetThatItStates() throws BadMessage {
        byte[] body = "drop".getBytes(StandardCharsets.UTF_16BE);
        HttpStatement statement = ofHead("POST /x", "Content-Type: text/plain; charset=\"UTF-16BE\"\r\n")
                .withBody(body);
        assertThat(statement.readings()).contains("POST /x\n\ndrop");
        HttpStatement ebcdic = ofHead("POST /x", "Content-Type: text/plain;charset=IBM037\r\n")
                .withBody("drop".getBytes(Charset.forName("IBM037")));
        assertThat(ebcdic.readings()).contains("POST /x\n\ndrop");
        assertThat(statement("POST /x", "Content-Type: a/b; charset=no-such\r\n", "drop")
                        .readings())
                .containsExactly("POST /x\n\ndrop");
    }

    @ParameterizedTest
    @CsvSource({"GET, LOW", "HEAD, LOW", "POST, MEDIUM", "PUT, MEDIUM", "PATCH, MEDIUM", "DELETE, HIGH", "MOVE, HIGH"})
    void tellsWhatIsAtStakeByTheMethod(String method, Risk.Level level) throws BadMessage {
        Risk risk = statement(method + " /x", "", "").risk();
        assertThat(risk.level()).isEqualTo(level);
        assertThat(risk.why()).contains(method);
    }

    @Test
    void aMethodThatNamesAnotherOneIsNoHarmlessOne() throws BadMessage {
        Risk risk =
                statement("GET /x", "X-HTTP-Method-Override: delete\r\n", "").risk();
        assertThat(risk.level()).isEqualTo(Risk.Level.HIGH);
        assertThat(risk.why()).isEqualTo("it may run as another method: it names GET, DELETE");
    }

    @Test
    void readsAnyOctets() throws BadMessage {
        byte[] latin1 = "caf\u00e9".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(ofHead("POST /x", "").withBody(latin1).readings()).containsExactly("POST /x\n\ncaf\u00e9");
    }

    @Test
    void capturesWhatTheConfigurationNames() throws BadMessage {
        HttpConfig config = new HttpConfig(65_536, true, List.of("X-Team", "X-None"), List.of(), 600);
        HttpStatement statement = HttpStatement.ofHead(
                        StatementTerms.of(config, FINGERPRINTS),
                        ofHead("PUT /x", "x-team: a\r\nX-TEAM: b\r\n").head())
                .withBody("hello".getBytes(StandardCharsets.US_ASCII));
        assertThat(facts(statement)).isEqualTo(Map.of("header.x-team", "a, b", "body", "hello"));
        assertThat(facts(statement.withBody(new byte[10_000])))
                .hasEntrySatisfying("body", body -> assertThat(body).hasSize(8192))
                .containsEntry("body_cut", "true");
    }

    private static Map<String, String> facts(HttpStatement statement) {
        Map<String, String> facts = new HashMap<>();
        statement.tellFacts(facts::put);
        return facts;
    }

    private static String payload(HttpStatement statement) {
        return new String(statement.payload(), StandardCharsets.ISO_8859_1);
    }

    private static HttpStatement statement(String request, String headers, String body) throws BadMessage {
        return ofHead(request, headers).withBody(body.getBytes(StandardCharsets.UTF_8));
    }

    private static HttpStatement ofHead(String request, String headers) throws BadMessage {
        String head = request + " HTTP/1.1\r\nHost: h\r\n" + headers + "\r\n";
        Http1RequestDecoder decoder = new Http1RequestDecoder(HeadLimits.DEFAULT);
        decoder.advance(Unpooled.wrappedBuffer(head.getBytes(StandardCharsets.ISO_8859_1)));
        return HttpStatement.ofHead(StatementTerms.of(HttpConfig.DEFAULT, FINGERPRINTS), decoder.head());
    }
}
