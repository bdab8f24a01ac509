package dev.hoop.proto.http.internal.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.config.Binder;
import dev.hoop.config.ConfigNode;
import dev.hoop.config.Problems;
import dev.hoop.config.YamlReader;
import dev.hoop.core.guardrail.Matcher;
import dev.hoop.core.guardrail.RuleType;
import dev.hoop.core.spi.Fingerprints;
import dev.hoop.core.statement.Statement;
import dev.hoop.proto.http.HttpConfig;
import dev.hoop.proto.http.internal.BadMessage;
import dev.hoop.proto.http.internal.codec.HeadLimits;
import dev.hoop.proto.http.internal.codec.Http1RequestDecoder;
import dev.hoop.proto.http.internal.statement.HttpResponse;
import dev.hoop.proto.http.internal.statement.HttpStatement;
import dev.hoop.proto.http.internal.statement.StatementTerms;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules as they are written, against requests as they come. */
class HttpRulesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{resources: [/admin/**]} | GET /admin/x | true",
                "{resources: [/admin/**]} | GET /info/..%2fadmin | true",
                "{resources: [/admin/**]} | GET /public | false",
                "{resources: [/a, /b]} | GET /b/ | true",
                "{resources: [/admin/**], methods: [DELETE, put]} | PUT /admin/x | true",
                "{resources: [/admin/**], methods: [DELETE]} | delete /admin/x | true",
                "{resources: [/admin/**], methods: [DELETE]} | GET /admin/x | false",
                "{resources: [/**], methods: [OPTIONS]} | OPTIONS * | false",
                "{resources: ['*'], methods: [GET]} | GET / | true",
            })
    void httpResource(String fields, String request, boolean fires) throws BadMessage {
        assertThat(fires(new HttpResourceRule(), fields, request, "")).isEqualTo(fires);
    }

    @Test
    void httpResourceHeedsAMethodThatIsNamedElsewhere() throws BadMessage {
        String fields = "{resources: [/admin/**], methods: [DELETE]}";
        assertThat(fires(new HttpResourceRule(), fields, "POST /admin/x", "X-HTTP-Method-Override: delete\r\n"))
                .isTrue();
        assertThat(fires(new HttpResourceRule(), fields, "POST /admin/x", "X-Method-Override: PATCH\r\n"))
                .isFalse();
        assertThat(fires(new HttpResourceRule(), fields, "POST /admin/x?a=1&_method=delete", ""))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{headers: {x-env: prod}} | X-Env: prod | true",
                "{headers: {x-env: prod}} | X-Env: PROD | true",
                "{headers: {x-env: prod}} | X-Env: production | false",
                "{headers: {x-env: prod*}} | X-Env: production | true",
                "{headers: {x-env: '*'}} | X-Env: | true",
                "{headers: {x-env: }} | X-Env: a | true",
                "{headers: [x-env]} | X-Env: a | true",
                "{headers: [x-env]} | X-Other: a | false",
                "{headers: {x-env: [prod, stage]}} | X-Env: stage | true",
                "{headers: {x-env: [prod, stage]}} | X-Env: dev | false",
                "{headers: {x-env: prod}} | X-Env: dev~X-Env: prod | true",
                "{headers: {x-env: prod}} | X-Env: dev, prod | true",
                "{headers: {x-env: prod, x-team: a}} | X-Env: prod | false",
                "{headers: {x-env: prod, x-team: a}} | X-Env: prod~X-Team: a | true",
                "{headers_not: {x-env: dev}} | X-Env: dev | false",
                "{headers_not: {x-env: dev}} | X-Env: prod | true",
                "{headers_not: {x-env: dev}} | X-Other: dev | true",
                "{headers_not: {x-env: dev}} | X-Env: dev~X-Env: prod | true",
                "{headers_not: {x-env: dev}} | X-Env: dev, prod | true",
                "{headers_not: {x-env: dev}} | X-Env: dev~X-Env: dev | false",
                "{headers_not: [x-env]} | X-Env: | false",
                "{headers_not: [x-env]} | X-Env: a~Connection: x-env | true",
                "{headers: {x-a: 1}, headers_not: {x-b: 1}} | X-A: 1 | true",
                "{headers: {x-a: 1}, headers_not: {x-b: 1}} | X-A: 1~X-B: 1 | false",
                "{headers: [x-a], resources: [/x]} | X-A: 1 | true",
                "{headers: [x-a], resources: [/y]} | X-A: 1 | false",
                "{headers: [x-a], methods: [POST]} | X-A: 1 | false",
                "{headers: {user-agent: 'a*b*c'}} | User-Agent: abbc | true",
                "{headers: {user-agent: 'a*b*c'}} | User-Agent: acb | false",
                "{headers: {user-agent: 'ab*ba'}} | User-Agent: aba | false",
            })
    void httpHeader(String fields, String headers, boolean fires) throws BadMessage {
        String lines = headers.strip().replace("~", "\r\n") + "\r\n";
        assertThat(fires(new HttpHeaderRule(), fields, "GET /x", lines)).isEqualTo(fires);
    }

    @ParameterizedTest
    @CsvSource({"404, 404, true", "404, 403, false", "5xx, 503, true", "5XX, 404, false", "'404, 5xx', 599, true"})
    void httpStatus(String statuses, int status, boolean fires) throws BadMessage {
        Matcher matcher =
                matcher(new HttpStatusRule(), "{statuses: [" + statuses + "]}").orElseThrow();
        Statement statement = statement("GET /x", "");
        assertThat(((Matcher.OfResponse) matcher).matches(statement, new HttpResponse(status)))
                .isEqualTo(fires);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{resources: []}",
                "{resources: [admin]}",
                "{resources: [/a?b]}",
                "{resources: [/a], methods: ['G T']}"
            })
    void refusesAResourceRuleThatCanNeverMatch(String fields) {
        assertThat(problem(new HttpResourceRule(), fields)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{headers: {}}",
                "{headers: x}",
                "{headers: {'x y': a}}",
                "{headers: {connection: a}}",
                "{headers: {x-a: []}}",
                "{headers: {x-a: {b: c}}}",
                "{headers: [x-a], resources: [y]}"
            })
    void refusesAHeaderRuleThatCanNeverMatch(String fields) {
        assertThat(problem(new HttpHeaderRule(), fields)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{statuses: []}",
                "{statuses: [1xx]}",
                "{statuses: [101]}",
                "{statuses: [600]}",
                "{statuses: [ok]}"
            })
    void refusesAStatusRuleThatCanNeverMatch(String fields) {
        assertThat(problem(new HttpStatusRule(), fields)).isNotEmpty();
    }

    private static <F extends Record> boolean fires(RuleType<F> type, String fields, String request, String headers)
            throws BadMessage {
        return ((Matcher.OfHead) matcher(type, fields).orElseThrow()).matches(statement(request, headers));
    }

    private static <F extends Record> Optional<Matcher> matcher(RuleType<F> type, String fields) {
        Problems problems = new Problems();
        Optional<ConfigNode.Mapping> node = YamlReader.read("test", fields, problems);
        Optional<F> bound = node.flatMap(tree -> Binder.bind(tree, type.fieldsType(), problems));
        return bound.map(type::create);
    }

    private static <F extends Record> String problem(RuleType<F> type, String fields) {
        try {
            return matcher(type, fields).isPresent() ? "" : "a problem of binding";
        } catch (IllegalArgumentException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static HttpStatement statement(String request, String headers) throws BadMessage {
        String head = request + " HTTP/1.1\r\nHost: h\r\n" + headers + "\r\n";
        Http1RequestDecoder decoder = new Http1RequestDecoder(HeadLimits.DEFAULT);
        decoder.advance(Unpooled.wrappedBuffer(head.getBytes(StandardCharsets.ISO_8859_1)));
        StatementTerms terms = StatementTerms.of(HttpConfig.DEFAULT, new Fingerprints(new byte[] {1}));
        return HttpStatement.ofHead(terms, decoder.head());
    }
}
