package dev.hoop.proto.http.internal.h2;

import dev.hoop.proto.http.internal.BadMessage;
import dev.hoop.proto.http.internal.codec.HeadLimits;
import dev.hoop.proto.http.internal.codec.TrailerRules;
import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.proto.http.internal.message.Framing;
import dev.hoop.proto.http.internal.message.HttpVersion;
import dev.hoop.proto.http.internal.message.RequestHead;
import dev.hoop.proto.http.internal.target.Authorities;
import dev.hoop.proto.http.internal.target.RequestTarget;
import io.netty.handler.codec.http2.Http2Headers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Makes request heads of header lists (RFC 9113 section 8.3), as strictly as those of HTTP/1.1: what is forwarded in that
 * version must mean the same there.
 */
final class Http2Heads {

    private static final Set<String> PSEUDO = Set.of(":method", ":scheme", ":authority", ":path");

    /** RFC 9113 section 8.2.2. */
    private static final Set<String> CONNECTION_SPECIFIC =
            Set.of("connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade", "http2-settings");

    /** Digits that surely fit into a long. */
    private static final int MAX_DIGITS = 18;

    private Http2Heads() {}

    /**
     * Makes a head.
     *
     * @param endOfStream whether nothing follows
     * @throws BadMessage when the request has no consistent reading
     */
    static RequestHead request(Http2Headers headers, boolean endOfStream) throws BadMessage {
        String method = pseudo(headers, ":method", true);
        checkMethod(method);
        String scheme = pseudo(headers, ":scheme", true);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw BadMessage.badRequest("the request's :scheme is neither http nor https");
        }
        RequestTarget target = target(method, pseudo(headers, ":path", true));
        Fields fields = fields(headers, host(headers, scheme));
        return new RequestHead(method, target, HttpVersion.HTTP_2, fields, framing(fields, endOfStream), true);
    }

    private static void checkMethod(String method) throws BadMessage {
        if (!isToken(method)) {
            throw BadMessage.badRequest("the request's :method is no token");
        }
        if (method.equals("CONNECT")) {
            throw new BadMessage(
                    501, "this listener opens no tunnels by CONNECT; send the request itself to the listener");
        }
    }

    private static RequestTarget target(String method, String path) throws BadMessage {
        if (path.length() > HeadLimits.DEFAULT.targetBytes()) {
            throw new BadMessage(
                    414, "the request target is longer than " + HeadLimits.DEFAULT.targetBytes() + " bytes");
        }
        RequestTarget target = RequestTarget.parse(path);
        boolean asterisk = target.form() == RequestTarget.Form.ASTERISK;
        if (target.form() == RequestTarget.Form.ABSOLUTE || asterisk && !method.equals("OPTIONS")) {
            throw BadMessage.badRequest("the request's :path is no path");
        }
        return target;
    }

    private static String pseudo(Http2Headers headers, String name, boolean required) throws BadMessage {
        List<CharSequence> values = headers.getAll(name);
        if (values.size() > 1) {
            throw BadMessage.badRequest("the request has a pseudo-header field twice");
        }
        if (values.isEmpty()) {
            if (required) {
                throw BadMessage.badRequest("the request lacks " + name);
            }
            return "";
        }
        return values.get(0).toString();
    }

    private static String host(Http2Headers headers, String scheme) throws BadMessage {
        String authority = pseudo(headers, ":authority", false);
        List<CharSequence> hosts = headers.getAll("host");
        if (hosts.size() > 1) {
            throw BadMessage.badRequest("the request has more than one Host");
        }
        String host = hosts.isEmpty() ? authority : hosts.get(0).toString();
        byte[] hostBytes = valid(host);
        if (!authority.isEmpty() && !hosts.isEmpty()) {
            byte[] bytes = valid(authority);
            int port = scheme.equals("https") ? 443 : 80;
            if (!Authorities.same(bytes, 0, bytes.length, hostBytes, 0, hostBytes.length, port)) {
                throw BadMessage.badRequest("the request's :authority names another host than Host");
            }
        }
        return host;
    }

    private static byte[] valid(String host) throws BadMessage {
        byte[] bytes = host.getBytes(StandardCharsets.ISO_8859_1);
        if (!Authorities.valid(bytes, 0, bytes.length)) {
            throw BadMessage.badRequest("the request names no host with an optional port");
        }
        return bytes;
    }

    private static Fields fields(Http2Headers headers, String host) throws BadMessage {
        Fields.Builder fields = Fields.builder().add("Host", host);
        StringBuilder cookies = new StringBuilder();
        int count = 0;
        for (Map.Entry<CharSequence, CharSequence> entry : headers) {
            String name = entry.getKey().toString();
            String value = entry.getValue().toString();
            if (name.startsWith(":")) {
                checkPseudo(name);
                continue;
            }
            if (++count > HeadLimits.DEFAULT.fields()) {
                throw new BadMessage(431, "there are more than " + HeadLimits.DEFAULT.fields() + " fields");
            }
            checkField(name, value);
            if (name.equals("cookie")) {
                // RFC 9113 section 8.2.3: one field, so that a server of HTTP/1.1 sees all of them.
                cookies.append(cookies.isEmpty() ? "" : "; ").append(value);
            } else if (!name.equals("host")) {
                fields.add(name, value);
            }
        }
        if (!cookies.isEmpty()) {
            fields.add("cookie", cookies.toString());
        }
        return fields.build();
    }

    private static void checkPseudo(String name) throws BadMessage {
        if (!PSEUDO.contains(name)) {
            throw BadMessage.badRequest("the request has a pseudo-header field that is not known here");
        }
    }

    /** Also for trailers. */
    static void checkField(String name, String value) throws BadMessage {
        if (!isToken(name) || !name.equals(name.toLowerCase(Locale.ROOT))) {
            throw BadMessage.badRequest("a field's name is no token in lower case");
        }
        if (CONNECTION_SPECIFIC.contains(name) || name.equals("te") && !value.equals("trailers")) {
            throw BadMessage.badRequest("a field belongs to one connection of HTTP/1.1; leave it out");
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ' && c != '\t' || c == 0x7f || c > 0xff) {
                throw BadMessage.badRequest("a field's value holds a control character");
            }
        }
        if (!value.isEmpty() && (isBlank(value.charAt(0)) || isBlank(value.charAt(value.length() - 1)))) {
            throw BadMessage.badRequest("a field's value starts or ends with white space");
        }
    }

    /**
     * Trailers that may stand where they stand.
     *
     * @throws BadMessage when one belongs into the head
     */
    static Fields checkedTrailers(Fields trailers) throws BadMessage {
        TrailerRules.REQUEST.check(trailers);
        return trailers;
    }

    private static Framing framing(Fields fields, boolean endOfStream) throws BadMessage {
        int index = fields.indexOf("content-length", 0);
        if (index < 0) {
            return endOfStream ? Framing.NONE : Framing.CHUNKED;
        }
        String text = fields.value(index);
        boolean digits =
                !text.isEmpty() && text.length() <= MAX_DIGITS && text.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!digits || fields.indexOf("content-length", index + 1) >= 0) {
            throw BadMessage.badRequest("the content-length is no single number");
        }
        long length = Long.parseLong(text);
        if (endOfStream && length > 0) {
            throw BadMessage.badRequest("the request ended before its body was complete");
        }
        return new Framing.Length(length);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    private static boolean isToken(String text) {
        return !text.isEmpty()
                && text.chars().allMatch(c -> c > ' ' && c < 0x7f && "\"(),/:;<=>?@[\\]{}".indexOf(c) < 0);
    }
}
