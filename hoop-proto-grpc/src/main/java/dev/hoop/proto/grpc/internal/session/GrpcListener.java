package dev.hoop.proto.grpc.internal.session;

import dev.hoop.core.spi.Downstream;
import dev.hoop.core.spi.Listener;
import dev.hoop.core.spi.ListenerContext;
import dev.hoop.core.spi.ProtocolSession;
import dev.hoop.proto.grpc.GrpcConfig;
import dev.hoop.proto.grpc.internal.h2.Flushes;
import dev.hoop.proto.grpc.internal.h2.LoopClock;
import dev.hoop.proto.grpc.internal.h2.UpstreamPool;
import dev.hoop.proto.grpc.internal.statement.StatementTerms;
import io.netty.channel.EventLoop;
import io.netty.util.AsciiString;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** One gRPC listener: sessions for its connections, and a pool of upstream connections for each event loop. */
public final class GrpcListener implements Listener {

    private static final int MARK_BYTES = 8;

    private final ListenerContext<GrpcConfig> context;
    private final StatementTerms terms;
    private final Optional<AsciiString> identityHeader;
    private final AsciiString via;
    private final LoopClock clock;
    private final Map<EventLoop, GrpcLane> lanes = new ConcurrentHashMap<>();

    /** A listener without connections. */
    public GrpcListener(ListenerContext<GrpcConfig> context, LoopClock clock) {
        this.context = context;
        this.clock = clock;
        this.terms = StatementTerms.of(context.config(), context.fingerprints());
        this.identityHeader = context.identityHeader().map(name -> AsciiString.of(name.toLowerCase(Locale.ROOT)));
        this.via = mark();
    }

    /** By which a call that comes back to this listener is known. */
    private static AsciiString mark() {
        byte[] bytes = new byte[MARK_BYTES];
        new SecureRandom().nextBytes(bytes);
        return AsciiString.of("2 hoop-" + HexFormat.of().formatHex(bytes));
    }

    @Override
    public ProtocolSession open(Downstream downstream) {
        GrpcLane lane = lanes.computeIfAbsent(downstream.channel().eventLoop(), this::lane);
        return new ClientConnection(lane, downstream);
    }

    private GrpcLane lane(EventLoop loop) {
        Flushes flushes = new Flushes(loop);
        return new GrpcLane(
                context.config(),
                context.gate(),
                terms,
                identityHeader,
                context.idleTimeout(),
                via,
                clock,
                flushes,
                new UpstreamPool(loop, context.upstream(), flushes, clock),
                KeptBytes.ofProcess());
    }

    @Override
    public void close() {
        lanes.values().forEach(lane -> lane.pool().close());
    }
}
