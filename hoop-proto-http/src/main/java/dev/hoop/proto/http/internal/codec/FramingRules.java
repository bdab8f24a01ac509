package dev.hoop.proto.http.internal.codec;

import dev.hoop.proto.http.internal.BadMessage;
import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.proto.http.internal.message.Framing;
import dev.hoop.proto.http.internal.message.HttpVersion;
import java.util.Optional;

/**
 * What the framing fields of a head say (RFC 9112 section 6). Two servers that frame a message differently see different
 * requests behind it, so whatever is not perfectly clear is refused, even where the RFC lets a recipient choose.
 */
final class FramingRules {

    private static final String CONTENT_LENGTH = "Content-Length";
    private static final String TRANSFER_ENCODING = "Transfer-Encoding";

    /** Digits that surely fit into a long. */
    private static final int MAX_DIGITS = 18;

    private final int badStatus;

    /** @param badStatus the status of refusals */
    FramingRules(int badStatus) {
        this.badStatus = badStatus;
    }

    /** The stated framing; empty where the head states none. */
    Optional<Framing> stated(HttpVersion version, Fields fields) throws BadMessage {
        int length = fields.indexOf(CONTENT_LENGTH, 0);
        int coding = fields.indexOf(TRANSFER_ENCODING, 0);
        if (length < 0 && coding < 0) {
            return Optional.empty();
        }
        if (length >= 0 && coding >= 0) {
            throw bad("the message has both Content-Length and Transfer-Encoding; send one of them");
        }
        if (length >= 0) {
            if (fields.indexOf(CONTENT_LENGTH, length + 1) >= 0) {
                throw bad("the message has more than one Content-Length; send one");
            }
            return Optional.of(new Framing.Length(length(fields, length)));
        }
        if (fields.indexOf(TRANSFER_ENCODING, coding + 1) >= 0) {
            throw bad("the message has more than one Transfer-Encoding; send one");
        }
        if (version == HttpVersion.HTTP_1_0) {
            throw bad("a message of HTTP/1.0 has a Transfer-Encoding");
        }
        if (!fields.valueIs(coding, "chunked") || holdsTab(fields, coding)) {
            throw bad("the Transfer-Encoding is other than exactly 'chunked'");
        }
        return Optional.of(Framing.CHUNKED);
    }

    private long length(Fields fields, int index) throws BadMessage {
        byte[] bytes = fields.array();
        int from = fields.valueStart(index);
        int to = fields.valueEnd(index);
        if (from == to || to - from > MAX_DIGITS) {
            throw bad("the Content-Length is no usable number");
        }
        long length = 0;
        for (int i = from; i < to; i++) {
            if (bytes[i] < '0' || bytes[i] > '9') {
                throw bad("the Content-Length is no number of digits alone");
            }
            length = length * 10 + bytes[i] - '0';
        }
        return length;
    }

    /** Some servers do not take a tab for white space there and then see no chunked coding. */
    private static boolean holdsTab(Fields fields, int index) {
        byte[] bytes = fields.array();
        for (int i = fields.nameEnd(index); i < bytes.length && bytes[i] != '\r'; i++) {
            if (bytes[i] == '\t') {
                return true;
            }
        }
        return false;
    }

    private BadMessage bad(String reason) {
        return new BadMessage(badStatus, reason);
    }
}
