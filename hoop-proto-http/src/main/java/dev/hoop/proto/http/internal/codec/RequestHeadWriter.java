package dev.hoop.proto.http.internal.codec;

import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.proto.http.internal.message.Framing;
import dev.hoop.proto.http.internal.message.RequestHead;
import io.netty.buffer.ByteBuf;
import java.util.Locale;
import java.util.Set;

/**
 * Writes the head of a request for the upstream, as HTTP/1.1: in origin form with dot segments resolved, without the
 * fields of one connection (RFC 9110 section 7.6.1; those that {@code Connection} names were taken off when the head was
 * read), framing stated anew, {@code Via} appended. Immutable.
 */
public final class RequestHeadWriter {

    private final Via via;
    private final String defaultHost;
    private final NameList dropped;

    /**
     * @param via what marks this process
     * @param defaultHost the {@code Host} of a request that names none, which HTTP/1.0 allows
     * @param dropped names of fields that do not go on
     */
    public RequestHeadWriter(Via via, String defaultHost, Set<String> dropped) {
        this.via = via;
        this.defaultHost = defaultHost;
        this.dropped = new NameList(dropped);
    }

    /**
     * Appends the head.
     *
     * @param framing how the body will be sent: the request's own, or {@link Framing.Length} where it was read whole
     * @param upgrade whether {@code Connection: upgrade} and {@code Upgrade} go on
     * @param expect whether an {@code Expect} field goes on; false where the body was asked for already
     */
    public void write(RequestHead head, Framing framing, boolean upgrade, boolean expect, ByteBuf out) {
        Wire.latin1(head.method(), out);
        out.writeByte(' ');
        head.target().writeForwarded(out);
        out.writeBytes(Wire.VERSION_LINE_END);
        Fields fields = head.fields();
        FieldRuns runs = new FieldRuns(fields, out);
        boolean host = false;
        for (int i = 0; i < fields.size(); i++) {
            host |= fields.nameIs(i, "Host");
            if (goesOn(fields, i, upgrade, expect)) {
                runs.take(i);
            }
        }
        runs.flush();
        if (!host) {
            out.writeBytes(Wire.ascii(
                    "Host: " + head.target().authority().orElse(defaultHost).toLowerCase(Locale.ROOT) + "\r\n"));
        }
        if (upgrade) {
            out.writeBytes(Wire.CONNECTION_UPGRADE);
        }
        Wire.framing(framing, out);
        out.writeBytes(via.line(head.version()));
        out.writeShort(Wire.CRLF);
    }

    private boolean goesOn(Fields fields, int index, boolean upgrade, boolean expect) {
        if (HopByHop.is(fields, index)) {
            return upgrade && fields.nameIs(index, "Upgrade");
        }
        if (!expect && fields.nameIs(index, "Expect")) {
            return false;
        }
        return !dropped.has(fields, index);
    }
}
