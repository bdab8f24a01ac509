package dev.hoop.proto.pg.internal.session;

import dev.hoop.core.relay.Flow;
import dev.hoop.core.relay.ReadControl;
import dev.hoop.core.spi.Downstream;
import dev.hoop.core.spi.ListenerContext;
import dev.hoop.core.spi.ProtocolSession;
import dev.hoop.core.statement.Origin;
import dev.hoop.proto.pg.PgConfig;
import dev.hoop.proto.pg.internal.message.CancelKey;
import dev.hoop.proto.pg.internal.message.ProtocolViolation;
import dev.hoop.proto.pg.internal.message.Report;
import dev.hoop.proto.pg.internal.message.StartupPacket.CancelRequest;
import dev.hoop.proto.pg.internal.message.StartupPacket.StartupMessage;
import dev.hoop.proto.pg.internal.statement.SqlSecrets;
import dev.hoop.proto.pg.internal.statement.StatementTerms;
import dev.hoop.review.Requester;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One client's connection, from its first packet to its end. Confined to its loop but for {@link #cancelFrom}. */
final class PgSession implements ProtocolSession, StartupHandler.Events, Frontend.Events, Backend.Events {

    private static final Logger LOG = LoggerFactory.getLogger(PgSession.class);

    private final ListenerContext<PgConfig> context;
    private final CancelKeys cancelKeys;
    private final StatementMemory.Shared memory;
    private final Downstream downstream;
    private final Channel client;
    private final EventLoop loop;
    private final StartupHandler startup;
    private @Nullable Conversation conversation;
    private @Nullable Frontend frontend;
    private @Nullable Backend backend;
    private @Nullable CancelKey key;
    private @Nullable ScheduledFuture<?> idleTimer;
    private boolean draining;

    PgSession(
            ListenerContext<PgConfig> context,
            CancelKeys cancelKeys,
            StatementMemory.Shared memory,
            Downstream downstream) {
        this.context = context;
        this.cancelKeys = cancelKeys;
        this.memory = memory;
        this.downstream = downstream;
        this.client = downstream.channel();
        this.loop = client.eventLoop();
        this.startup = new StartupHandler(context.downstreamTls(), this);
    }

    @Override
    public void start() {
        client.pipeline().addLast(startup);
        client.closeFuture().addListener(closed -> release());
    }

    @Override
    public void violation(String reason) {
        Origin origin = new Origin(
                downstream.sessionId(), Requester.peer(downstream.peerAddress()), Optional.empty(), Map.of());
        context.gate().recordRefusal(origin, reason);
    }

    @Override
    public void startup(StartupMessage message, ByteBuf bytes) {
        ReadControl.of(client).pause(ReadControl.Reason.WAITING);
        UpstreamOpening.open(context.upstream(), loop).addListener((Future<Channel> opened) -> {
            if (!opened.isSuccess()) {
                bytes.release();
                Report report =
                        PgDenials.unreachable(String.valueOf(opened.cause().getMessage()));
                client.writeAndFlush(report.toBuffer(client.alloc())).addListener(ChannelFutureListener.CLOSE);
            } else if (!client.isActive()) {
                bytes.release();
                opened.getNow().close();
            } else {
                converse(message, bytes, opened.getNow());
            }
        });
    }

    private void converse(StartupMessage message, ByteBuf bytes, Channel server) {
        Origin origin = Identity.origin(downstream, message, context.config());
        StatementTerms terms = new StatementTerms(message.database(), new SqlSecrets(context.fingerprints()));
        int limit = context.config().maxStatementBytes();
        Conversation begun = new Conversation(client, server, context.gate(), origin, terms, limit, memory);
        if (StartupOptions.of(message).pins("standard_conforming_strings")) {
            begun.pinStrings();
        }
        conversation = begun;
        Frontend talks = new Frontend(begun, limit, this);
        frontend = talks;
        backend = new Backend(begun, this);
        // A server that ends the conversation says why, and that must be read also where it takes no more.
        server.config().setAutoClose(false);
        Flow.couple(client, server);
        server.pipeline().addLast(backend);
        server.writeAndFlush(bytes, server.voidPromise());
        ByteBuf rest = startup.takeRest();
        client.pipeline().replace(startup, "postgres-frontend", talks);
        talks.take(rest);
        ReadControl.of(client).resume(ReadControl.Reason.WAITING);
        if (!context.idleTimeout().isZero()) {
            begun.watch();
            watchIdle(context.idleTimeout().toNanos());
        }
        if (draining) {
            drain();
        }
    }

