package dev.hoop.proto.http.internal.target;

import dev.hoop.proto.http.internal.BadMessage;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * What a request asks for (RFC 9112 section 3.2), checked: its percent-encoding is whole, it holds no fragment, no control
 * character, nothing beyond ASCII, and its path hides none of these. Immutable; texts are made when asked for.
 */
public final class RequestTarget {

    /** The forms of RFC 9112 section 3.2. The authority form is refused, as is CONNECT, which alone uses it. */
    public enum Form {
        /** A path and perhaps a query. */
        ORIGIN,
        /** A whole URI. */
        ABSOLUTE,
        /** {@code *}, for OPTIONS alone. */
        ASTERISK
    }

    /** Where the parts of a target lie; {@code queryFrom} is {@code to} where there is no query. */
    private record Layout(Form form, int from, int authorityFrom, int pathFrom, int queryFrom, int to, int port) {}

    private static final byte[] ROOT = {'/'};
    private static final byte[] HTTP = "http://".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HTTPS = "https://".getBytes(StandardCharsets.US_ASCII);

    private final byte[] bytes;
    private final Layout layout;
    private final PathReadings readings;

    /** The path to forward where it is not the one that was sent; empty where it is. */
    private final byte[] rewritten;

    private RequestTarget(byte[] bytes, Layout layout, PathReadings readings, byte[] rewritten) {
        this.bytes = bytes;
        this.layout = layout;
        this.readings = readings;
        this.rewritten = rewritten;
    }

    /**
     * Reads a target.
     *
     * @param bytes holds it; must not change any more
     * @throws BadMessage when it has no consistent reading
     */
    public static RequestTarget parse(byte[] bytes, int from, int to) throws BadMessage {
        if (from == to) {
            throw BadMessage.badRequest("the request target is empty");
        }
        if (bytes[from] == '/') {
            return withPath(bytes, from, to, Form.ORIGIN, from, from, 0);
        }
        if (bytes[from] == '*' && to - from == 1) {
            Layout layout = new Layout(Form.ASTERISK, from, from, from, to, to, 0);
            return new RequestTarget(bytes, layout, PathReadings.plain(bytes, from, to), new byte[0]);
        }
        int authority = startsWith(bytes, from, to, HTTP)
                ? from + HTTP.length
                : startsWith(bytes, from, to, HTTPS) ? from + HTTPS.length : -1;
        if (authority < 0) {
            throw BadMessage.badRequest("the request target is neither a path nor an http URI");
        }
        int path = authority;
        while (path < to && bytes[path] != '/' && bytes[path] != '?' && bytes[path] != '#') {
            path++;
        }
        if (!Authorities.valid(bytes, authority, path)) {
            throw BadMessage.badRequest("the request target's authority is no host with an optional port");
        }
        int port = authority == from + HTTP.length ? 80 : 443;
        return withPath(bytes, from, to, Form.ABSOLUTE, authority, path, port);
    }

    /** Reads a target from a string of ISO 8859-1. */
    public static RequestTarget parse(String text) throws BadMessage {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return parse(bytes, 0, bytes.length);
    }

    private static RequestTarget withPath(
            byte[] bytes, int from, int to, Form form, int authority, int pathFrom, int port) throws BadMessage {
        int query = to;
        boolean plain = pathFrom < to && bytes[pathFrom] == '/';
        byte before = 0;
        for (int i = pathFrom; i < to; i++) {
            byte b = bytes[i];
            if (b <= ' ' || b == 0x7f) {
                throw BadMessage.badRequest("the request target holds an octet that must be percent-encoded");
            }
            if (b == '#') {
                throw BadMessage.badRequest("the request target holds a fragment, which clients must not send");
            }
            if (b == '%') {
                if (Octets.encoded(bytes, i, to) < 0) {
                    throw BadMessage.badRequest("the request target holds a broken percent-encoding");
                }
                plain &= query < to;
            } else if (b == '?' && query == to) {
                query = i;
            } else if (query == to && (b == '\\' || b == ';' || before == '/' && (b == '/' || b == '.'))) {
                plain = false;
            }
            before = b;
        }
        Layout layout = new Layout(form, from, authority, pathFrom, query, to, port);
        if (plain) {
            return new RequestTarget(bytes, layout, PathReadings.plain(bytes, pathFrom, query), new byte[0]);
        }
        byte[] path = pathFrom == query ? ROOT : Arrays.copyOfRange(bytes, pathFrom, query);
        byte[] resolved = PathSteps.resolveDots(path);
        boolean same = resolved == path && pathFrom < query;
        return new RequestTarget(bytes, layout, PathReadings.of(path), same ? new byte[0] : resolved);
    }

