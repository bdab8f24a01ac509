package dev.hoop.proto.http.internal.session;

import dev.hoop.proto.http.internal.message.Fields;
import io.netty.buffer.ByteBuf;

/** The answer was given; what is left of the request is read so that the connection can carry the next one. */
final class Discarding implements Phase {

    private final Exchange exchange;
    private int left;

    /** @param limit how much is read at most, in bytes */
    Discarding(Exchange exchange, int limit) {
        this.exchange = exchange;
        this.left = limit;
    }

    @Override
    public boolean wantsBody() {
        return true;
    }

    @Override
    public void body(ByteBuf data) {
        left -= data.readableBytes();
        data.release();
        if (left < 0) {
            exchange.closeUnanswered();
        }
    }

    @Override
    public void end(Fields trailers) {
        exchange.finish();
    }

    @Override
    public void gone() {
        exchange.over();
    }
}
