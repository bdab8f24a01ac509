package dev.hoop.web;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.io.ByteArrayOutputStream;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A request whose head was accepted and whose body is being collected. Confined to the event loop. */
final class IncomingRequest {

    private final String method;
    private final RequestTarget target;
    private final boolean http11;
    private final boolean keepAlive;
    private final boolean expectsContinue;
    private final Map<String, List<String>> headers;
    private final SocketAddress peer;
    private final int maxBodyBytes;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    private IncomingRequest(HttpRequest head, RequestTarget target, SocketAddress peer, int maxBodyBytes) {
        this.method = head.method().name();
        this.target = target;
        this.http11 = head.protocolVersion().equals(HttpVersion.HTTP_1_1);
        this.keepAlive = HttpUtil.isKeepAlive(head);
        this.expectsContinue = HttpUtil.is100ContinueExpected(head);
        this.headers = copy(head);
        this.peer = peer;
        this.maxBodyBytes = maxBodyBytes;
    }

    /**
     * Judges a head.
     *
     * @throws WebFailure when it cannot be answered otherwise; the connection is then closed
     */
    static IncomingRequest accept(HttpRequest head, SocketAddress peer, WebLimits limits) {
        if (head.decoderResult().isFailure()) {
            throw new WebFailure(400, "the request is not well-formed HTTP/1.1");
        }
        boolean http11 = head.protocolVersion().equals(HttpVersion.HTTP_1_1);
        if (!http11 && !head.protocolVersion().equals(HttpVersion.HTTP_1_0)) {
            throw new WebFailure(505, "this server speaks HTTP/1.1");
        }
        List<String> hosts = head.headers().getAll(HttpHeaderNames.HOST);
        if (hosts.size() > 1 || http11 && hosts.isEmpty()) {
            throw new WebFailure(400, "send exactly one Host");
        }
        List<String> codings = head.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
        if (!codings.isEmpty()
                && (!http11 || codings.size() > 1 || !codings.get(0).equalsIgnoreCase("chunked"))) {
            throw new WebFailure(400, "the only transfer coding is chunked");
        }
        for (String expectation : head.headers().getAll(HttpHeaderNames.EXPECT)) {
            if (!expectation.equalsIgnoreCase("100-continue")) {
                throw new WebFailure(417, "the only expectation is 100-continue");
            }
        }
        RequestTarget target = RequestTarget.parse(head.uri(), hosts.stream().findFirst());
        if (HttpUtil.getContentLength(head, 0L) > limits.maxBodyBytes()) {
            throw tooLarge(limits.maxBodyBytes());
        }
        return new IncomingRequest(head, target, peer, limits.maxBodyBytes());
    }

    /** @throws WebFailure 413 when the body becomes too large */
    void append(byte[] bytes) {
        if (body.size() + bytes.length > maxBodyBytes) {
            throw tooLarge(maxBodyBytes);
        }
        body.writeBytes(bytes);
    }

    /** How many bytes of the body are here. */
    int bodyBytes() {
        return body.size();
    }

    WebRequest toRequest(Map<String, String> pathParameters) {
        return new WebRequest(method, target, pathParameters, headers, body.toByteArray(), peer);
    }

    String method() {
        return method;
    }

    RequestTarget target() {
        return target;
    }

    boolean isHttp11() {
        return http11;
    }

    boolean keepAlive() {
        return keepAlive;
    }

    boolean expectsContinue() {
        return expectsContinue;
    }

    private static WebFailure tooLarge(int limit) {
        return new WebFailure(413, "the body is larger than " + limit + " bytes");
    }

    private static Map<String, List<String>> copy(HttpRequest head) {
        Map<String, List<String>> copy = new LinkedHashMap<>();
        for (Map.Entry<String, String> field : head.headers()) {
            copy.computeIfAbsent(field.getKey().toLowerCase(Locale.ROOT), absent -> new ArrayList<>())
                    .add(field.getValue());
        }
        return copy;
    }
}
