package dev.hoop.proto.http.internal.codec;

import dev.hoop.proto.http.internal.BadMessage;
import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.proto.http.internal.message.Framing;
import dev.hoop.proto.http.internal.message.HttpVersion;
import dev.hoop.proto.http.internal.message.RequestHead;
import dev.hoop.proto.http.internal.target.Authorities;
import dev.hoop.proto.http.internal.target.RequestTarget;
import java.nio.charset.StandardCharsets;

/** Reads a whole request head (RFC 9112 section 3). */
final class RequestHeadParser {

    private static final String[] METHODS = {"GET", "POST", "PUT", "DELETE", "HEAD", "PATCH", "OPTIONS", "TRACE"};
    private static final int VERSION_LENGTH = "HTTP/1.1".length();

    private final HeadLimits limits;
    private final FieldParser fieldParser;
    private final FramingRules framingRules = new FramingRules(400);

    RequestHeadParser(HeadLimits limits) {
        this.limits = limits;
        this.fieldParser = new FieldParser(limits.fields(), 400);
    }

    /** The parts of a request line. */
    private record RequestLine(String method, RequestTarget target, HttpVersion version) {}

    /**
     * Reads a head.
     *
     * @param bytes holds it, and {@link FieldParser#PADDING} octets behind the limit
     * @param limit where the octets end that have arrived
     * @return where it ends, or {@link FieldParser#INCOMPLETE}
     */
    int parse(byte[] bytes, int limit) throws BadMessage {
        int lineEnd = lineEnd(bytes, limit);
        if (lineEnd < 0) {
            return FieldParser.INCOMPLETE;
        }
        return fieldParser.parse(bytes, lineEnd, limit);
    }

    /** Where the first line ends, or {@link FieldParser#INCOMPLETE}. */
    private static int lineEnd(byte[] bytes, int limit) throws BadMessage {
        for (int i = 0; i < limit; i++) {
            if (bytes[i] == '\n') {
                if (i == 0 || bytes[i - 1] != '\r') {
                    throw BadMessage.badRequest(LineScanner.BARE_LF);
                }
                return i + 1;
            }
        }
        return FieldParser.INCOMPLETE;
    }

    /**
     * Makes the head that {@link #parse} has just read.
     *
     * @param kept its octets where they stood; becomes part of the result
     */
    RequestHead head(byte[] kept) throws BadMessage {
        RequestLine line = requestLine(kept);
        Fields fields = fieldParser.fields(kept);
        HttpVersion version = line.version();
        Framing framing =
                fieldParser.framed() ? framingRules.stated(version, fields).orElse(Framing.NONE) : Framing.NONE;
        checkHost(line, fields);
        if (!fieldParser.connection()) {
            boolean keepAlive = version == HttpVersion.HTTP_1_1;
            return new RequestHead(line.method(), line.target(), version, fields, framing, keepAlive);
        }
        boolean keepAlive = ConnectionOptions.persistent(version, fields);
        Fields judged = ConnectionOptions.withoutNamed(fields, 400);
        return new RequestHead(line.method(), line.target(), version, judged, framing, keepAlive);
    }

    /** Refuses a request line that ends with CRLF somewhere in {@code bytes}, if it must be. */
    void checkRequestLine(byte[] bytes) throws BadMessage {
        requestLine(bytes);
    }

    private RequestLine requestLine(byte[] bytes) throws BadMessage {
        int at = 0;
        while (Octets.token(bytes[at])) {
            at++;
        }
        if (at == 0 || bytes[at] != ' ') {
            throw BadMessage.badRequest("the request line starts with no method");
        }
        String method = method(bytes, at);
        if (method.equals("CONNECT")) {
            throw new BadMessage(405, "CONNECT is not served here");
        }
        int targetFrom = at + 1;
        int targetTo = targetFrom;
        while (bytes[targetTo] != ' ' && bytes[targetTo] != '\r') {
            targetTo++;
        }
        if (targetTo - targetFrom > limits.targetBytes()) {
            throw new BadMessage(414, "the request target is longer than " + limits.targetBytes() + " bytes");
        }
        HttpVersion version = version(bytes, targetTo);
        RequestTarget target = RequestTarget.parse(bytes, targetFrom, targetTo);
        boolean options = method.equals("OPTIONS");
        if (options && target.namesServer()) {
            // RFC 9112 section 3.2.4: this is how the last proxy asks about the server as a whole.
            target = RequestTarget.parse("*");
        }
        if (target.form() == RequestTarget.Form.ASTERISK && !options) {
            throw BadMessage.badRequest("the request target * is for OPTIONS alone");
        }
        return new RequestLine(method, target, version);
    }

    private static String method(byte[] bytes, int length) {
        for (String known : METHODS) {
            if (known.length() == length && matches(bytes, 0, known)) {
                return known;
            }
        }
        return new String(bytes, 0, length, StandardCharsets.US_ASCII);
    }

    private static HttpVersion version(byte[] bytes, int space) throws BadMessage {
        if (bytes[space] == '\r') {
            throw BadMessage.badRequest("the request line names no version; HTTP/0.9 is not spoken here");
        }
        int from = space + 1;
        if (from + VERSION_LENGTH + 2 > bytes.length
                || !matches(bytes, from, "HTTP/")
                || bytes[from + 6] != '.'
                || !digit(bytes[from + 5])
                || !digit(bytes[from + 7])
                || bytes[from + 8] != '\r'
                || bytes[from + 9] != '\n') {
            throw BadMessage.badRequest("the request line does not end with one blank and a version");
        }
        if (bytes[from + 5] == '1' && bytes[from + 7] <= '1') {
            return bytes[from + 7] == '1' ? HttpVersion.HTTP_1_1 : HttpVersion.HTTP_1_0;
        }
        throw new BadMessage(505, "only HTTP/1.0 and HTTP/1.1 are spoken in this form");
    }

    private static boolean digit(byte b) {
        return b >= '0' && b <= '9';
    }

    private static boolean matches(byte[] bytes, int from, String text) {
        for (int i = 0; i < text.length(); i++) {
            if (bytes[from + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** RFC 9112 section 3.2: exactly one host, and no second one in the target that says something else. */
    private void checkHost(RequestLine line, Fields fields) throws BadMessage {
        if (fieldParser.hosts() == 0) {
            if (line.version() == HttpVersion.HTTP_1_0) {
                return;
            }
            throw BadMessage.badRequest("the request has no Host");
        }
        if (fieldParser.hosts() > 1) {
            throw BadMessage.badRequest("the request has more than one Host");
        }
        int from = fields.valueStart(fieldParser.host());
        int to = fields.valueEnd(fieldParser.host());
        if (!Authorities.valid(fields.array(), from, to)) {
            throw BadMessage.badRequest("the Host is no host with an optional port");
        }
        if (!line.target().agreesWithHost(fields.array(), from, to)) {
            throw BadMessage.badRequest("the request target names another host than Host");
        }
    }
}
