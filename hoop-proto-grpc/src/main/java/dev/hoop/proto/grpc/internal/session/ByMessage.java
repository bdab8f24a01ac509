package dev.hoop.proto.grpc.internal.session;

import dev.hoop.core.gate.Approval;
import dev.hoop.proto.grpc.internal.codec.MessageFrame;
import dev.hoop.proto.grpc.internal.codec.MessageFramer;
import dev.hoop.proto.grpc.internal.message.BadCall;
import dev.hoop.proto.grpc.internal.message.GrpcStatus;
import dev.hoop.proto.grpc.internal.statement.GrpcStatement;
import dev.hoop.review.Denial;
import dev.hoop.review.ReviewId;
import io.netty.buffer.ByteBuf;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Each message of the request is judged by itself, one after the other, and goes on when that is decided and the one before
 * it went out: the call begins at the upstream with its first message. A call without messages is judged by its head.
 */
final class ByMessage implements Intake, Judging.Outcome {

    private final Call call;
    private final Messages messages;
    private final MessageFramer framer;

    /** Whether a message that cannot be read is refused. Where no rule needs to read it, it is judged by the head. */
    private final boolean needed;

    private @Nullable Judging judging;
    private @Nullable ByteBuf judged;
    private int uncredited;
    private boolean ended;
    private boolean any;
    private boolean started;
    private boolean goingOut;
    private boolean unread;
    private boolean expired;
    private boolean over;

    ByMessage(Call call) {
        this.call = call;
        GrpcLane lane = call.lane();
        this.messages = new Messages(lane, call.head(), call.statement());
        this.framer = new MessageFramer(call.allocator(), lane.config().maxPayloadBytes());
        this.needed = !lane.gate().observes()
                && (lane.gate().needsWhole(call.statement()) || lane.gate().mayReview(call.statement()));
    }

    @Override
    public void start(boolean end) {
        if (end) {
            end();
        }
    }

    @Override
    public void data(ByteBuf data, int credit, boolean end) {
        if (over) {
            call.notKept(data.readableBytes());
            data.release();
            return;
        }
        framer.add(data);
        uncredited += credit;
        ended |= end;
        advance();
    }

    @Override
    public void end() {
        ended = true;
        advance();
    }

    /** Takes what is there as far as it can be taken now. */
    private void advance() {
        if (over || judging != null || goingOut) {
            return;
        }
        try {
            if (unread && started) {
                passRest();
            } else {
                takeMessage();
            }
        } catch (BadCall problem) {
            call.refuse(problem);
        }
    }

    private void takeMessage() throws BadCall {
        Optional<MessageFrame> next = framer.next();
        if (next.isPresent()) {
            any = true;
            judged = next.get().bytes();
            judge(statement(next.get()));
        } else if (framer.tooLarge()) {
            if (needed) {
                throw messages.tooLarge();
            }
            unread = true;
            any = true;
            judge(call.statement());
        } else if (!ended) {
            creditAll();
        } else if (!framer.isEmpty()) {
            throw new BadCall(GrpcStatus.INTERNAL, "the request ended within a message");
        } else if (any) {
            call.upload().end();
        } else {
            any = true;
            judge(call.statement());
        }
    }

    private GrpcStatement statement(MessageFrame frame) throws BadCall {
        try {
            return messages.statement(frame);
        } catch (BadCall problem) {
            if (needed) {
                throw problem;
            }
            return call.statement();
        }
    }

    private void judge(GrpcStatement statement) {
        Judging begun = new Judging(call, call.draining(), this);
        judging = begun;
        if (expired) {
            begun.expire();
        }
        begun.start(statement);
    }

    @Override
    public void forward(Optional<Approval> approval) {
        judging = null;
        call.approved(approval);
        ByteBuf message = judged;
        judged = null;
        if (message != null) {
            goingOut = true;
            call.upload().data(message, 0, ended && framer.isEmpty());
        } else if (!unread) {
            call.upload().end();
        }
        if (!started) {
            started = true;
            call.upload().start(call.lane().pool());
        }
        advance();
    }

    @Override
    public void refuse(Denial denial) {
        judging = null;
        call.deny(denial);
    }

    @Override
    public void notReady(Optional<ReviewId> approved) {
        judging = null;
        call.notReady(approved);
    }

    /** A message that is too large to be read was let through by the head: so is all that follows it. */
    private void passRest() {
        int credit = uncredited;
        uncredited = 0;
        call.upload().data(framer.rest(), credit, ended);
    }

    private void creditAll() {
        int credit = uncredited;
        uncredited = 0;
        call.credit(credit);
    }

    @Override
    public void wentOut() {
        if (goingOut) {
            goingOut = false;
            advance();
        }
    }

    @Override
    public void drain() {
        if (judging != null) {
            judging.drain();
        }
    }

    @Override
    public void expire() {
        expired = true;
        if (judging != null) {
            judging.expire();
        }
    }

    @Override
    public boolean forwarded() {
        return started;
    }

    @Override
    public void leave() {
        over = true;
        if (judging != null) {
            judging.leave();
            judging = null;
        }
        if (judged != null) {
            judged.release();
            judged = null;
        }
        framer.release();
    }
}
