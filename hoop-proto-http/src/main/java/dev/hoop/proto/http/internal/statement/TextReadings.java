package dev.hoop.proto.http.internal.statement;

import dev.hoop.proto.http.internal.message.RequestHead;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The texts that text rules look at: {@code METHOD target}, an empty line, the body; the target as it was sent, as it is
 * forwarded and percent-decoded, the body as it was sent, in the character set that it states, and with the escapes of
 * forms and JSON decoded.
 */
final class TextReadings {

    private TextReadings() {}

    static List<String> of(RequestHead head, byte[] body) {
        List<String> targets = targets(head);
        List<String> bodies = body.length == 0 ? List.of("") : bodies(head, body);
        List<String> readings = new ArrayList<>(targets.size() + bodies.size());
        for (String target : targets) {
            readings.add(text(head, target, bodies.get(0)));
        }
        for (String text : bodies.subList(1, bodies.size())) {
            readings.add(text(head, targets.get(0), text));
        }
        return List.copyOf(readings);
    }

    private static String text(RequestHead head, String target, String body) {
        return head.method() + " " + target + "\n\n" + body;
    }

    private static List<String> targets(RequestHead head) {
        String raw = head.target().raw();
        Set<String> targets = new LinkedHashSet<>();
        targets.add(raw);
        targets.add(head.target().forwarded());
        String decoded = Texts.formDecoded(raw);
        targets.add(decoded);
        targets.add(Texts.formDecoded(decoded));
        return List.copyOf(targets);
    }

    private static List<String> bodies(RequestHead head, byte[] body) {
        Set<String> texts = new LinkedHashSet<>();
        texts.add(Texts.of(body));
        String mediaType = head.fields().first("Content-Type").orElse("").toLowerCase(Locale.ROOT);
        Texts.charset(mediaType).ifPresent(charset -> texts.add(new String(body, charset)));
        for (String text : List.copyOf(texts)) {
            texts.add(Texts.jsonDecoded(text));
            texts.add(Texts.formDecoded(text));
        }
        return List.copyOf(texts);
    }
}
