package dev.hoop.proto.pg.internal.session;

import dev.hoop.core.gate.Approval;
import dev.hoop.proto.pg.internal.codec.BackendScanner;
import dev.hoop.proto.pg.internal.codec.Frame;
import dev.hoop.proto.pg.internal.message.BackendTag;
import dev.hoop.proto.pg.internal.message.CancelKey;
import dev.hoop.proto.pg.internal.message.ParameterDescription;
import dev.hoop.proto.pg.internal.message.ParameterStatus;
import dev.hoop.proto.pg.internal.message.ProtocolViolation;
import dev.hoop.proto.pg.internal.message.Report;
import dev.hoop.proto.pg.internal.message.SaslOffer;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Hands on what the server says. The last handler of the server's channel. */
final class Backend extends ChannelInboundHandlerAdapter implements BackendScanner.Listener {

    /** What the other direction learns. */
    interface Events {

        /** The server has a key by which its statements are canceled. */
        void key(CancelKey key);

        /** A message of the segment that is being sent failed: the server skips the rest of it. */
        void segmentFailed();

        /** Something was answered that the other direction may wait for. */
        void progress();

        /** The conversation cannot go on. */
        void broken(ProtocolViolation why);

        void defect(Throwable error);

        void serverGone();
    }

    /** How long what a server said before it broke off is read. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(10);

    /** From such an answer on every other could be taken for that of another message, and a name for another text. */
    private static final String UNASKED = "the server's answer is not to what it was sent next";

    /** A text of many statements has as many results; so many characters of them are recorded. */
    private static final int MAX_RESULT = 256;

    private final Conversation conversation;
    private final Events events;
    private final BackendScanner scanner = new BackendScanner(this);
    private final Deque<Report> waiting = new ArrayDeque<>();
    private boolean announcedEnd;

    /** Whether the server takes no more. */
    private boolean breakingOff;

    private boolean progressed;

    Backend(Conversation conversation, Events events) {
        this.conversation = conversation;
        this.events = events;
    }

    /** Says something to the client, between two messages of the server: now, or as soon as the one in transit ends. */
    void say(Report report) {
        if (conversation.isOver()) {
            return;
        }
        if (scanner.atBoundary()) {
            conversation.client.writeAndFlush(conversation.encode(report));
        } else {
            waiting.add(report);
        }
    }

    /** Whether the client is between two messages. */
    boolean atBoundary() {
        return scanner.atBoundary();
    }

