package dev.hoop.proto.pg.internal.session;

import dev.hoop.core.gate.Approval;
import dev.hoop.proto.pg.internal.codec.Frame;
import dev.hoop.proto.pg.internal.message.FrontendTag;
import dev.hoop.proto.pg.internal.message.ProtocolViolation;
import dev.hoop.proto.pg.internal.message.Report;
import dev.hoop.proto.pg.internal.message.SaslInitialResponse;
import dev.hoop.proto.pg.internal.statement.PgStatement;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Takes what the client says, message by message, in order: each goes on at once, waits for a decision, or is skipped. What
 * comes behind a message that waits stays in the inbox. The last handler of the client's channel.
 */
final class Frontend extends ChannelInboundHandlerAdapter implements Judging.Outcome {

    /** What the session learns. */
    interface Events {

        /** Says something to the client, between two messages of the server. */
        void say(Report report);

        /** The client said what the protocol does not allow. */
        void broken(ProtocolViolation why);

        void defect(Throwable error);

        /** The conversation cannot go on, for a reason that is the client's to mend. */
        void ends(Report why);

        /** The client said that it goes, and wants the answers to what it said before. */
        void goodbye();

        /** The client is gone. */
        void clientGone();

        /** Nothing is to be done any more until the client or the server says something. */
        void rested();
    }

    private final Conversation conversation;
    private final Events events;
    private final Inbox inbox;
    private final Outbox server;
    private final Extended extended;
    private final Simple simple;
    private final Settling settling;

    private @Nullable Judging judging;

    /** What is judged: a portal, or else the current message itself. */
    private @Nullable Portal judged;

    /** Whether what is left of the segment is skipped, as the server skips it. */
    private boolean skipping;

    /** Cancellations that are on their way to the server: nothing new may get in their way. */
    private int cancellations;

    /** Whether messages are being taken, and whether something came up meanwhile that may let one more go. */
    private boolean taking;

    private boolean again;
    private boolean draining;
    private boolean closed;

    Frontend(Conversation conversation, int maxStatementBytes, Events events) {
        this.conversation = conversation;
        this.events = events;
        this.inbox = new Inbox(conversation.client, maxStatementBytes);
        this.server = new Outbox(conversation.server);
        this.extended = new Extended(conversation, server);
        this.simple = new Simple(conversation, server);
        this.settling = new Settling(conversation, extended, server);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        take((ByteBuf) message);
    }

    /** Takes what the client said. */
    void take(ByteBuf bytes) {
        if (closed || conversation.isOver()) {
            bytes.release();
            return;
        }
        conversation.traffic();
        inbox.add(bytes);
        proceed();
    }

    /** Takes messages as far as they go now. */
    void proceed() {
        settling.look();
        again = true;
        if (taking || closed) {
            return;
        }
        taking = true;
        try {
            while (again && !isWaiting()) {
                again = false;
                while (inbox.next() && take() && !isWaiting()) {
                    // The next one.
                }
            }
        } catch (ProtocolViolation e) {
            events.broken(e);
        } catch (RuntimeException e) {
            events.defect(e);
        } finally {
            taking = false;
        }
        if (!closed) {
            server.flush();
            boundMemory();
            inbox.paceReading();
            events.rested();
        }
    }

    /** Where too much waits in all sessions, a message that has come in part is refused; one that is whole was counted before. */
    private void boundMemory() {
        if (!conversation.messages.waiting(inbox.bytes() + extended.bytes())) {
            inbox.shed();
            long left = inbox.bytes() + extended.bytes();
            if (!conversation.messages.waiting(left)) {
                conversation.messages.mustWait(left);
            }
        }
    }

    private boolean isWaiting() {
        return judging != null || cancellations > 0 || closed || conversation.isOver();
    }

