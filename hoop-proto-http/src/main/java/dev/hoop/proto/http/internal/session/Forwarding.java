package dev.hoop.proto.http.internal.session;

import dev.hoop.core.gate.Approval;
import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.proto.http.internal.message.Framing;
import dev.hoop.proto.http.internal.message.ResponseHead;
import dev.hoop.proto.http.internal.session.UpstreamFailure.Kind;
import dev.hoop.review.Denial;
import io.netty.buffer.ByteBuf;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The decision was to forward: the request goes up, the answer comes down, each at its own pace.
 *
 * <p>A request is sent at most once, but for one that is safe by definition, has no body, was not released by a review,
 * and went out on a connection that turned out to be closed before the first byte of an answer: that one is sent once more
 * on a fresh connection. A released request always takes a fresh connection, the one that was made before its approval was
 * claimed: its one execution is not spent on one that the upstream is just closing, nor on an upstream that is not there.
 */
final class Forwarding implements Phase, AnswerHandler {

    private enum Up {
        /** No connection yet. */
        WAITING,
        /** Parts of the body are passed on as they come. */
        OPEN,
        /** The upstream has all of it. */
        SENT,
        /** The upstream has answered and wants no more; what still comes is dropped. */
        STOPPED
    }

    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

    private final Exchange exchange;
    private final Upload upload;
    private final Framing framing;
    private final Optional<Approval> approval;
    private final boolean repeatable;
    private @Nullable UpstreamConnection upstream;
    private Up up = Up.WAITING;
    private boolean answering;
    private int status;
    private boolean repeated;
    private boolean over;
    private int dropped;

    Forwarding(Exchange exchange, Upload upload, Optional<Approval> approval) {
        this.exchange = exchange;
        this.upload = upload;
        this.framing = upload.framing();
        this.approval = approval;
        this.repeatable = approval.isEmpty()
                && SAFE.contains(upload.head().method())
                && !upload.head().framing().hasBody();
    }

    /** @param ready a connection that was made for this request */
    void start(Optional<UpstreamConnection> ready) {
        Optional<UpstreamConnection> usable = ready.filter(UpstreamConnection::reusable);
        if (usable.isEmpty() && approval.isEmpty()) {
            usable = exchange.lane().pool().unused(repeatable);
        }
        if (usable.isPresent()) {
            send(usable.get());
        } else {
            dial();
        }
    }

    private void dial() {
        exchange.lane()
                .pool()
                .dial(
                        connection -> exchange.guarded(() -> dialled(connection)),
                        failure -> exchange.guarded(() -> onFailed(failure)));
    }

    private void dialled(UpstreamConnection connection) {
        if (over) {
            exchange.lane().pool().giveBack(connection);
            return;
        }
        send(connection);
        exchange.client().demand();
        flush();
    }

    private void send(UpstreamConnection connection) {
        upstream = connection;
        connection.begin(this, upload.head().isHead());
        boolean upgrade = Upgrades.takes(upload.head());
        upload.writeTo(connection, exchange.lane(), exchange.client().channel().alloc(), upgrade);
        up = Up.OPEN;
        if (exchange.requestEnded()) {
            sent(connection);
        }
    }

    private void sent(UpstreamConnection connection) {
        up = Up.SENT;
        connection.requestSent(exchange.lane().responseTime());
    }

    @Override
    public boolean wantsBody() {
        return switch (up) {
            case WAITING, SENT -> false;
            case OPEN -> upstream != null && upstream.writable();
            case STOPPED -> dropped < exchange.lane().limits().discardBytes();
        };
    }

    @Override
    public void body(ByteBuf data) {
        if (up == Up.OPEN && upstream != null) {
            Upload.part(data, framing, upstream, exchange.client().channel().alloc());
        } else {
            dropped += data.readableBytes();
            data.release();
        }
    }

    @Override
    public void end(Fields trailers) {
        if (up == Up.OPEN && upstream != null) {
            Upload.finish(
                    trailers, framing, upstream, exchange.client().channel().alloc());
            sent(upstream);
        }
    }

    @Override
    public void gone() {
        completed(", the client hung up");
        leaveUpstream();
        exchange.over();
    }

    @Override
    public void writabilityChanged() {
        if (upstream != null) {
            upstream.reading(exchange.client().writable());
        }
    }

    @Override
    public void flush() {
        if (upstream != null) {
            upstream.flush();
        }
    }

    @Override
    public void onInterim(ResponseHead head) {
        exchange.client().interim(head, upload.head());
    }

    @Override
    public void onHead(ResponseHead head) {
        status = head.status();
        Optional<Denial> denial = exchange.judgeAnswer(head.status());
        if (denial.isPresent()) {
            completed("");
            leaveUpstream();
            exchange.answer(HttpDenials.denial(denial.get(), approval));
        } else if (head.switchesProtocols()) {
            switchProtocols(head);
        } else {
            passHead(head);
        }
    }

    private void passHead(ResponseHead head) {
        boolean early = up != Up.SENT;
        if (early && head.status() >= 400) {
            // The upstream has made up its mind without the rest of the body.
            up = Up.STOPPED;
        }
        answering = true;
        exchange.client().head(head, upload.head(), HttpDenials.approval(approval), early);
        if (early) {
            exchange.client().demand();
        }
    }

    private void switchProtocols(ResponseHead head) {
        UpstreamConnection connection = upstream;
        if (connection == null || up != Up.SENT || !Upgrades.answers(head, upload.head())) {
            status = 0;
            completed("");
            leaveUpstream();
            exchange.answer(HttpDenials.gateway(
                    502,
                    "the upstream switched to a protocol that it was not asked for; look at the upstream",
                    approval));
            return;
        }
        completed("");
        over = true;
        upstream = null;
        exchange.over();
        exchange.client().tunnel(head, upload.head(), HttpDenials.approval(approval), connection);
    }

    @Override
    public void onBody(ByteBuf data) {
        exchange.client().body(data);
    }

    @Override
    public void onEnd(Fields trailers) {
        completed("");
        UpstreamConnection done = upstream;
        upstream = null;
        exchange.client().end(HttpDenials.withoutReserved(trailers));
        exchange.client().flush();
        if (done != null && up == Up.SENT) {
            exchange.lane().pool().giveBack(done);
        } else if (done != null) {
            done.close();
        }
        exchange.finish();
    }

    @Override
    public void onFailed(UpstreamFailure failure) {
        if (over) {
            return;
        }
        upstream = null;
        if (answering) {
            completed(", cut short");
            over = true;
            exchange.over();
            exchange.client().abort();
        } else if (failure.kind() == Kind.STALE && repeatable && !repeated) {
            repeated = true;
            up = Up.WAITING;
            dial();
        } else {
            completed("");
            over = true;
            exchange.answer(HttpDenials.gateway(failure.kind().status(), failure.text(), approval));
        }
    }

    @Override
    public void onReadComplete() {
        exchange.client().flush();
    }

    @Override
    public void onWritabilityChanged() {
        exchange.client().demand();
    }

    /** Tells the records how a request that a review released went. */
    private void completed(String remark) {
        if (!over && approval.isPresent()) {
            exchange.recordCompletion(approval.get().reviewId(), (status == 0 ? "no answer" : status) + remark);
        }
    }

    /** Whether the client has the head of an answer. */
    boolean answering() {
        return answering;
    }

    private void leaveUpstream() {
        over = true;
        if (upstream != null) {
            upstream.close();
            upstream = null;
        }
    }
}
