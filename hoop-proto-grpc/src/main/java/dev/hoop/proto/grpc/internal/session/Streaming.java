package dev.hoop.proto.grpc.internal.session;

import dev.hoop.core.gate.Approval;
import dev.hoop.review.Denial;
import dev.hoop.review.ReviewId;
import io.netty.buffer.ByteBuf;
import java.util.Optional;

/** The call is judged by its head; what follows is passed on unread once that is decided. */
final class Streaming implements Intake, Judging.Outcome {

    private final Call call;
    private final Judging judging;
    private boolean forwarded;

    Streaming(Call call) {
        this.call = call;
        this.judging = new Judging(call, call.draining(), this);
    }

    @Override
    public void start(boolean end) {
        if (end) {
            call.upload().end();
        }
        judging.start(call.statement());
    }

    @Override
    public void forward(Optional<Approval> approval) {
        forwarded = true;
        call.approved(approval);
        call.upload().start(call.lane().pool());
    }

    @Override
    public void refuse(Denial denial) {
        call.deny(denial);
    }

    @Override
    public void notReady(Optional<ReviewId> approved) {
        call.notReady(approved);
    }

    @Override
    public void data(ByteBuf data, int credit, boolean end) {
        call.upload().data(data, credit, end);
    }

    @Override
    public void end() {
        call.upload().end();
    }

    @Override
    public void drain() {
        judging.drain();
    }

    @Override
    public void expire() {
        judging.expire();
    }

    @Override
    public boolean forwarded() {
        return forwarded;
    }

    @Override
    public void leave() {
        judging.leave();
    }
}
