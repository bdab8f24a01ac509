package dev.hoop.proto.pg.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.hoop.proto.pg.internal.message.ProtocolViolation;
import io.netty.buffer.ByteBufAllocator;

/** Whatever a client begins with, in whatever pieces: it is understood or refused, no more is kept than was allowed, and nothing else is thrown. */
class StartupFuzzTest {

    @FuzzTest(maxDuration = "30s")
    void whatClientsBeginWith(FuzzedDataProvider data) {
        try (StartupDecoder decoder = new StartupDecoder()) {
            while (data.remainingBytes() > 0) {
                decoder.add(ByteBufAllocator.DEFAULT, FuzzedPieces.next(data));
                decoder.next().ifPresent(packet -> packet.bytes().release());
            }
        } catch (ProtocolViolation refused) {
            assertThat(refused.reason()).isNotEmpty();
        }
    }
}
