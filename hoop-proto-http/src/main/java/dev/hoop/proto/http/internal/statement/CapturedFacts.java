package dev.hoop.proto.http.internal.statement;

import dev.hoop.proto.http.HttpConfig;
import dev.hoop.proto.http.internal.message.RequestHead;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;

/** What the listener's configuration asks to keep of a request in the audit trail. */
final class CapturedFacts {

    /** A record is one line: a longer body is cut there, as statements are. */
    private static final int MAX_BODY_BYTES = 8192;

    private CapturedFacts() {}

    static void tell(HttpConfig config, RequestHead head, byte[] body, BiConsumer<String, String> told) {
        for (String name : config.headers()) {
            List<String> values = head.fields().all(name);
            if (!values.isEmpty()) {
                told.accept("header." + name.toLowerCase(Locale.ROOT), String.join(", ", values));
            }
        }
        if (config.captureBody() && body.length > 0) {
            told.accept("body", Texts.of(Arrays.copyOf(body, Math.min(body.length, MAX_BODY_BYTES))));
            if (body.length > MAX_BODY_BYTES) {
                told.accept("body_cut", "true");
            }
        }
    }
}
