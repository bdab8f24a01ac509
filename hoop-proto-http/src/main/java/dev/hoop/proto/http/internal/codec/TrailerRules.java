package dev.hoop.proto.http.internal.codec;

import dev.hoop.proto.http.internal.BadMessage;
import dev.hoop.proto.http.internal.message.Fields;
import java.util.Locale;
import java.util.Set;

/**
 * Which fields may not come as trailers (RFC 9110 section 6.5.1): those that frame, route, authenticate or change how the
 * content is read. A server that merges trailers into the head would act on what nobody judged. Immutable.
 */
public enum TrailerRules {
    /** Of requests. */
    REQUEST(
            400,
            Set.of(
                    "authorization",
                    "connection",
                    "content-encoding",
                    "content-length",
                    "content-range",
                    "content-type",
                    "cookie",
                    "expect",
                    "forwarded",
                    "host",
                    "keep-alive",
                    "max-forwards",
                    "proxy-authorization",
                    "proxy-connection",
                    "te",
                    "trailer",
                    "transfer-encoding",
                    "upgrade",
                    "via",
                    "x-forwarded-for",
                    "x-forwarded-host",
                    "x-forwarded-proto",
                    "x-http-method",
                    "x-http-method-override",
                    "x-method-override")),
    /** Of responses. */
    RESPONSE(
            502,
            Set.of(
                    "connection",
                    "content-encoding",
                    "content-length",
                    "content-range",
                    "content-type",
                    "keep-alive",
                    "location",
                    "proxy-connection",
                    "set-cookie",
                    "trailer",
                    "transfer-encoding",
                    "upgrade",
                    "www-authenticate"));

    private final int badStatus;
    private final Set<String> forbidden;

    TrailerRules(int badStatus, Set<String> forbidden) {
        this.badStatus = badStatus;
        this.forbidden = forbidden;
    }

    /**
     * Looks at trailers.
     *
     * @throws BadMessage when one is forbidden
     */
    public void check(Fields trailers) throws BadMessage {
        for (int i = 0; i < trailers.size(); i++) {
            if (forbidden.contains(trailers.name(i).toLowerCase(Locale.ROOT))) {
                throw new BadMessage(badStatus, "a trailer stands for a field that belongs into the head");
            }
        }
    }
}
