package dev.hoop.proto.http.internal.message;

import dev.hoop.proto.http.internal.target.RequestTarget;
import java.util.List;

/**
 * The head of a request, checked: its framing has one reading, its target one form, and it names one host.
 *
 * <p>A request of HTTP/2 has the same shape: {@code :path} is the target, {@code :authority} a {@code Host} field that
 * stands first, cookies are joined, and connection-specific fields were refused.
 */
public final class RequestHead {

    private final String method;
    private final RequestTarget target;
    private final HttpVersion version;
    private final Fields fields;
    private final Framing framing;
    private final boolean keepAlive;

    /**
     * @param method the method as it was sent; methods are case-sensitive
     * @param target what is asked for
     * @param version the version that carried it
     * @param fields its fields, those of framing and connection among them
     * @param framing how its body ends; never {@link Framing.UntilClose}
     * @param keepAlive whether the client keeps the connection for another request
     */
    public RequestHead(
            String method,
            RequestTarget target,
            HttpVersion version,
            Fields fields,
            Framing framing,
            boolean keepAlive) {
        this.method = method;
        this.target = target;
        this.version = version;
        this.fields = fields;
        this.framing = framing;
        this.keepAlive = keepAlive;
    }

    public String method() {
        return method;
    }

    public RequestTarget target() {
        return target;
    }

    public HttpVersion version() {
        return version;
    }

    public Fields fields() {
        return fields;
    }

    public Framing framing() {
        return framing;
    }

    /** Whether the client keeps the connection for another request (RFC 9112 section 9.3). */
    public boolean keepAlive() {
        return keepAlive;
    }

    /** Whether the method is HEAD, whose answer has no body. */
    public boolean isHead() {
        return method.equals("HEAD");
    }

    /** Whether the client waits for {@code 100 Continue} before it sends the body (RFC 9110 section 10.1.1). */
    public boolean expectsContinue() {
        return version != HttpVersion.HTTP_1_0 && framing.hasBody() && fields.hasToken("Expect", "100-continue");
    }

    /**
     * Whether the body stands as it is, so that who reads its bytes reads what the upstream does: no
     * {@code Content-Encoding} but {@code identity} (RFC 9110 section 8.4).
     */
    public boolean bodyIsPlain() {
        return !fields.contains("Content-Encoding")
                || FieldLists.lowerCase(fields, "Content-Encoding").stream().allMatch("identity"::equals);
    }

    /**
     * The protocols that the client would switch to, in lower case; empty unless {@code Connection} names {@code upgrade}
     * too (RFC 9110 section 7.8).
     */
    public List<String> upgradeProtocols() {
        if (version != HttpVersion.HTTP_1_1 || !fields.hasToken("Connection", "upgrade")) {
            return List.of();
        }
        return FieldLists.lowerCase(fields, "Upgrade");
    }

    /** Whether the client asks for a WebSocket (RFC 6455 section 4.1) and for nothing else. */
    public boolean upgradesToWebSocket() {
        return upgradeProtocols().equals(List.of("websocket")) && method.equals("GET") && !framing.hasBody();
    }

    /** The method alone: target and fields may be secret. */
    @Override
    public String toString() {
        return "RequestHead[" + method + " " + version.text() + "]";
    }
}
