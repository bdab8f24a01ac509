package dev.hoop.proto.grpc.internal.h2;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OutflowTest {

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final Deque<ChannelFutureListener> unwritten = new ArrayDeque<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int credited;
    private int counted;
    private int ends;

    private final Outflow flow = new Outflow(ByteBufAllocator.DEFAULT, (credit, bytes) -> {
        credited += credit;
        counted += bytes;
    });

    private void write(ByteBuf data, boolean end, ChannelFutureListener written) {
        out.writeBytes(io.netty.buffer.ByteBufUtil.getBytes(data));
        data.release();
        ends += end ? 1 : 0;
        unwritten.add(written);
    }

    private void writeAll() throws Exception {
        for (ChannelFutureListener next = unwritten.poll(); next != null; next = unwritten.poll()) {
            next.operationComplete(channel.newSucceededFuture());
        }
    }

    @Test
    void manySmallPiecesBecomeFew() throws Exception {
        ByteArrayOutputStream in = new ByteArrayOutputStream();
        flow.open(this::write);
        for (int i = 0; i < 60_000; i++) {
            in.write(i);
            flow.add(Unpooled.wrappedBuffer(new byte[] {(byte) i}), 2, i == 59_999);
        }

        assertThat(unwritten).hasSize(16);
        assertThat(ends).isZero();
        flow.flush();
        assertThat(unwritten).hasSizeLessThan(40);
        writeAll();
        assertThat(out.toByteArray()).isEqualTo(in.toByteArray());
        assertThat(credited).isEqualTo(120_000);
        assertThat(counted).isEqualTo(60_000);
        assertThat(ends).isEqualTo(1);
    }

    @Test
    void piecesOfEverySizeKeepTheirOrder() throws Exception {
        Random random = new Random(7);
        ByteArrayOutputStream in = new ByteArrayOutputStream();
        int credit = 0;
        for (int i = 0; i < 2_000; i++) {
            byte[] piece = new byte[random.nextInt(10) == 0 ? random.nextInt(20_000) : random.nextInt(50)];
            random.nextBytes(piece);
            in.writeBytes(piece);
            credit += piece.length + 1;
            flow.add(Unpooled.wrappedBuffer(piece), piece.length + 1, false);
            if (i == 500) {
                flow.open(this::write);
            }
            if (random.nextInt(20) == 0 && !unwritten.isEmpty()) {
                unwritten.remove().operationComplete(channel.newSucceededFuture());
            }
        }
        flow.end();
        writeAll();

        assertThat(out.toByteArray()).isEqualTo(in.toByteArray());
        assertThat(credited).isEqualTo(credit);
        assertThat(ends).isEqualTo(1);
    }

    @Test
    void anEndAloneIsSaidOnce() {
        flow.open(this::write);
        flow.add(Unpooled.wrappedBuffer(new byte[] {1}), 1, false);
        flow.end();
        flow.end();

        assertThat(ends).isEqualTo(1);
    }

    @Test
    void whatIsDroppedDoesNotGoOut() {
        flow.add(Unpooled.wrappedBuffer(new byte[] {1}), 1, false);
        flow.drop();
        flow.open(this::write);

        assertThat(unwritten).isEmpty();
        assertThat(flow.isEmpty()).isTrue();
    }
}