    private static boolean startsWith(byte[] bytes, int from, int to, byte[] lowerCase) {
        if (to - from < lowerCase.length) {
            return false;
        }
        for (int i = 0; i < lowerCase.length; i++) {
            byte b = bytes[from + i];
            if ((b >= 'A' && b <= 'Z' ? b + 32 : b) != lowerCase[i]) {
                return false;
            }
        }
        return true;
    }

    public Form form() {
        return layout.form();
    }

    /** As it was sent. May hold secrets. */
    public String raw() {
        return text(layout.from(), layout.to());
    }

    /** Host and port of the absolute form, as they were sent. */
    public Optional<String> authority() {
        return layout.form() == Form.ABSOLUTE
                ? Optional.of(text(layout.authorityFrom(), layout.pathFrom()))
                : Optional.empty();
    }

    /** Whether a valid {@code Host} value names what the absolute form names; true for the other forms. */
    public boolean agreesWithHost(byte[] host, int from, int to) {
        return layout.form() != Form.ABSOLUTE
                || Authorities.same(bytes, layout.authorityFrom(), layout.pathFrom(), host, from, to, layout.port());
    }

    /** The path as it was sent, without the query; {@code /} where the absolute form has none, {@code *} for asterisk. */
    public String path() {
        return layout.pathFrom() == layout.queryFrom() ? "/" : text(layout.pathFrom(), layout.queryFrom());
    }

    /** Whether the absolute form names the server as a whole, with neither path nor query. */
    public boolean namesServer() {
        return layout.form() == Form.ABSOLUTE && layout.pathFrom() == layout.to();
    }

    /** Whether there is a question mark, with anything behind it or not. */
    public boolean hasQuery() {
        return layout.queryFrom() < layout.to();
    }

    /** The query as it was sent, without the question mark. May hold secrets. */
    public Optional<String> query() {
        return layout.queryFrom() == layout.to()
                ? Optional.empty()
                : Optional.of(text(layout.queryFrom() + 1, layout.to()));
    }

    /**
     * The path that the upstream is asked: dot segments resolved, their dots plain or percent-encoded, all else byte for
     * byte.
     */
    public String forwardedPath() {
        return rewritten.length == 0 ? path() : new String(rewritten, StandardCharsets.ISO_8859_1);
    }

    /** What the upstream is asked: {@link #forwardedPath()} and the query as it was sent. May hold secrets. */
    public String forwarded() {
        return forwardedPath() + text(layout.queryFrom(), layout.to());
    }

    /** Appends what {@link #forwarded()} says. */
    public void writeForwarded(ByteBuf out) {
        if (rewritten.length == 0) {
            out.writeBytes(bytes, layout.pathFrom(), layout.to() - layout.pathFrom());
        } else {
            out.writeBytes(rewritten);
            out.writeBytes(bytes, layout.queryFrom(), layout.to() - layout.queryFrom());
        }
    }

    /** Every reading of the path that an upstream may take. */
    public PathReadings readings() {
        return readings;
    }

    private String text(int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }

    /** The form alone: a target may be secret. */
    @Override
    public String toString() {
        return "RequestTarget[" + form() + "]";
    }
}
