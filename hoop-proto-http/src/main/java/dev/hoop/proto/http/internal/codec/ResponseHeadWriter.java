package dev.hoop.proto.http.internal.codec;

import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.proto.http.internal.message.Framing;
import dev.hoop.proto.http.internal.message.HttpVersion;
import dev.hoop.proto.http.internal.message.RequestHead;
import dev.hoop.proto.http.internal.message.ResponseHead;
import io.netty.buffer.ByteBuf;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Writes the head of a response for a client of HTTP/1: without the fields of one connection, framing stated anew,
 * {@code Via} appended. Immutable.
 */
public final class ResponseHeadWriter {

    private final Via via;
    private final NameList dropped;

    /**
     * @param via what marks this process
     * @param dropped names of an upstream's fields that do not go on: those that only the sidecar may say
     */
    public ResponseHeadWriter(Via via, Set<String> dropped) {
        this.via = via;
        this.dropped = new NameList(dropped);
    }

    /**
     * How the body goes to the client. A client of HTTP/1.0 knows no chunks: it gets the body until the connection
     * closes, so the caller must then close.
     */
    public static Framing framingFor(HttpVersion client, ResponseHead head) {
        boolean unknownLength =
                head.framing() instanceof Framing.Chunked || head.framing() instanceof Framing.UntilClose;
        if (!unknownLength) {
            return head.framing();
        }
        return client == HttpVersion.HTTP_1_0 ? Framing.UNTIL_CLOSE : Framing.CHUNKED;
    }

    /**
     * Appends the head of an upstream's response.
     *
     * @param request the request that is answered; a HEAD keeps the upstream's {@code Content-Length}
     * @param framing how the body will be sent, usually {@link #framingFor}
     * @param keepAlive whether the connection carries another request afterwards; must be false for
     *     {@link Framing.UntilClose}
     * @param extra fields of our own, in place of the upstream's of the same name
     */
    public void write(
            ResponseHead head, RequestHead request, Framing framing, boolean keepAlive, Fields extra, ByteBuf out) {
        statusLine(head.status(), head.reason(), out);
        boolean keepLength = keepsLength(head, request);
        boolean switching = head.switchesProtocols();
        Fields fields = head.fields();
        FieldRuns runs = new FieldRuns(fields, out);
        for (int i = 0; i < fields.size(); i++) {
            if (goesOn(fields, i, keepLength, switching) && !dropped.has(fields, i) && !named(extra, fields, i)) {
                runs.take(i);
            }
        }
        runs.flush();
        extra(extra, out);
        if (switching) {
            out.writeBytes(Wire.CONNECTION_UPGRADE);
        } else if (!head.interim()) {
            Wire.framing(framing, out);
            connection(request.version(), keepAlive, out);
        }
        out.writeBytes(via.line(head.version()));
        out.writeShort(Wire.CRLF);
    }

    /**
     * Gives the fields that {@link #write} would write, for versions of HTTP that frame and connect otherwise: the
     * upstream's that go on, ours, {@code Via}, and {@code Content-Length} where the length is known.
     */
    public void forEachField(
            ResponseHead head, RequestHead request, Fields extra, BiConsumer<String, String> receiver) {
        boolean keepLength = keepsLength(head, request) || head.framing() instanceof Framing.Length;
        Fields fields = head.fields();
        for (int i = 0; i < fields.size(); i++) {
            if (goesOn(fields, i, keepLength, false) && !dropped.has(fields, i) && !named(extra, fields, i)) {
                receiver.accept(fields.name(i), fields.value(i));
            }
        }
        for (int i = 0; i < extra.size(); i++) {
            receiver.accept(extra.name(i), extra.value(i));
        }
        receiver.accept("Via", via.value(head.version()));
    }

    /** Without a body the length tells of the one that a GET would have got (RFC 9110 section 8.6). */
    private static boolean keepsLength(ResponseHead head, RequestHead request) {
        return request.isHead() || head.status() == 304;
    }

    private static boolean goesOn(Fields fields, int index, boolean keepLength, boolean switching) {
        if (!HopByHop.is(fields, index)) {
            return true;
        }
        return keepLength && fields.nameIs(index, "Content-Length") || switching && fields.nameIs(index, "Upgrade");
    }

    private static boolean named(Fields extra, Fields fields, int index) {
        for (int i = 0; i < extra.size(); i++) {
            if (fields.nameIs(index, extra.name(i))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Appends the head of an answer of our own, as HTTP/1.1 and without {@code Via}.
     *
     * @param fields its fields, without framing and {@code Connection}
     * @param keepAlive whether the connection carries another request afterwards; said only where it does not
     */
    public static void writeOwn(
            int status, String reason, Fields fields, Framing framing, boolean keepAlive, ByteBuf out) {
        statusLine(status, reason, out);
        extra(fields, out);
        Wire.framing(framing, out);
        connection(HttpVersion.HTTP_1_1, keepAlive, out);
        out.writeShort(Wire.CRLF);
    }

    private static void statusLine(int status, String reason, ByteBuf out) {
        out.writeBytes(Wire.STATUS_LINE_START);
        Wire.decimal(status, out);
        out.writeByte(' ');
        Wire.latin1(reason, out);
        out.writeShort(Wire.CRLF);
    }

    private static void extra(Fields fields, ByteBuf out) {
        for (int i = 0; i < fields.size(); i++) {
            fields.writeTo(out, i);
        }
    }

    /** HTTP/1.1 persists unless something is said, HTTP/1.0 the other way round (RFC 9112 section 9.3). */
    private static void connection(HttpVersion client, boolean keepAlive, ByteBuf out) {
        if (!keepAlive) {
            out.writeBytes(Wire.CONNECTION_CLOSE);
        } else if (client == HttpVersion.HTTP_1_0) {
            out.writeBytes(Wire.CONNECTION_KEEP_ALIVE);
        }
    }
}
