package dev.hoop.bench;

import dev.hoop.core.spi.Fingerprints;
import dev.hoop.core.statement.Origin;
import dev.hoop.proto.http.HttpConfig;
import dev.hoop.proto.http.internal.statement.StatementTerms;
import dev.hoop.review.Requester;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** The request that is measured: what a browser-like client sends. */
final class SampleRequest {

    static final byte[] BYTES = """
            GET /orders/42?expand=items HTTP/1.1
            Host: api.example.com
            User-Agent: agent/1.0 (+https://example.com)
            Accept: application/json
            Accept-Encoding: gzip, deflate
            Authorization: Bearer 0123456789abcdef0123456789abcdef
            X-Request-Id: 7d5d4a0e-9a1b-4a54-93a8-7a0c4a1f2f11
            Connection: keep-alive

            """.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII);

    static final StatementTerms TERMS = StatementTerms.of(HttpConfig.DEFAULT, new Fingerprints(new byte[] {1}));

    static final Origin ORIGIN = new Origin(1, Requester.peer("127.0.0.1:50000"), Optional.empty(), Map.of());

    private SampleRequest() {}
}
