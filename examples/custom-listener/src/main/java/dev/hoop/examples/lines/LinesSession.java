package dev.hoop.examples.lines;

import dev.hoop.core.gate.Decision;
import dev.hoop.core.gate.Judgement;
import dev.hoop.core.spi.Downstream;
import dev.hoop.core.spi.ListenerContext;
import dev.hoop.core.spi.ProtocolSession;
import dev.hoop.core.statement.Origin;
import dev.hoop.review.Requester;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.netty.handler.codec.string.StringDecoder;
import io.netty.util.concurrent.Future;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * One client's conversation. Commands are taken one at a time, so answers keep their order; those that arrive meanwhile wait
 * as text, and reading stops when too many do.
 */
final class LinesSession implements ProtocolSession {

    private static final int MAX_WAITING = 64;

    private final ListenerContext<LinesConfig> context;
    private final Downstream downstream;
    private final Origin origin;
    private final Queue<String> waiting = new ArrayDeque<>();

    private @Nullable Channel upstream;
    private @Nullable Judgement judging;
    private boolean busy;
    private boolean draining;

    LinesSession(ListenerContext<LinesConfig> context, Downstream downstream) {
        this.context = context;
        this.downstream = downstream;
        this.origin = new Origin(
                downstream.sessionId(), Requester.peer(downstream.peerAddress()), Optional.empty(), Map.of());
    }

    @Override
    public void start() {
        downstream
                .channel()
                .pipeline()
                .addLast(new LineBasedFrameDecoder(context.config().maxLineBytes(), true, true))
                .addLast(new StringDecoder(StandardCharsets.UTF_8))
                .addLast(new Commands());
    }

    @Override
    public void drain() {
        draining = true;
        if (judging != null) {
            judging.interrupt();
        }
        closeWhenDone();
    }

    private void next() {
        String line = busy ? null : waiting.poll();
        if (line == null) {
            closeWhenDone();
            return;
        }
        busy = true;
        downstream.channel().config().setAutoRead(waiting.size() < MAX_WAITING);
        judging = context.gate()
                .judge(
                        new LineStatement(line),
                        origin,
                        downstream.channel().eventLoop(),
                        decision -> decided(line, decision));
    }

    private void decided(String line, Decision decision) {
        if (decision instanceof Decision.Forward) {
            forward(line);
        } else if (decision instanceof Decision.Refuse refuse) {
            answer("DENIED " + refuse.denial().message().replace('\n', ' '));
        }
        // A hold needs nothing here: the client waits, and another decision follows.
    }

    /** Only here does a byte of the command leave for the upstream. */
    private void forward(String line) {
        if (upstream != null) {
            write(upstream, line);
            return;
        }
        context.upstream().dial(downstream.channel().eventLoop(), answers()).addListener((Future<Channel> dialled) -> {
            if (!dialled.isSuccess()) {
                answer("ERROR the store cannot be reached");
                return;
            }
            upstream = dialled.getNow();
            if (!downstream.channel().isActive()) {
                upstream.close();
                return;
            }
            write(upstream, line);
        });
    }

    private ChannelInitializer<Channel> answers() {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                channel.pipeline()
                        .addLast(new LineBasedFrameDecoder(context.config().maxLineBytes(), true, true))
                        .addLast(new StringDecoder(StandardCharsets.UTF_8))
                        .addLast(new Answers());
            }
        };
    }

    private void answer(String line) {
        busy = false;
        judging = null;
        write(downstream.channel(), line);
        next();
    }

    private void closeWhenDone() {
        if (draining && !busy && waiting.isEmpty()) {
            downstream.channel().close();
        }
    }

    private static void write(Channel channel, String line) {
        channel.writeAndFlush(channel.alloc().buffer().writeBytes((line + "\n").getBytes(StandardCharsets.UTF_8)))
                .addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    }

    /** What the client says. */
    private final class Commands extends SimpleChannelInboundHandler<String> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, String line) {
            if (draining) {
                return;
            }
            waiting.add(line);
            next();
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            if (judging != null) {
                judging.cancel();
            }
            waiting.clear();
            if (upstream != null) {
                upstream.close();
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            context.gate().recordRefusal(origin, "not a line of the protocol");
            ctx.close();
        }
    }

    /** What the store answers. */
    private final class Answers extends SimpleChannelInboundHandler<String> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, String line) {
            if (busy) {
                answer(line);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            downstream.channel().close();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }
}
