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

    /** {@code HTTP/1.x} and a blank, three digits. */
    private static final int STATUS_AT = 9;

    private static final int REASON_AT = 12;

    private final FieldParser fieldParser;
    private final FramingRules framingRules = new FramingRules(BAD);

    ResponseHeadParser(HeadLimits limits) {
        this.fieldParser = new FieldParser(limits.fields(), BAD);
    }

    ResponseHead parse(byte[] bytes, int lines, boolean headRequest) throws BadMessage {
        HttpVersion version = version(bytes);
        int status = status(bytes);
        int end = reasonEnd(bytes);
        String reason = end > REASON_AT
                ? new String(bytes, REASON_AT + 1, end - REASON_AT - 1, StandardCharsets.ISO_8859_1)
                : "";
        Fields fields = fieldParser.parse(bytes, end + 2, lines - 1);
        // Read even where it means nothing: a head that contradicts itself comes from a peer that cannot be trusted.
        Optional<Framing> stated = framingRules.stated(version, fields);
        boolean bodiless = headRequest || status < 200 || status == 204 || status == 304;
        Framing framing = bodiless ? Framing.NONE : stated.orElse(Framing.UNTIL_CLOSE);
        boolean keepAlive = ConnectionOptions.persistent(version, fields) && !(framing instanceof Framing.UntilClose);
        return new ResponseHead(
                version, status, reason, ConnectionOptions.withoutNamed(fields, BAD), framing, keepAlive);
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
            throw new BadMessage(BAD, "the upstream's status line starts with no version of HTTP/1");
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

    private static int reasonEnd(byte[] bytes) throws BadMessage {
        int at = REASON_AT;
        while (Octets.value(bytes[at])) {
            at++;
        }
        if (bytes[at] != '\r' || bytes[at + 1] != '\n') {
            throw new BadMessage(BAD, "the upstream's reason phrase holds a control character");
        }
        return at;
    }
}
