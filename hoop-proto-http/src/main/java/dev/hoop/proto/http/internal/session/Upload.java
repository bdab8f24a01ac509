package dev.hoop.proto.http.internal.session;

import dev.hoop.proto.http.internal.codec.Chunks;
import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.proto.http.internal.message.Framing;
import dev.hoop.proto.http.internal.message.RequestHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.Optional;

/**
 * A request on its way to the upstream.
 *
 * @param head what is sent
 * @param whole the body, where it was read whole
 * @param trailers the trailers behind a body that was read whole
 */
record Upload(RequestHead head, Optional<ByteBuf> whole, Fields trailers) {

    /** What a head takes beyond the client's own fields: the request line's rest, framing, {@code Via}. */
    private static final int HEAD_ALLOWANCE = 160;

    /** A chunk's size line. */
    private static final int CHUNK_OVERHEAD = 16;

    /** A request whose body, if any, follows in parts. */
    static Upload streamed(RequestHead head) {
        return new Upload(head, Optional.empty(), Fields.EMPTY);
    }

    /** A request whose body was read whole. */
    static Upload whole(RequestHead head, byte[] body, Fields trailers) {
        return new Upload(head, Optional.of(Unpooled.wrappedBuffer(body)), trailers);
    }

    /** How the body is framed for the upstream: by its length where that is known and nothing follows it. */
    Framing framing() {
        if (whole.isPresent() && head.framing().hasBody() && trailers.size() == 0) {
            return new Framing.Length(whole.get().readableBytes());
        }
        return head.framing();
    }

    /** Writes the head, and the body where it was read whole. */
    void writeTo(UpstreamConnection upstream, HttpLane lane, ByteBufAllocator alloc, boolean upgrade) {
        Framing framing = framing();
        ByteBuf out = alloc.ioBuffer(head.fields().array().length + HEAD_ALLOWANCE);
        lane.requestHeads().write(head, framing, upgrade, whole.isEmpty(), out);
        upstream.write(out);
        if (whole.isPresent() && whole.get().isReadable()) {
            part(whole.get().retainedSlice(), framing, upstream, alloc);
        }
        if (whole.isPresent()) {
            finish(trailers, framing, upstream, alloc);
        }
    }

    /** Writes a part of the body. */
    static void part(ByteBuf data, Framing framing, UpstreamConnection upstream, ByteBufAllocator alloc) {
        if (framing instanceof Framing.Chunked) {
            ByteBuf open = alloc.ioBuffer(CHUNK_OVERHEAD);
            Chunks.open(data.readableBytes(), open);
            upstream.write(open);
            upstream.write(data);
            ByteBuf close = alloc.ioBuffer(CHUNK_OVERHEAD);
            Chunks.close(close);
            upstream.write(close);
        } else {
            upstream.write(data);
        }
    }

    /** Writes what stands behind the body. */
    static void finish(Fields trailers, Framing framing, UpstreamConnection upstream, ByteBufAllocator alloc) {
        if (framing instanceof Framing.Chunked) {
            ByteBuf end = alloc.ioBuffer(trailers.array().length + CHUNK_OVERHEAD);
            Chunks.end(trailers, end);
            upstream.write(end);
        }
    }
}
