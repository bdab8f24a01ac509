package dev.hoop.proto.pg.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.hoop.proto.pg.internal.message.ParameterDescription;
import dev.hoop.proto.pg.internal.message.ParameterStatus;
import dev.hoop.proto.pg.internal.message.ProtocolViolation;
import dev.hoop.proto.pg.internal.message.Report;
import dev.hoop.proto.pg.internal.message.SaslOffer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/** Whatever a server sends, in whatever pieces: it is understood or refused, no more is kept than was allowed, and nothing else is thrown. */
class BackendFuzzTest {

    @FuzzTest(maxDuration = "60s")
    void whatServersSay(FuzzedDataProvider data) {
        Counter counter = new Counter();
        int sent = 0;
        try (BackendScanner scanner = new BackendScanner(counter)) {
            while (data.remainingBytes() > 0) {
                ByteBuf piece = FuzzedPieces.next(data);
                sent += piece.readableBytes();
                scanner.read(ByteBufAllocator.DEFAULT, piece);
                assertThat(counter.handedOn).isLessThanOrEqualTo(sent);
            }
        } catch (ProtocolViolation refused) {
            assertThat(refused.reason()).isNotEmpty();
        }
    }

    /** Looks into everything that anybody looks into. */
    private static final class Counter implements BackendScanner.Listener {

        private int handedOn;

        @Override
        public Interest begins(byte tag) {
            return switch (tag) {
                case 'E', 'R' -> Interest.TAKE;
                case 'S', 't', 'Z' -> Interest.LOOK;
                default -> Interest.PASS;
            };
        }

        @Override
        public void look(byte tag, ByteBuf bytes, int start, int end) throws ProtocolViolation {
            ByteBuf body = bytes.slice(start, end - start);
            if (tag == 'S') {
                ParameterStatus.read(body);
            } else if (tag == 't') {
                ParameterDescription.read(body);
            }
        }

        @Override
        public void take(Frame frame) throws ProtocolViolation {
            handedOn += frame.size();
            try {
                if (frame.tag() == 'E') {
                    Report.field(frame.body(), 'C');
                } else if (SaslOffer.is(frame.body())) {
                    SaslOffer.read(frame.body());
                }
            } finally {
                frame.release();
            }
        }

        @Override
        public void pass(ByteBuf bytes) {
            handedOn += bytes.readableBytes();
            bytes.release();
        }
    }
}
