package dev.hoop.proto.pg.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hoop.proto.pg.internal.message.ProtocolViolation;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrontendDecoderTest {

    private static final int LIMIT = 64;

    private final FrontendDecoder decoder = new FrontendDecoder(LIMIT);

    @AfterEach
    void close() {
        decoder.close();
    }

    @Test
    void findsTheSameMessagesWhereverTheBytesAreSplit() throws ProtocolViolation {
        byte[] stream = concat(frame('P', "73310073656c656374203100" + "0000"), frame('S', ""), frame('X', ""));
        for (int split = 0; split <= stream.length; split++) {
            List<String> frames = new ArrayList<>();
            for (byte[] piece : List.of(part(stream, 0, split), part(stream, split, stream.length))) {
                add(piece);
                frames.addAll(read());
            }
            assertThat(frames)
                    .as("split at %d", split)
                    .containsExactly(hex(part(stream, 0, stream.length - 10)), "5300000004", "5800000004");
        }
    }

    @Test
    void findsMessagesThatDripByteByByte() throws ProtocolViolation {
        List<String> frames = new ArrayList<>();
        for (byte one : concat(frame('Q', "00"), frame('H', ""))) {
            add(new byte[] {one});
            frames.addAll(read());
        }
        assertThat(frames).containsExactly("510000000500", "4800000004");
        assertThat(decoder.waiting()).isZero();
    }

    @Test
    void givesCopyDataInPiecesAsItComes() throws ProtocolViolation {
        add(HexFormat.of().parseHex("640000000c0102"));
        assertThat(read()).containsExactly("640000000c0102");
        add(HexFormat.of().parseHex("030405060708" + "6300000004"));
        assertThat(read()).containsExactly("030405060708", "6300000004");
    }

    @Test
    void dropsTheBytesOfAMessageThatIsTooLongAndTellsOfItOnce() throws ProtocolViolation {
        add(HexFormat.of().parseHex("51000f4240"));
        int dropped = 0;
        while (dropped < 0x0f4240 - 4) {
            int size = Math.min(1000, 0x0f4240 - 4 - dropped);
            assertThat(decoder.next()).isEmpty();
            add(new byte[size]);
            dropped += size;
            assertThat(decoder.waiting()).isLessThanOrEqualTo(1000);
        }
        Optional<Frame> told = decoder.next();
        assertThat(told).isPresent();
        assertThat(told.get().oversized()).isTrue();
        add(frame('S', ""));
        assertThat(read()).containsExactly("5300000004");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "5100000000", // length 0
                "5100000003", // shorter than itself
                "517fffffff", // longer than any message
                "5080000000", // negative
                "5300002716", // a Sync of 10,002 bytes
                "48000000067878", // a Flush with a body, which the server fails while nothing awaits an answer
                "53000000067878",
                "630000000578",
                "580000000578",
                "45ffffffff",
                "70000186a0", // a password of 100,000 bytes
                "00", // no tag
                "7a00000004",
                "1603010200"
            })
    void refusesWhatNoServerWouldTake(String hex) {
        add(HexFormat.of().parseHex(hex));

        assertThatThrownBy(decoder::next).isInstanceOf(ProtocolViolation.class);
    }

    @Test
    void keepsNothingOfAMessageOfAGigabyteThatIsOnlyAnnounced() throws ProtocolViolation {
        add(HexFormat.of().parseHex("503ffffff0" + "6162630073656c"));

        assertThat(decoder.next()).isEmpty();
        assertThat(decoder.waiting()).isZero();
    }

    private List<String> read() throws ProtocolViolation {
        List<String> frames = new ArrayList<>();
        for (Optional<Frame> next = decoder.next(); next.isPresent(); next = decoder.next()) {
            frames.add(ByteBufUtil.hexDump(next.get().bytes()));
            next.get().release();
        }
        return frames;
    }

    private void add(byte[] bytes) {
        ByteBuf buffer = Unpooled.buffer().writeBytes(bytes);
        decoder.add(ByteBufAllocator.DEFAULT, buffer);
    }

    private static byte[] frame(char tag, String bodyHex) {
        byte[] body = HexFormat.of().parseHex(bodyHex);
        ByteBuf frame =
                Unpooled.buffer().writeByte(tag).writeInt(4 + body.length).writeBytes(body);
        return ByteBufUtil.getBytes(frame);
    }

    private static byte[] part(byte[] bytes, int from, int to) {
        return java.util.Arrays.copyOfRange(bytes, from, to);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
