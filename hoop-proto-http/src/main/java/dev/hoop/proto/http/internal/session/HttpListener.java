package dev.hoop.proto.http.internal.session;

import dev.hoop.core.spi.Downstream;
import dev.hoop.core.spi.Listener;
import dev.hoop.core.spi.ListenerContext;
import dev.hoop.core.spi.ProtocolSession;
import dev.hoop.proto.http.HttpConfig;
import dev.hoop.proto.http.internal.codec.RequestHeadWriter;
import dev.hoop.proto.http.internal.codec.ResponseHeadWriter;
import dev.hoop.proto.http.internal.codec.Via;
import dev.hoop.proto.http.internal.statement.StatementTerms;
import dev.hoop.review.Denial;
import io.netty.channel.EventLoop;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** One HTTP listener: sessions for its connections, and a pool of upstream connections for each event loop. */
public final class HttpListener implements Listener {

    private final ListenerContext<HttpConfig> context;
    private final Via via;
    private final SessionOpener opener;
    private final SessionLimits limits;
    private final StatusPath statusPath;
    private final RequestHeadWriter requestHeads;
    private final ResponseHeadWriter responseHeads;
    private final StatementTerms terms;
    private final Map<EventLoop, HttpLane> lanes = new ConcurrentHashMap<>();

    /**
     * A listener without connections.
     *
     * @param via the mark of this process
     * @param opener makes the sessions
     */
    public HttpListener(ListenerContext<HttpConfig> context, Via via, SessionOpener opener, SessionLimits limits) {
        this.context = context;
        this.via = via;
        this.opener = opener;
        this.limits = limits;
        this.statusPath = new StatusPath(context.name(), context.reviews());
        this.requestHeads = new RequestHeadWriter(
                via, context.upstream().address(), Set.of(Denial.FIELD_REVIEW_MODE.toLowerCase(Locale.ROOT)));
        this.responseHeads = new ResponseHeadWriter(via, HttpDenials.RESERVED_FIELDS);
        this.terms = StatementTerms.of(context.config(), context.fingerprints());
    }

    @Override
    public ProtocolSession open(Downstream downstream) {
        HttpLane lane = lanes.computeIfAbsent(downstream.channel().eventLoop(), this::lane);
        return opener.open(lane, downstream);
    }

    private HttpLane lane(EventLoop loop) {
        return new HttpLane(
                context.config(),
                context.gate(),
                statusPath,
                context.identityHeader(),
                context.idleTimeout(),
                via,
                requestHeads,
                responseHeads,
                terms,
                limits,
                new UpstreamPool(loop, context.upstream(), limits));
    }

    @Override
    public void close() {
        lanes.values().forEach(lane -> lane.pool().close());
    }
}
