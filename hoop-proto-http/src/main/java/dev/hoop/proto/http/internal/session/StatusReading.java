package dev.hoop.proto.http.internal.session;

import dev.hoop.proto.http.internal.message.Fields;
import io.netty.buffer.ByteBuf;

/** The status path was asked for; the plane is being asked. */
final class StatusReading implements Phase {

    private final Exchange exchange;
    private boolean over;

    StatusReading(Exchange exchange) {
        this.exchange = exchange;
    }

    void start(StatusPath path) {
        path.answer(exchange.request())
                .thenAccept(answer -> exchange.loop().execute(() -> exchange.guarded(() -> answered(answer))));
    }

    private void answered(LocalAnswer answer) {
        if (!over) {
            over = true;
            exchange.answerAndClose(answer);
        }
    }

    @Override
    public boolean wantsBody() {
        return false;
    }

    @Override
    public void body(ByteBuf data) {
        data.release();
    }

    @Override
    public void end(Fields trailers) {}

    @Override
    public void gone() {
        over = true;
        exchange.over();
    }
}
