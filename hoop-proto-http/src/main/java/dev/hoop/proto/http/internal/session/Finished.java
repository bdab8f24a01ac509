package dev.hoop.proto.http.internal.session;

import dev.hoop.proto.http.internal.message.Fields;
import io.netty.buffer.ByteBuf;

/** Nothing more happens. */
record Finished() implements Phase {

    static final Finished PHASE = new Finished();

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
    public void gone() {}
}
