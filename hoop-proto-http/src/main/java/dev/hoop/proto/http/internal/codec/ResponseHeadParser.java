package dev.hoop.proto.http.internal.codec;

import dev.hoop.proto.http.internal.BadMessage;
import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.proto.http.internal.message.Framing;
import dev.hoop.proto.http.internal.message.HttpVersion;
import dev.hoop.proto.http.internal.message.ResponseHead;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads a whole response head (RFC 9112 section 4). */
final class ResponseHeadParser {

    static final int BAD = 502;
    static final String NO_VERSION = "the upstream's status line starts with no version of HTTP/1";

    /** {@code HTTP/1.x} and a blank, three digits. */
    private static final int STATUS_AT = 9;

    private static final int REASON_AT = 12;

    private final FieldParser fieldParser;
    private final FramingRules framingRules = new FramingRules(BAD);

    ResponseHeadParser(HeadLimits limits) {
        this.fieldParser = new FieldParser(limits.fields(), BAD);
    }

    /**
     * Reads a head.
     *
     * @param bytes holds it, and {@link FieldParser#PADDING} octets behind the limit
     * @param limit where the octets end that have arrived
     * @return where it ends, or {@link FieldParser#INCOMPLETE}
     */
    int parse(byte[] bytes, int limit) throws BadMessage {
        bytes[limit] = 0;
        if (limit < REASON_AT + 2) {
            return FieldParser.INCOMPLETE;
        }
        int end = reasonEnd(bytes, limit);
        return end == FieldParser.INCOMPLETE ? end : fieldParser.parse(bytes, end + 2, limit);
    }

    /**
     * Makes the head that {@link #parse} has just read.
     *
     * @param kept its octets where they stood; becomes part of the result
     * @param headRequest whether the request was a HEAD
     */
    ResponseHead head(byte[] kept, boolean headRequest) throws BadMessage {
        HttpVersion version = version(kept);
        int status = status(kept);
        Fields fields = fieldParser.fields(kept);
        // Read even where it means nothing: a head that contradicts itself comes from a peer that cannot be trusted.
        Optional<Framing> stated = fieldParser.framed() ? framingRules.stated(version, fields) : Optional.empty();
        boolean bodiless = headRequest || status < 200 || status == 204 || status == 304;
        Framing framing = bodiless ? Framing.NONE : stated.orElse(Framing.UNTIL_CLOSE);
        boolean keepAlive = ConnectionOptions.persistent(version, fields) && !(framing instanceof Framing.UntilClose);
        Fields judged = fieldParser.connection() ? ConnectionOptions.withoutNamed(fields, BAD) : fields;
        return new ResponseHead(version, status, reason(kept), judged, framing, keepAlive);
    }

    private static String reason(byte[] bytes) {
        if (bytes[REASON_AT] == '\r') {
            return "";
        }
        int from = REASON_AT + 1;
        int to = from;
        while (bytes[to] != '\r') {
            to++;
        }
        if (to - from == 2 && bytes[from] == 'O' && bytes[from + 1] == 'K') {
            return "OK";
        }
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }

    private static HttpVersion version(byte[] bytes) throws BadMessage {
        boolean known = bytes.length > REASON_AT
                && bytes[0] == 'H'
                && bytes[1] == 'T'
                && bytes[2] == 'T'
                && bytes[3] == 'P'
                && bytes[4] == '/'
                && bytes[5] == '1'
                && bytes[6] == '.'
                && (bytes[7] == '0' || bytes[7] == '1')
                && bytes[8] == ' ';
        if (!known) {
            throw new BadMessage(BAD, NO_VERSION);
        }
        return bytes[7] == '1' ? HttpVersion.HTTP_1_1 : HttpVersion.HTTP_1_0;
    }

    private static int status(byte[] bytes) throws BadMessage {
        int status = 0;
        for (int i = STATUS_AT; i < REASON_AT; i++) {
            if (bytes[i] < '0' || bytes[i] > '9') {
                throw new BadMessage(BAD, "the upstream's status is no number of three digits");
            }
            status = status * 10 + bytes[i] - '0';
        }
        boolean ends = bytes[REASON_AT] == ' ' || bytes[REASON_AT] == '\r';
        if (status < 100 || status > 599 || !ends) {
            throw new BadMessage(BAD, "the upstream's status is not between 100 and 599");
        }
        return status;
    }

    private static int reasonEnd(byte[] bytes, int limit) throws BadMessage {
        int at = 0;
        while (Octets.value(bytes[at])) {
            at++;
        }
        if (at + 1 >= limit) {
            return FieldParser.INCOMPLETE;
        }
        if (at < REASON_AT) {
            throw new BadMessage(BAD, NO_VERSION);
        }
        if (bytes[at] != '\r' || bytes[at + 1] != '\n') {
            throw new BadMessage(BAD, "the upstream's reason phrase holds a control character");
        }
        return at;
    }
}