    /** Takes the current message; false when it must wait. */
    private boolean take() throws ProtocolViolation {
        Frame frame = inbox.current();
        if (frame == null) {
            return false;
        }
        if (frame.tag() == FrontendTag.TERMINATE) {
            inbox.drop();
            extended.drop();
            server.flush();
            events.goodbye();
            return false;
        }
        if (!conversation.isReady()) {
            return frame.tag() == FrontendTag.PASSWORD && takePassword(frame);
        }
        if (frame.tag() == FrontendTag.PASSWORD) {
            throw new ProtocolViolation("a password message outside of authentication");
        }
        if (skipping && frame.tag() != FrontendTag.SYNC && frame.tag() != FrontendTag.COPY_DATA) {
            // A CopyData may be on its way in part; the server skips it by itself.
            inbox.drop();
            return true;
        }
        if (frame.oversized()) {
            return (!isSimple(frame) || portalsMayRun()) && takeOversized(frame);
        }
        return switch (frame.tag()) {
            case FrontendTag.PARSE, FrontendTag.BIND, FrontendTag.DESCRIBE, FrontendTag.CLOSE -> takeDeferred(frame);
            case FrontendTag.EXECUTE -> portalsMayRun() && takeExecute(frame);
            case FrontendTag.QUERY, FrontendTag.FUNCTION_CALL -> portalsMayRun() && takeSimple(frame);
            case FrontendTag.SYNC -> (skipping || portalsMayRun()) && takeSync(frame);
            case FrontendTag.COPY_DONE, FrontendTag.COPY_FAIL -> portalsMayRun() && takeCopyEnd(frame);
            default -> portalsMayRun() && takeOther(frame);
        };
    }

    private boolean takePassword(Frame frame) {
        if (conversation.takeBindingWithdrawn() && SaslInitialResponse.saysNoBindingWasOffered(frame.body())) {
            // The server would refuse in words that nobody understands who does not know of this place.
            inbox.drop();
            events.ends(PgDenials.noChannelBinding());
            return false;
        }
        send(frame);
        return true;
    }

    private boolean takeDeferred(Frame frame) throws ProtocolViolation {
        if (extended.isFull() && !portalsMayRun()) {
            return false;
        }
        if (!extended.defer(frame)) {
            return false;
        }
        inbox.taken();
        return true;
    }

    /** Whether every portal that is made on the way here may run; what makes them then goes on. */
    private boolean portalsMayRun() {
        for (Portal portal = extended.unjudged(); portal != null; portal = extended.unjudged()) {
            if (!judge(portal.statement, portal)) {
                return false;
            }
        }
        extended.sendDeferred();
        return true;
    }

    private boolean takeExecute(Frame frame) throws ProtocolViolation {
        Optional<Portal> portal = extended.toRun(frame);
        if (portal.isEmpty()) {
            return false;
        }
        if (!portal.get().mayRun() && !judge(portal.get().statement, portal.get())) {
            return false;
        }
        extended.run(frame, portal.get());
        inbox.taken();
        return true;
    }

    private boolean takeSimple(Frame frame) throws ProtocolViolation {
        PgStatement statement = simple.read(frame);
        if (!simple.isReleased() && !judge(statement, null)) {
            return false;
        }
        simple.run(frame);
        inbox.taken();
        return true;
    }

    private boolean takeSync(Frame frame) {
        skipping = false;
        extended.sync(frame);
        inbox.taken();
        return true;
    }

    private boolean takeCopyEnd(Frame frame) {
        conversation.replies.add(Awaited.of(Awaited.Kind.COPY_END));
        send(frame);
        return true;
    }

    private boolean takeOther(Frame frame) {
        send(frame);
        return true;
    }

    private boolean takeOversized(Frame frame) {
        boolean noRoom = inbox.takeShed();
        conversation.gate.recordRefusal(
                conversation.origin(),
                noRoom ? "a message for which there is no memory" : "a message that is too long to be judged");
        refuse(noRoom ? PgDenials.noRoom() : PgDenials.tooLarge(inbox.limit()), isSimple(frame));
        inbox.drop();
        return true;
    }

