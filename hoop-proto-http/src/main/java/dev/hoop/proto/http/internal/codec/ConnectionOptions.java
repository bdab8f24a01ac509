package dev.hoop.proto.http.internal.codec;

import dev.hoop.proto.http.internal.BadMessage;
import dev.hoop.proto.http.internal.message.FieldLists;
import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.proto.http.internal.message.HttpVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What {@code Connection} says (RFC 9110 section 7.6.1). */
final class ConnectionOptions {

    private static final String CONNECTION = "Connection";

    /** Options that stand for themselves, and fields that are taken off in any case. */
    private static final Set<String> KNOWN =
            Set.of("close", "keep-alive", "upgrade", "te", "http2-settings", "trailer", "trailers", "proxy-connection");

    /** Fields that are meant for every recipient: who names one wants it judged and then lost on the way. */
    private static final Set<String> END_TO_END = Set.of(
            "accept",
            "authorization",
            "cache-control",
            "connection",
            "content-encoding",
            "content-length",
            "content-type",
            "cookie",
            "expect",
            "host",
            "transfer-encoding",
            "via");

    private ConnectionOptions() {}

    /** Whether the connection persists after this message (RFC 9112 section 9.3). */
    static boolean persistent(HttpVersion version, Fields fields) {
        if (version == HttpVersion.HTTP_1_1) {
            return !fields.hasToken(CONNECTION, "close");
        }
        return fields.hasToken(CONNECTION, "keep-alive") && !fields.hasToken(CONNECTION, "close");
    }

    /**
     * The fields without those that {@code Connection} names, so that everyone judges what the upstream will see.
     *
     * @throws BadMessage when it names one that is meant for every recipient
     */
    static Fields withoutNamed(Fields fields, int badStatus) throws BadMessage {
        if (usual(fields)) {
            return fields;
        }
        List<String> named = List.of();
        for (String option : FieldLists.lowerCase(fields, CONNECTION)) {
            if (END_TO_END.contains(option)) {
                throw new BadMessage(badStatus, "Connection names a field that is meant for every recipient");
            }
            if (!KNOWN.contains(option)) {
                if (named.isEmpty()) {
                    named = new ArrayList<>(2);
                }
                named.add(option);
            }
        }
        return named.isEmpty() ? fields : without(fields, Set.copyOf(named));
    }

    /** Whether there is nothing to look for: told without allocating, since most messages are so. */
    private static boolean usual(Fields fields) {
        for (int i = fields.indexOf(CONNECTION, 0); i >= 0; i = fields.indexOf(CONNECTION, i + 1)) {
            if (!fields.valueIs(i, "keep-alive") && !fields.valueIs(i, "close")) {
                return false;
            }
        }
        return true;
    }

    private static Fields without(Fields fields, Set<String> names) {
        Fields.Builder kept = Fields.builder();
        for (int i = 0; i < fields.size(); i++) {
            if (!names.contains(fields.name(i).toLowerCase(Locale.ROOT))) {
                kept.add(fields, i);
            }
        }
        return kept.build();
    }
}
