package dev.hoop.proto.http.internal.statement;

import dev.hoop.proto.http.HttpConfig;
import dev.hoop.proto.http.internal.message.RequestHead;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the listener's configuration asks to keep of a request in the audit trail. */
final class CapturedFacts {

    /** A record is one line: a longer body is cut there, as statements are. */
    private static final int MAX_BODY_BYTES = 8192;

    private CapturedFacts() {}

    static Map<String, String> of(HttpConfig config, RequestHead head, byte[] body) {
        boolean withBody = config.captureBody() && body.length > 0;
        if (config.headers().isEmpty() && !withBody) {
            return Map.of();
        }
        Map<String, String> facts = new LinkedHashMap<>();
        for (String name : config.headers()) {
            List<String> values = head.fields().all(name);
            if (!values.isEmpty()) {
                facts.put("header." + name.toLowerCase(Locale.ROOT), String.join(", ", values));
            }
        }
        if (withBody) {
            facts.put("body", Texts.of(Arrays.copyOf(body, Math.min(body.length, MAX_BODY_BYTES))));
            if (body.length > MAX_BODY_BYTES) {
                facts.put("body_cut", "true");
            }
        }
        return facts;
    }
}
