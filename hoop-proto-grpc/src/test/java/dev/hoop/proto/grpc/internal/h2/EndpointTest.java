package dev.hoop.proto.grpc.internal.h2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testkit.http2.Http2Frames;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.Http2Headers;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EndpointTest {

    @Test
    void aMemoryOfHeadersThatAPeerOffersIsNotTaken() throws Exception {
        EmbeddedChannel channel = new EmbeddedChannel();
        Endpoint endpoint = EndpointBuilder.server(new Unheard(), new Flushes(channel.eventLoop()));
        channel.pipeline().addLast(endpoint);
        byte[] largest = ByteBuffer.allocate(6)
                .putShort((short) 1)
                .putInt(Integer.MAX_VALUE)
                .array();

        channel.writeInbound(
                Unpooled.wrappedBuffer(Http2Frames.PREFACE, Http2Frames.frame(Http2Frames.SETTINGS, 0, 0, largest)));

        assertThat(endpoint.encoder().configuration().headersConfiguration().maxHeaderTableSize())
                .isEqualTo(4096);
        channel.finishAndReleaseAll();
    }

    private static final class Unheard implements EndpointEvents {
        @Override
        public void headers(int stream, @Nullable Object owner, Http2Headers headers, boolean end) {}

        @Override
        public void data(int stream, @Nullable Object owner, ByteBuf data, int credit, boolean end) {}

        @Override
        public void closed(Object owner) {}

        @Override
        public void ended() {}
    }
}
