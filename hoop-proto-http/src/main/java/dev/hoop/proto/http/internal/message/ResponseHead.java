package dev.hoop.proto.http.internal.message;

/**
 * The head of a response, checked: its framing has one reading.
 *
 * @param version the version that carried it
 * @param status 100 to 599
 * @param reason the reason phrase, possibly empty
 * @param fields its fields, those of framing and connection among them
 * @param framing how its body ends, the request's method taken into account
 * @param keepAlive whether the connection can carry another request afterwards
 */
public record ResponseHead(
        HttpVersion version, int status, String reason, Fields fields, Framing framing, boolean keepAlive) {

    /** The status that switches protocols. */
    public static final int SWITCHING_PROTOCOLS = 101;

    /** Whether another head follows for the same request (1xx, but 101). */
    public boolean interim() {
        return status < 200 && status != SWITCHING_PROTOCOLS;
    }

    /** Whether the bytes behind this head are no HTTP any more. */
    public boolean switchesProtocols() {
        return status == SWITCHING_PROTOCOLS;
    }

    /** The status alone: fields may be secret. */
    @Override
    public String toString() {
        return "ResponseHead[" + status + "]";
    }
}