    @Override
    public void cancel(CancelRequest request) {
        Optional<PgSession> session = cancelKeys.find(request.key());
        Runnable done = () -> client.close();
        if (session.isPresent()) {
            session.get().cancelFrom(request, () -> loop.execute(done));
        } else {
            // Another sidecar's session, or nobody's: the server knows.
            Cancelling.send(context.upstream(), loop, request, done);
        }
    }

    /** Another connection asks to cancel what this session runs. From any thread. */
    private void cancelFrom(CancelRequest request, Runnable done) {
        loop.execute(() -> {
            Frontend mine = frontend;
            if (mine == null || mine.cancel() != Frontend.Cancellation.FOR_THE_SERVER) {
                done.run();
                return;
            }
            mine.cancellationBegins();
            Cancelling.send(context.upstream(), loop, request, () -> {
                mine.cancellationEnded();
                done.run();
            });
        });
    }

    @Override
    public void key(CancelKey found) {
        key = found;
        cancelKeys.add(found, this);
    }

    @Override
    public void say(Report report) {
        if (backend != null) {
            backend.say(report);
        }
    }

    @Override
    public void segmentFailed() {
        if (frontend != null) {
            frontend.segmentFailed();
        }
    }

    @Override
    public void progress() {
        if (frontend == null) {
            return;
        }
        if (frontend.isRested()) {
            rested();
        } else {
            frontend.proceed();
        }
    }

    @Override
    public void broken(ProtocolViolation why) {
        violation(why.reason());
        end(PgDenials.violation(why));
    }

    @Override
    public void ends(Report why) {
        end(why);
    }

    @Override
    public void defect(Throwable error) {
        StackTraceElement[] trace = error.getStackTrace();
        // An exception's text may repeat what the client said, so it stays out.
        LOG.error(
                "event=postgres.defect listener={} session={} error={} at=\"{}\"",
                context.name(),
                downstream.sessionId(),
                error.getClass().getName(),
                trace.length > 0 ? trace[0] : "");
        end(PgDenials.internal());
    }

    @Override
    public void goodbye() {
        if (frontend != null && conversation != null) {
            frontend.close();
            conversation.goodbye();
        }
    }

    @Override
    public void clientGone() {
        if (frontend != null && conversation != null) {
            frontend.close();
            conversation.clientGone();
        }
    }

    @Override
    public void serverGone() {
        if (frontend != null && conversation != null && backend != null) {
            frontend.close();
            conversation.serverGone(backend.announcedEnd(), backend.atBoundary());
        }
    }

    @Override
    public void rested() {
        if (conversation == null || (!draining && conversation.approvals.isEmpty()) || !isIdle()) {
            return;
        }
        conversation.approvals.settle();
        if (draining) {
            end(PgDenials.shutdown());
        }
    }

    private boolean isIdle() {
        return conversation != null && conversation.isIdle() && frontend != null && frontend.isRested();
    }

    private void end(Report report) {
        if (frontend != null && conversation != null && backend != null) {
            frontend.close();
            conversation.end(report, backend.atBoundary());
        }
    }

    @Override
    public void drain() {
        draining = true;
        if (frontend == null) {
            client.close();
            return;
        }
        frontend.interrupt();
        rested();
    }

    @Override
    public void cutOff() {
        end(PgDenials.shutdown());
    }

    /** Looks again when the time could be over. */
    private void watchIdle(long nanos) {
        idleTimer = loop.schedule(
                () -> {
                    if (conversation == null || conversation.isOver()) {
                        return;
                    }
                    long left = context.idleTimeout().toNanos() - (System.nanoTime() - conversation.lastTraffic());
                    if (left <= 0 && isIdle()) {
                        end(PgDenials.idle());
                    } else {
                        watchIdle(left > 0 ? left : context.idleTimeout().toNanos());
                    }
                },
                nanos,
                TimeUnit.NANOSECONDS);
    }

    private void release() {
        if (idleTimer != null) {
            idleTimer.cancel(false);
        }
        if (key != null) {
            cancelKeys.remove(key, this);
        }
        if (frontend != null) {
            frontend.close();
        }
        if (conversation != null) {
            conversation.messages.close();
            conversation.names.close();
        }
    }
}
