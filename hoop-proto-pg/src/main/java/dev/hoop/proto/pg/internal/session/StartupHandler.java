package dev.hoop.proto.pg.internal.session;

import dev.hoop.core.spi.InBandTls;
import dev.hoop.proto.pg.internal.codec.StartupDecoder;
import dev.hoop.proto.pg.internal.message.ProtocolViolation;
import dev.hoop.proto.pg.internal.message.Report;
import dev.hoop.proto.pg.internal.message.StartupPacket;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Takes what a client says before it has a session with a server: requests for encryption, then a StartupMessage or a
 * CancelRequest. The last handler of the client's channel until then.
 */
public final class StartupHandler extends ChannelInboundHandlerAdapter {

    /** The protocol's name in ALPN, which a client that begins with TLS must offer: "TLS Session Encryption". */
    public static final String ALPN_PROTOCOL = "postgresql";

    /** How long a client may take until it has said who it is: PostgreSQL's authentication_timeout unless set. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** The first byte of a TLS record with a handshake (RFC 8446 section 5.1): never that of a startup packet. */
    private static final byte TLS_HANDSHAKE = 0x16;

    private static final byte WILLING = 'S';
    private static final byte UNWILLING = 'N';

    /** What comes of it. */
    interface Events {

        /**
         * The client wants a session. What it says meanwhile waits for {@link #takeRest}.
         *
         * @param bytes the packet; to be released by who gets it
         */
        void startup(StartupPacket.StartupMessage message, ByteBuf bytes);

        void cancel(StartupPacket.CancelRequest request);

        /** The client said what the protocol does not allow. */
        void violation(String reason);
    }

    private final Optional<InBandTls> tls;
    private final Events events;
    private final StartupDecoder decoder = new StartupDecoder();
    private boolean encrypted;
    private boolean over;
    private boolean started;
    private @Nullable ScheduledFuture<?> limit;

    StartupHandler(Optional<InBandTls> tls, Events events) {
        this.tls = tls;
        this.events = events;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        limit = ctx.executor().schedule(() -> ctx.close(), LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        decoder.add(ctx.alloc(), (ByteBuf) message);
        try {
            take(ctx);
        } catch (ProtocolViolation e) {
            events.violation(e.reason());
            refuse(ctx, PgDenials.violation(e));
        }
    }

    private void take(ChannelHandlerContext ctx) throws ProtocolViolation {
        if (started) {
            return;
        }
        if (over) {
            decoder.takeRest().release();
            return;
        }
        if (!encrypted
                && decoder.first().filter(first -> first == TLS_HANDSHAKE).isPresent()) {
            beginDirectly(ctx);
            return;
        }
        Optional<StartupDecoder.Packet> next = decoder.next();
        while (next.isPresent() && !over) {
            take(ctx, next.get());
            next = over || encrypted ? Optional.empty() : decoder.next();
        }
    }

    private void take(ChannelHandlerContext ctx, StartupDecoder.Packet packet) throws ProtocolViolation {
        if (packet.packet() instanceof StartupPacket.StartupMessage startup) {
            if (tls.isPresent() && !encrypted) {
                packet.bytes().release();
                events.violation("a connection without TLS");
                refuse(ctx, PgDenials.tlsRequired());
                return;
            }
            over = true;
            started = true;
            stopLimit();
            events.startup(startup, packet.bytes());
            return;
        }
        packet.bytes().release();
        if (packet.packet() instanceof StartupPacket.CancelRequest cancel) {
            over = true;
            events.cancel(cancel);
        } else if (packet.packet() instanceof StartupPacket.GssEncRequest && !encrypted) {
            answer(ctx, UNWILLING);
        } else if (packet.packet() instanceof StartupPacket.SslRequest && !encrypted) {
            if (tls.isEmpty()) {
                answer(ctx, UNWILLING);
            } else {
                begin(ctx, tls.get());
            }
        } else {
            throw new ProtocolViolation("encryption is asked for twice");
        }
    }

    private static void answer(ChannelHandlerContext ctx, byte answer) {
        ctx.writeAndFlush(ctx.alloc().buffer(1).writeByte(answer));
    }

    /** The client asked for TLS in the protocol's words. */
    private void begin(ChannelHandlerContext ctx, InBandTls with) throws ProtocolViolation {
        if (decoder.first().isPresent()) {
            // What came in plain text behind the request could be anybody's.
            throw new ProtocolViolation("received unencrypted data after SSL request");
        }
        encrypted = true;
        answer(ctx, WILLING);
        ctx.pipeline().addFirst(with.newHandler(ctx.alloc()));
    }

    /** The client began with TLS, without asking. */
    private void beginDirectly(ChannelHandlerContext ctx) {
        ByteBuf hello = decoder.takeRest();
        if (tls.isEmpty()) {
            hello.release();
            over = true;
            events.violation("TLS on a listener without downstream_tls");
            ctx.close();
            return;
        }
        encrypted = true;
        SslHandler handler = tls.get().newHandler(ctx.alloc());
        handler.handshakeFuture().addListener(done -> {
            if (done.isSuccess() && !ALPN_PROTOCOL.equals(handler.applicationProtocol())) {
                over = true;
                events.violation("TLS without the protocol's name in ALPN");
                ctx.close();
            }
        });
        ctx.pipeline().addFirst(handler);
        ctx.pipeline().fireChannelRead(hello);
    }

    /** What came behind the StartupMessage; the caller releases it. */
    ByteBuf takeRest() {
        return decoder.takeRest();
    }

    private void refuse(ChannelHandlerContext ctx, Report report) {
        over = true;
        ctx.writeAndFlush(report.toBuffer(ctx.alloc())).addListener(ChannelFutureListener.CLOSE);
    }

    private void stopLimit() {
        if (limit != null) {
            limit.cancel(false);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        // A failed TLS handshake, or a reset.
        ctx.close();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        stopLimit();
        decoder.close();
    }
}
