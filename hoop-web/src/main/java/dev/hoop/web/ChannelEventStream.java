package dev.hoop.web;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Server-sent events on one channel. Counts what the reader left unread, and drops a reader that leaves too much. */
final class ChannelEventStream implements EventStream {

    private static final Logger LOG = LoggerFactory.getLogger(ChannelEventStream.class);

    private static final byte[] HEARTBEAT = ": keep-alive\n\n".getBytes(StandardCharsets.US_ASCII);

    private static final int END_SECONDS = 10;

    private final Channel channel;
    private final int bufferBytes;
    private final AtomicLong unread = new AtomicLong();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final ScheduledFuture<?> heartbeat;

    /** Called on the channel's event loop, after the head was written. */
    ChannelEventStream(Channel channel, WebLimits limits) {
        this.channel = channel;
        this.bufferBytes = limits.eventBufferBytes();
        long pause = limits.heartbeat().toMillis();
        this.heartbeat =
                channel.eventLoop().scheduleWithFixedDelay(() -> write(HEARTBEAT), pause, pause, TimeUnit.MILLISECONDS);
        channel.closeFuture().addListener(closed -> {
            ended.set(true);
            heartbeat.cancel(false);
        });
    }

    @Override
    public void send(StreamEvent event) {
        write(event.bytes());
    }

    @Override
    public void end() {
        if (ended.compareAndSet(false, true)) {
            heartbeat.cancel(false);
            channel.writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT).addListener(ChannelFutureListener.CLOSE);
            // A reader that does not take the rest keeps its place no longer than this.
            ScheduledFuture<?> last =
                    channel.eventLoop().schedule(() -> channel.close(), END_SECONDS, TimeUnit.SECONDS);
            channel.closeFuture().addListener(closed -> last.cancel(false));
        }
    }

    @Override
    public boolean isOpen() {
        return !ended.get() && channel.isActive();
    }

    @Override
    public void onClose(Runnable action) {
        channel.closeFuture().addListener(closed -> action.run());
    }

    private void write(byte[] bytes) {
        if (ended.get()) {
            return;
        }
        if (unread.addAndGet(bytes.length) > bufferBytes) {
            if (ended.compareAndSet(false, true)) {
                LOG.info("event=web.stream.dropped reason=slow_reader unread_bytes={}", unread.get());
                channel.close();
            }
            return;
        }
        channel.writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(bytes)))
                .addListener(written -> unread.addAndGet(-bytes.length));
    }
}
