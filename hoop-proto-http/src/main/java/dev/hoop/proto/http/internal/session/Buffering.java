package dev.hoop.proto.http.internal.session;

import dev.hoop.proto.http.internal.message.Fields;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/** The body is read whole, because the gate must see all of it. */
final class Buffering implements Phase {

    private static final int FIRST_BYTES = 1024;

    private final Exchange exchange;
    private final int limit;
    private byte[] bytes = new byte[0];
    private int size;

    /** @param limit the largest body that is read, in bytes */
    Buffering(Exchange exchange, int limit) {
        this.exchange = exchange;
        this.limit = limit;
    }

    @Override
    public boolean wantsBody() {
        return true;
    }

    @Override
    public void body(ByteBuf data) {
        int more = data.readableBytes();
        if (more > limit - size) {
            data.release();
            exchange.bodyTooLarge();
            return;
        }
        if (size + more > bytes.length) {
            int doubled = Math.max(FIRST_BYTES, bytes.length * 2);
            bytes = Arrays.copyOf(bytes, Math.min(limit, Math.max(doubled, size + more)));
        }
        data.readBytes(bytes, size, more);
        data.release();
        size += more;
    }

    @Override
    public void end(Fields trailers) {
        exchange.judgeWhole(size == bytes.length ? bytes : Arrays.copyOf(bytes, size));
    }

    @Override
    public void gone() {
        exchange.over();
    }
}
