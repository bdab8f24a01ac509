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

    /** The parts of a request line; the fields start at {@code next}. */
    record RequestLine(String method, RequestTarget target, HttpVersion version, int next) {}

    /**
     * Reads a head.
     *
     * @param bytes the whole head, its empty line included; becomes part of the result
     * @param lines how many lines it has, the empty one not counted
     */
    RequestHead parse(byte[] bytes, int lines) throws BadMessage {
        RequestLine line = requestLine(bytes);
        Fields fields = fieldParser.parse(bytes, line.next(), lines - 1);
        HttpVersion version = line.version();
        Framing framing = framingRules.stated(version, fields).orElse(Framing.NONE);
        checkHost(line, fields);
        boolean keepAlive = ConnectionOptions.persistent(version, fields);
        Fields kept = ConnectionOptions.withoutNamed(fields, 400);
        return new RequestHead(line.method(), line.target(), version, kept, framing, keepAlive);
    }

    /** Reads a request line that ends with CRLF somewhere in {@code bytes}. */
    RequestLine requestLine(byte[] bytes) throws BadMessage {
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
        return new RequestLine(method, target, version, targetTo + 1 + VERSION_LENGTH + 2);
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
    private static void checkHost(RequestLine line, Fields fields) throws BadMessage {
        int host = fields.indexOf("Host", 0);
        if (host < 0) {
            if (line.version() == HttpVersion.HTTP_1_0) {
                return;
            }
            throw BadMessage.badRequest("the request has no Host");
        }
        if (fields.indexOf("Host", host + 1) >= 0) {
            throw BadMessage.badRequest("the request has more than one Host");
        }
        int from = fields.valueStart(host);
        int to = fields.valueEnd(host);
        if (!Authorities.valid(fields.array(), from, to)) {
            throw BadMessage.badRequest("the Host is no host with an optional port");
        }
        if (!line.target().agreesWithHost(fields.array(), from, to)) {
            throw BadMessage.badRequest("the request target names another host than Host");
        }
    }
}
