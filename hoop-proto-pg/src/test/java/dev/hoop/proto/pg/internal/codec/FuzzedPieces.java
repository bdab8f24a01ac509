package dev.hoop.proto.pg.internal.codec;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** What one read of a socket brings, by the fuzzer's choice. */
final class FuzzedPieces {

    private FuzzedPieces() {}

    static ByteBuf next(FuzzedDataProvider data) {
        return Unpooled.wrappedBuffer(data.consumeBytes(data.consumeInt(1, 64)));
    }
}
