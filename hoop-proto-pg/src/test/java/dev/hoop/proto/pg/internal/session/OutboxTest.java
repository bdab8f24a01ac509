package dev.hoop.proto.pg.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.proto.pg.internal.codec.Frame;
import dev.hoop.proto.pg.internal.codec.FrontendDecoder;
import dev.hoop.proto.pg.internal.message.ProtocolViolation;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OutboxTest {

    private static final String BIND = "420000000c" + "0000000000000000";
    private static final String EXECUTE = "4500000009" + "0000000000";
    private static final String SYNC = "5300000004";

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final Outbox outbox = new Outbox(channel);
    private final FrontendDecoder decoder = new FrontendDecoder(1024);

    @AfterEach
    void close() {
        decoder.close();
        channel.finishAndReleaseAll();
    }

    @Test
    void whatWasReadAsOneGoesOnAsOneInTheBufferThatItCameIn() throws ProtocolViolation {
        ByteBuf read = read(BIND + EXECUTE + SYNC);
        frames().forEach(outbox::add);
        outbox.flush();

        ByteBuf sent = channel.readOutbound();
        assertThat(sent).isSameAs(read);
        assertThat(taken(sent)).isEqualTo(BIND + EXECUTE + SYNC);
        assertThat(taken()).isEmpty();
        assertThat(read.refCnt()).isZero();
    }

    @Test
    void whatIsLeftOutIsNotSent() throws ProtocolViolation {
        ByteBuf read = read(BIND + EXECUTE + SYNC);
        List<Frame> frames = frames();
        outbox.add(frames.get(0));
        frames.get(1).release();
        outbox.add(frames.get(2));
        outbox.flush();

        assertThat(taken()).containsExactly(BIND, SYNC);
        assertThat(read.refCnt()).isZero();
    }

    @Test
    void aMessageOfTheSidecarsOwnStandsWhereItWasAdded() throws ProtocolViolation {
        read(BIND + EXECUTE);
        List<Frame> frames = frames();
        outbox.add(frames.get(0));
        outbox.add(buffer(SYNC));
        outbox.add(frames.get(1));
        outbox.flush();

        assertThat(taken()).containsExactly(BIND, SYNC, EXECUTE);
    }

    /** What comes behind a message lands in its buffer, where there is room, while that still waits to be sent. */
    @Test
    void theRestThatComesWhileAMessageWaitsChangesNothing() throws ProtocolViolation {
        read(BIND + EXECUTE.substring(0, 8));
        List<Frame> first = frames();
        first.forEach(outbox::add);
        outbox.flush();
        read(EXECUTE.substring(8) + SYNC);
        frames().forEach(outbox::add);
        outbox.flush();

        assertThat(String.join("", taken())).isEqualTo(BIND + EXECUTE + SYNC);
    }

    private ByteBuf read(String hex) {
        ByteBuf bytes = buffer(hex);
        decoder.add(channel.alloc(), bytes);
        return bytes;
    }

    private ByteBuf buffer(String hex) {
        return channel.alloc().buffer(256).writeBytes(HexFormat.of().parseHex(hex));
    }

    private List<Frame> frames() throws ProtocolViolation {
        List<Frame> frames = new ArrayList<>();
        for (var next = decoder.next(); next.isPresent(); next = decoder.next()) {
            frames.add(next.get());
        }
        return frames;
    }

    private List<String> taken() {
        List<String> taken = new ArrayList<>();
        for (ByteBuf sent = channel.readOutbound(); sent != null; sent = channel.readOutbound()) {
            taken.add(taken(sent));
        }
        return taken;
    }

    private static String taken(ByteBuf sent) {
        try {
            return ByteBufUtil.hexDump(sent);
        } finally {
            sent.release();
        }
    }
}