    private static boolean isSimple(Frame frame) {
        return frame.tag() == FrontendTag.QUERY || frame.tag() == FrontendTag.FUNCTION_CALL;
    }

    private void send(Frame frame) {
        inbox.taken();
        server.add(frame);
    }

    /** Whether the statement may run now; when it is not decided yet, or refused, what it belongs to waits. */
    private boolean judge(PgStatement statement, @Nullable Portal portal) {
        judged = portal;
        Judging begun = new Judging(this, conversation, statement, draining);
        judging = begun;
        begun.start(conversation.client.eventLoop());
        return judging == null && !skipping && inbox.current() != null;
    }

    @Override
    public CompletionStage<Boolean> prepare(PgStatement statement) {
        return settling.begin(statement, judged);
    }

    @Override
    public void released(Optional<Approval> approval) {
        judging = null;
        approval.ifPresent(conversation.approvals::spent);
        if (judged == null) {
            simple.release(approval);
        } else {
            judged.release(approval);
        }
        approval.ifPresent(by -> events.say(PgDenials.approved(by)));
        proceed();
    }

    @Override
    public void refused(Report report) {
        judging = null;
        boolean isSimple = judged == null;
        refuse(report, isSimple);
        if (isSimple) {
            inbox.drop();
        }
        proceed();
    }

    /** Puts what the server fails in the place of what is refused. */
    private void refuse(Report report, boolean isSimple) {
        if (isSimple) {
            simple.refuse(report);
        } else {
            extended.refuse(report);
            skipping = true;
        }
    }

    @Override
    public void held(Report notice) {
        events.say(notice);
    }

    @Override
    public void defect(RuntimeException error) {
        events.defect(error);
    }

    /** The server skips the rest of the segment that is being sent, so nothing of it is asked for any more. */
    void segmentFailed() {
        skipping = true;
        if (judging != null) {
            judging.skip();
            judging = null;
            settling.leave();
        }
        extended.drop();
        simple.drop();
        proceed();
    }

    /**
     * A CancelRequest came: it is for the segment that runs, and for what waits in it. After {@link
     * Cancellation#FOR_THE_SERVER} the session says that it begins.
     */
    Cancellation cancel() {
        boolean running = !conversation.replies.isEmpty();
        if (judging != null && conversation.replies.allAnswered()) {
            boolean isSimple = judged == null;
            leave();
            refuse(PgDenials.canceled(), isSimple);
            if (isSimple) {
                inbox.drop();
            }
            if (!running) {
                proceed();
                return Cancellation.DONE;
            }
        }
        return running ? Cancellation.FOR_THE_SERVER : Cancellation.NOTHING_RUNS;
    }

    /** What becomes of a CancelRequest. */
    enum Cancellation {
        DONE,
        NOTHING_RUNS,
        FOR_THE_SERVER
    }

    /** A cancellation goes to the server; what comes next must not be hit by it. */
    void cancellationBegins() {
        cancellations++;
    }

    void cancellationEnded() {
        cancellations--;
        proceed();
    }

    /** The sidecar drains: what waits for a person is refused, and nothing more is held. */
    void interrupt() {
        draining = true;
        if (judging != null) {
            judging.interrupt();
        }
    }

    /** Whether the client has said nothing that is not done. */
    boolean isRested() {
        return inbox.isEmpty() && extended.isEmpty();
    }

    private void leave() {
        if (judging != null) {
            judging.leave();
            judging = null;
            settling.leave();
        }
    }

    /** Ends; nothing is claimed any more, and nothing runs. */
    void close() {
        if (closed) {
            return;
        }
        closed = true;
        leave();
        inbox.drop();
        extended.drop();
        server.flush();
        inbox.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        events.clientGone();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        // A reset or a broken TLS record: the close that follows tells the rest.
        ctx.close();
    }
}
