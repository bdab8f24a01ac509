package dev.hoop.web;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends a connection that is too slow: idle for too long, or dripping a head or a body. Sits before the decoder, because
 * only there the first byte of a head is seen. Confined to the event loop.
 */
final class RequestClock extends ChannelInboundHandlerAdapter {

    private final WebLimits limits;
    private boolean awaitingFirstByte = true;
    private @Nullable ChannelHandlerContext context;
    private @Nullable ScheduledFuture<?> deadline;

    RequestClock(WebLimits limits) {
        this.limits = limits;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
        if (ctx.channel().isActive()) {
            idle();
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) throws Exception {
        idle();
        super.channelActive(ctx);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        stop();
        super.channelInactive(ctx);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
        if (awaitingFirstByte) {
            awaitingFirstByte = false;
            closeAfter(limits.headTimeout());
        }
        super.channelRead(ctx, message);
    }

    /** The connection waits for a request. */
    void idle() {
        awaitingFirstByte = true;
        closeAfter(limits.idleTimeout());
    }

    /** A head is complete, its body follows. */
    void head() {
        awaitingFirstByte = false;
        closeAfter(limits.bodyTimeout());
    }

    /** The request is complete: from here the connection waits for us, not for the client. */
    void stop() {
        awaitingFirstByte = false;
        ScheduledFuture<?> running = deadline;
        if (running != null) {
            running.cancel(false);
            deadline = null;
        }
    }

    private void closeAfter(Duration limit) {
        ScheduledFuture<?> running = deadline;
        if (running != null) {
            running.cancel(false);
        }
        ChannelHandlerContext ctx = context;
        if (ctx != null) {
            deadline = ctx.executor().schedule(() -> ctx.close(), limit.toMillis(), TimeUnit.MILLISECONDS);
        }
    }
}
