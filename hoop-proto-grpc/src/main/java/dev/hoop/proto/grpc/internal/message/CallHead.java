package dev.hoop.proto.grpc.internal.message;

import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;

/**
 * What a call begins with (gRPC over HTTP2, "Call-Definition" and "Custom-Metadata").
 *
 * @param method what is called
 * @param headers all of it as it came; owned by the call
 * @param timeout the caller's own limit
 * @param encoding how messages that say they are compressed are; {@code identity} where nothing is said
 */
public record CallHead(MethodPath method, Http2Headers headers, Optional<Duration> timeout, String encoding) {

    public static final AsciiString CONTENT_TYPE = AsciiString.cached("content-type");
    public static final AsciiString TIMEOUT = AsciiString.cached("grpc-timeout");
    public static final AsciiString ENCODING = AsciiString.cached("grpc-encoding");
    public static final String IDENTITY = "identity";

    private static final AsciiString POST = AsciiString.cached("POST");
    private static final AsciiString GRPC = AsciiString.cached("application/grpc");

    /**
     * Reads a head.
     *
     * @throws BadCall when it begins no call, or is ambiguous
     */
    public static CallHead read(Http2Headers headers) throws BadCall {
        if (!POST.contentEqualsIgnoreCase(one(headers, Http2Headers.PseudoHeaderName.METHOD.value()))) {
            throw BadCall.notGrpc(405, "this listener speaks gRPC, whose calls are POST requests over HTTP/2");
        }
        if (!isGrpc(one(headers, CONTENT_TYPE))) {
            throw BadCall.notGrpc(415, "this listener speaks gRPC: send content-type application/grpc");
        }
        for (Map.Entry<CharSequence, CharSequence> field : headers) {
            if (!isOneLine(field.getValue())) {
                throw new BadCall(
                        GrpcStatus.INVALID_ARGUMENT, "the call's metadata have line breaks or zero bytes in a value");
            }
        }
        MethodPath method = MethodPath.parse(one(headers, Http2Headers.PseudoHeaderName.PATH.value()));
        CharSequence timeout = one(headers, TIMEOUT);
        CharSequence encoding = one(headers, ENCODING);
        return new CallHead(
                method,
                headers,
                timeout.isEmpty() ? Optional.empty() : Optional.of(CallTimeout.parse(timeout)),
                encoding.isEmpty() ? IDENTITY : encoding.toString());
    }

    /**
     * Whether a value is none that RFC 9113 section 8.2.1 forbids: the codec lets it through, and behind a server that speaks
     * HTTP/1.1 to another it would be fields of its own.
     */
    private static boolean isOneLine(CharSequence value) {
        if (!(value instanceof AsciiString ascii)) {
            return value.chars().noneMatch(c -> c == '\r' || c == '\n' || c == 0);
        }
        byte[] bytes = ascii.array();
        int end = ascii.arrayOffset() + ascii.length();
        for (int i = ascii.arrayOffset(); i < end; i++) {
            byte b = bytes[i];
            if (b <= '\r' && (b == '\r' || b == '\n' || b == 0)) {
                return false;
            }
        }
        return true;
    }

    /** The one value of a field; empty where there is none. */
    private static CharSequence one(Http2Headers headers, CharSequence name) throws BadCall {
        Iterator<CharSequence> values = headers.valueIterator(name);
        if (!values.hasNext()) {
            return AsciiString.EMPTY_STRING;
        }
        CharSequence value = values.next();
        if (values.hasNext()) {
            throw new BadCall(GrpcStatus.INVALID_ARGUMENT, "the call says " + name + " more than once");
        }
        return value;
    }

    /** {@code application/grpc}, alone or with a suffix for its messages' format. Not {@code grpc-web}, framed otherwise. */
    private static boolean isGrpc(CharSequence contentType) {
        int length = GRPC.length();
        if (contentType.length() < length
                || !AsciiString.contentEqualsIgnoreCase(contentType.subSequence(0, length), GRPC)) {
            return false;
        }
        return contentType.length() == length || contentType.charAt(length) == '+' || contentType.charAt(length) == ';';
    }
}
