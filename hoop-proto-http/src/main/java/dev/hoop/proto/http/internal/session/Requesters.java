package dev.hoop.proto.http.internal.session;

import dev.hoop.core.statement.Origin;
import dev.hoop.proto.http.internal.BadMessage;
import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.proto.http.internal.message.RequestHead;
import dev.hoop.review.Denial;
import dev.hoop.review.ReviewMode;
import java.util.Optional;

/** Reads who asks, and how they would wait, from each request's head. */
final class Requesters {

    private Requesters() {}

    /**
     * Where a request comes from.
     *
     * @param identityHeader the field that an authenticating proxy in front sets
     * @throws BadMessage when that field names several
     */
    static Origin origin(ClientFacts facts, RequestHead request, Optional<String> identityHeader) throws BadMessage {
        Fields fields = request.fields();
        Optional<String> identity = identityHeader.isEmpty() ? Optional.empty() : one(fields, identityHeader.get());
        int mode = fields.indexOf(Denial.FIELD_REVIEW_MODE, 0);
        return facts.origin(identity, mode < 0 ? Optional.empty() : ReviewMode.parse(fields.value(mode)));
    }

    private static Optional<String> one(Fields fields, String name) throws BadMessage {
        int first = fields.indexOf(name, 0);
        if (first < 0 || fields.value(first).isEmpty()) {
            return Optional.empty();
        }
        String value = fields.value(first);
        for (int i = fields.indexOf(name, first + 1); i >= 0; i = fields.indexOf(name, i + 1)) {
            if (!fields.value(i).equals(value)) {
                throw BadMessage.badRequest(
                        "the request names several requesters; the proxy in front must replace the field " + name);
            }
        }
        return Optional.of(value);
    }
}