    /** Whether the server has said why it ends the conversation. */
    boolean announcedEnd() {
        return announcedEnd;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (conversation.isOver()) {
            ((ByteBuf) message).release();
            return;
        }
        conversation.traffic();
        try {
            scanner.read(ctx.alloc(), (ByteBuf) message);
        } catch (ProtocolViolation e) {
            events.broken(e);
            return;
        } catch (RuntimeException e) {
            events.defect(e);
            return;
        }
        while (!waiting.isEmpty() && scanner.atBoundary()) {
            conversation.client.write(conversation.encode(waiting.remove()), conversation.client.voidPromise());
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        conversation.client.flush();
        if (progressed || conversation.settling) {
            progressed = false;
            events.progress();
        }
    }

    @Override
    public Interest begins(byte tag) throws ProtocolViolation {
        if (tag == BackendTag.DATA_ROW) {
            return Interest.PASS;
        }
        Awaited head = conversation.replies.head();
        if (head == null && conversation.isReady() && !isUnasked(tag)) {
            throw new ProtocolViolation(UNASKED);
        }
        boolean refused = head != null && head.refusal.isPresent() && !head.told;
        switch (tag) {
            case BackendTag.ERROR_RESPONSE -> {
                return refused || (head != null && head.usesApproval()) ? Interest.TAKE : Interest.LOOK;
            }
            case BackendTag.READY_FOR_QUERY -> {
                return refused ? Interest.TAKE : Interest.LOOK;
            }
            case BackendTag.AUTHENTICATION -> {
                return Interest.TAKE;
            }
            case BackendTag.PARAMETER_STATUS, BackendTag.BACKEND_KEY_DATA -> {
                return Interest.LOOK;
            }
            case BackendTag.PARSE_COMPLETE -> onlyDone(head, Awaited.Kind.PARSE);
            case BackendTag.BIND_COMPLETE -> onlyDone(head, Awaited.Kind.BIND);
            case BackendTag.CLOSE_COMPLETE -> onlyDone(head, Awaited.Kind.CLOSE);
            case BackendTag.ROW_DESCRIPTION, BackendTag.NO_DATA -> {
                done(head, Awaited.Kind.DESCRIBE_STATEMENT);
                done(head, Awaited.Kind.DESCRIBE_PORTAL);
            }
            case BackendTag.PARAMETER_DESCRIPTION -> {
                return head != null && head.kind == Awaited.Kind.DESCRIBE_STATEMENT ? Interest.LOOK : Interest.PASS;
            }
            case BackendTag.COMMAND_COMPLETE -> {
                if (head != null && head.approval.isPresent()) {
                    return Interest.LOOK;
                }
                done(head, Awaited.Kind.EXECUTE);
            }
            case BackendTag.EMPTY_QUERY_RESPONSE, BackendTag.PORTAL_SUSPENDED -> {
                if (head != null) {
                    head.approval.ifPresent(conversation.approvals::suspended);
                }
                done(head, Awaited.Kind.EXECUTE);
            }
            case BackendTag.COPY_IN_RESPONSE -> {
                if (head != null) {
                    conversation.replies.copyInBegins();
                    progressed = true;
                }
            }
            default -> {
                // Rows, data, notices and notifications: nobody needs to look.
            }
        }
        return Interest.PASS;
    }

    /** What a server says also when nothing was asked: of errors it is only one that ends the conversation. */
    private static boolean isUnasked(byte tag) {
        return switch (tag) {
            case BackendTag.NOTICE_RESPONSE,
                    BackendTag.NOTIFICATION_RESPONSE,
                    BackendTag.PARAMETER_STATUS,
                    BackendTag.ERROR_RESPONSE -> true;
            default -> false;
        };
    }

    /** An answer that only one kind of message has. Where something else is awaited, it ends the conversation. */
    private void onlyDone(@Nullable Awaited head, Awaited.Kind kind) throws ProtocolViolation {
        if (head == null || head.kind != kind) {
            throw new ProtocolViolation(UNASKED);
        }
        done(head, kind);
    }

    /** What was awaited first is done, if it is of that kind. */
    private void done(@Nullable Awaited head, Awaited.Kind kind) {
        if (head != null && head.kind == kind) {
            conversation.replies.remove();
            head.succeeded();
        }
    }

    @Override
    public void look(byte tag, ByteBuf bytes, int start, int end) throws ProtocolViolation {
        if (tag == BackendTag.READY_FOR_QUERY) {
            ready(bytes, start, end);
            return;
        }
        ByteBuf body = bytes.slice(start, end - start);
        switch (tag) {
            case BackendTag.PARAMETER_STATUS -> {
                ParameterStatus status = ParameterStatus.read(body);
                conversation.setting(status.name(), status.value());
            }
            case BackendTag.BACKEND_KEY_DATA -> events.key(CancelKey.read(body));
            case BackendTag.PARAMETER_DESCRIPTION -> learnTypes(ParameterDescription.read(body));
            case BackendTag.COMMAND_COMPLETE -> completed(body);
            case BackendTag.ERROR_RESPONSE -> failed(body);
            default -> throw new IllegalStateException("nobody asked for this message");
        }
    }

    /** A message in the place of which another one may go. */
    @Override
    public void take(Frame frame) throws ProtocolViolation {
        ByteBuf body = frame.body();
        try {
            if (frame.tag() == BackendTag.AUTHENTICATION && SaslOffer.is(body)) {
                SaslOffer offer = SaslOffer.read(body);
                conversation.offered(offer.bindsToChannel());
                pass(offer.withoutChannelBinding().toBuffer(conversation.client.alloc()));
                return;
            }
            if (frame.tag() == BackendTag.ERROR_RESPONSE) {
                takeError(frame);
                return;
            }
            if (frame.tag() == BackendTag.READY_FOR_QUERY) {
                // A server that does not fail what stands for a refused statement must not make it look as if it ran.
                Awaited head = conversation.replies.head();
                if (head != null) {
                    tellRefusal(head);
                }
                ready(frame.buffer(), frame.bodyStart(), frame.end());
            }
            pass(frame.bytes().retain());
        } finally {
            frame.release();
        }
    }

    /** The answer to what stands for a refused statement, or to what an approval was used for. */
    private void takeError(Frame frame) throws ProtocolViolation {
        Awaited head = conversation.replies.head();
        boolean ends = endsConversation(frame.body());
        if (!ends && head != null && head.refusal.isPresent()) {
            tellRefusal(head);
        } else {
            if (!ends && head != null) {
                head.approval.ifPresent(this::tellUsed);
                head.serves.forEach(this::tellUsed);
            }
            pass(frame.bytes().retain());
        }
        failed(frame.body());
    }

    private void tellUsed(Approval approval) {
        if (conversation.approvals.isOpen(approval)) {
            pass(conversation.encode(PgDenials.used(approval)));
        }
    }

    private void tellRefusal(Awaited refused) {
        refused.told = true;
        refused.refusal.ifPresent(report -> pass(conversation.encode(report)));
    }

    private void ready(ByteBuf bytes, int start, int end) throws ProtocolViolation {
        if (end - start != 1) {
            throw new ProtocolViolation("the server sent an invalid ReadyForQuery");
        }
        Awaited ended = conversation.replies.ready();
        if (ended != null) {
            ended.succeeded();
            recordCompletion(ended);
        }
        conversation.ready(bytes.getByte(start));
        progressed = true;
    }

    private static boolean endsConversation(ByteBuf body) {
        // V is the severity in English; servers before 9.6 have only S, which may be translated.
        String severity =
                Report.field(body, 'V').or(() -> Report.field(body, 'S')).orElse("");
        return severity.equals("FATAL") || severity.equals("PANIC");
    }

    private void failed(ByteBuf body) throws ProtocolViolation {
        if (endsConversation(body)) {
            announcedEnd = true;
            return;
        }
        Awaited head = conversation.replies.head();
        if (head == null) {
            if (conversation.isReady()) {
                throw new ProtocolViolation(UNASKED);
            }
        } else {
            if (head.approval.isPresent()) {
                report(head, "ERROR " + Report.field(body, 'C').orElse(""));
            }
            if (!head.kind.endsSegment()) {
                recordCompletion(head);
                head.serves.forEach(conversation.approvals::failed);
                if (!conversation.replies.failSegment()) {
                    events.segmentFailed();
                }
            }
        }
    }

    private void completed(ByteBuf body) {
        Awaited head = conversation.replies.head();
        int length = Math.max(0, body.bytesBefore((byte) 0));
        report(head, body.toString(body.readerIndex(), length, StandardCharsets.US_ASCII));
        if (head != null && head.kind == Awaited.Kind.EXECUTE) {
            recordCompletion(head);
        }
        done(head, Awaited.Kind.EXECUTE);
    }

    private static void report(@Nullable Awaited head, String result) {
        if (head != null && head.approval.isPresent()) {
            String all = head.result.isEmpty() ? result : head.result + ", " + result;
            head.result = all.length() > MAX_RESULT ? head.result : all;
        }
    }

    private void recordCompletion(Awaited ended) {
        ended.approval.ifPresent(approval -> conversation.approvals.completed(approval, ended.result));
    }

    private void learnTypes(ParameterDescription description) {
        Awaited head = conversation.replies.head();
        if (head != null) {
            head.described(description.types());
        }
    }

    @Override
    public void pass(ByteBuf bytes) {
        conversation.client.write(bytes, conversation.client.voidPromise());
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        events.serverGone();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!(cause instanceof IOException)) {
            // A broken TLS record.
            ctx.close();
        } else if (!breakingOff) {
            // A reset: what the server said before it is still read, and its end tells the rest.
            breakingOff = true;
            Future<?> limit = ctx.executor().schedule(() -> ctx.close(), LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS);
            ctx.channel().closeFuture().addListener(closed -> limit.cancel(false));
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        scanner.close();
    }
}
