package dev.hoop.proto.pg.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.hoop.proto.pg.internal.message.Bind;
import dev.hoop.proto.pg.internal.message.Execute;
import dev.hoop.proto.pg.internal.message.FrontendTag;
import dev.hoop.proto.pg.internal.message.FunctionCall;
import dev.hoop.proto.pg.internal.message.Parse;
import dev.hoop.proto.pg.internal.message.ProtocolViolation;
import dev.hoop.proto.pg.internal.message.Query;
import dev.hoop.proto.pg.internal.message.Target;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.Optional;

/** Whatever a client sends, in whatever pieces: it is understood or refused, no more is kept than was allowed, and nothing else is thrown. */
class FrontendFuzzTest {

    private static final int LIMIT = 4096;

    @FuzzTest(maxDuration = "60s")
    void whatClientsSay(FuzzedDataProvider data) {
        try (FrontendDecoder decoder = new FrontendDecoder(LIMIT)) {
            while (data.remainingBytes() > 0) {
                decoder.add(ByteBufAllocator.DEFAULT, FuzzedPieces.next(data));
                for (Optional<Frame> next = decoder.next(); next.isPresent(); next = decoder.next()) {
                    Frame frame = next.get();
                    try {
                        read(frame);
                    } finally {
                        frame.release();
                    }
                }
                assertThat(decoder.waiting()).isLessThan(LIMIT + 64 * 1024 + 64);
            }
        } catch (ProtocolViolation refused) {
            assertThat(refused.reason()).isNotEmpty();
        }
    }

    private static void read(Frame frame) throws ProtocolViolation {
        if (frame.oversized() || frame.size() < Frame.HEADER) {
            return;
        }
        ByteBuf bytes = frame.buffer();
        int start = frame.bodyStart();
        int end = frame.end();
        switch (frame.tag()) {
            case FrontendTag.QUERY -> Query.read(bytes, start, end);
            case FrontendTag.PARSE -> Parse.read(bytes, start, end);
            case FrontendTag.BIND -> Bind.read(bytes, start, end);
            case FrontendTag.EXECUTE -> Execute.read(bytes, start, end);
            case FrontendTag.DESCRIBE -> Target.read(bytes, start, end, "Describe");
            case FrontendTag.CLOSE -> Target.read(bytes, start, end, "Close");
            case FrontendTag.FUNCTION_CALL -> FunctionCall.read(bytes, start, end);
            default -> {
                // Nobody looks inside.
            }
        }
    }
}
