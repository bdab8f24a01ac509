package dev.hoop.proto.pg.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hoop.proto.pg.internal.message.ProtocolViolation;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BackendScannerTest {

    /** D with 4 bytes, E with 2, C with 1, Z with 1. */
    private static final String STREAM = "440000000801020304" + "45000000060506" + "430000000507" + "5a0000000549";

    private final Recorder recorder = new Recorder();
    private final BackendScanner scanner = new BackendScanner(recorder);

    @AfterEach
    void close() {
        scanner.close();
    }

    @Test
    void takesLooksAndHandsOnWhereverTheBytesAreSplit() throws ProtocolViolation {
        byte[] stream = HexFormat.of().parseHex(STREAM);
        for (int split = 0; split <= stream.length; split++) {
            recorder.clear();
            read(0, split, stream);
            read(split, stream.length, stream);

            assertThat(recorder.begun).as("split at %d", split).isEqualTo("DECZ");
            assertThat(recorder.taken).containsExactly("45000000060506");
            assertThat(recorder.looked).containsExactly("49");
            assertThat(recorder.passed()).isEqualTo(STREAM.replace("45000000060506", ""));
            assertThat(scanner.atBoundary()).isTrue();
        }
    }

    @Test
    void handsARowOnBeforeItsEndCame() throws ProtocolViolation {
        byte[] stream = HexFormat.of().parseHex(STREAM);
        read(0, 7, stream);

        assertThat(recorder.passed()).isEqualTo("44000000080102");
        assertThat(scanner.atBoundary()).isFalse();
    }

    @Test
    void handsEverythingBeforeATakenMessageOnFirst() throws ProtocolViolation {
        byte[] stream = HexFormat.of().parseHex(STREAM);
        recorder.passedWhenTaken = "";
        read(0, stream.length, stream);

        assertThat(recorder.passedWhenTaken).isEqualTo("440000000801020304");
    }

    /** The end of the row is not handed on yet when the message behind it is looked at, or is none. */
    @Test
    void isWithinARowAsLongAsItsEndWasNotHandedOn() throws ProtocolViolation {
        read(0, 7, HexFormat.of().parseHex(STREAM));
        recorder.atBoundary = scanner::atBoundary;
        read(0, 8, HexFormat.of().parseHex("0304" + "5a0000000549"));

        assertThat(recorder.boundaries).containsExactly(false);
        assertThat(scanner.atBoundary()).isTrue();
        read(0, 7, HexFormat.of().parseHex(STREAM));
        assertThatThrownBy(() -> read(0, 7, HexFormat.of().parseHex("0304" + "5a00000003")))
                .isInstanceOf(ProtocolViolation.class);
        assertThat(scanner.atBoundary()).isFalse();
    }

    @Test
    void refusesLengthsThatNoServerSends() {
        for (String hex : List.of("5a00000003", "5a7fffffff", "5affffffff")) {
            BackendScanner fresh = new BackendScanner(new Recorder());
            assertThatThrownBy(() -> fresh.read(
                            ByteBufAllocator.DEFAULT,
                            Unpooled.wrappedBuffer(HexFormat.of().parseHex(hex))))
                    .isInstanceOf(ProtocolViolation.class);
            fresh.close();
        }
    }

    @Test
    void doesNotKeepALongMessageToLookAtIt() {
        assertThatThrownBy(() -> scanner.read(
                        ByteBufAllocator.DEFAULT,
                        Unpooled.wrappedBuffer(HexFormat.of().parseHex("5a10000000"))))
                .isInstanceOf(ProtocolViolation.class);
    }

    private void read(int from, int to, byte[] stream) throws ProtocolViolation {
        ByteBuf buffer = Unpooled.buffer().writeBytes(stream, from, to - from);
        scanner.read(ByteBufAllocator.DEFAULT, buffer);
    }

    /** Takes errors, looks at ReadyForQuery, passes the rest. */
    private static final class Recorder implements BackendScanner.Listener {

        private String begun = "";
        private final List<String> taken = new ArrayList<>();
        private final List<String> looked = new ArrayList<>();
        private final StringBuilder passed = new StringBuilder();
        private String passedWhenTaken = "";
        private BooleanSupplier atBoundary = () -> true;
        private final List<Boolean> boundaries = new ArrayList<>();

        void clear() {
            begun = "";
            taken.clear();
            looked.clear();
            passed.setLength(0);
        }

        String passed() {
            return passed.toString();
        }

        @Override
        public Interest begins(byte tag) {
            begun += (char) tag;
            return tag == 'E' ? Interest.TAKE : tag == 'Z' ? Interest.LOOK : Interest.PASS;
        }

        @Override
        public void look(byte tag, ByteBuf bytes, int start, int end) {
            looked.add(ByteBufUtil.hexDump(bytes, start, end - start));
            boundaries.add(atBoundary.getAsBoolean());
        }

        @Override
        public void take(Frame frame) {
            passedWhenTaken = passed.toString();
            taken.add(ByteBufUtil.hexDump(frame.bytes()));
            frame.release();
        }

        @Override
        public void pass(ByteBuf bytes) {
            passed.append(ByteBufUtil.hexDump(bytes));
            bytes.release();
        }
    }
}
