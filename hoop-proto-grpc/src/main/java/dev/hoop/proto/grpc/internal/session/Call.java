package dev.hoop.proto.grpc.internal.session;

import dev.hoop.core.gate.Approval;
import dev.hoop.core.statement.Origin;
import dev.hoop.proto.grpc.internal.h2.UpstreamFailure;
import dev.hoop.proto.grpc.internal.h2.UpstreamStream;
import dev.hoop.proto.grpc.internal.message.BadCall;
import dev.hoop.proto.grpc.internal.message.CallHead;
import dev.hoop.proto.grpc.internal.message.GrpcStatus;
import dev.hoop.proto.grpc.internal.statement.GrpcResponse;
import dev.hoop.proto.grpc.internal.statement.GrpcStatement;
import dev.hoop.review.Denial;
import dev.hoop.review.ReviewId;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One call: what the client sends goes through its {@link Intake} to the {@link Upload}, what the upstream answers through
 * here to the {@link Answer}.
 */
final class Call implements UpstreamStream.Answers {

    private static final Logger LOG = LoggerFactory.getLogger(Call.class);

    private static final String TOO_MUCH_METADATA =
            "the answer of the upstream has more metadata than the client takes by its settings";

    private final ClientConnection connection;
    private final GrpcLane lane;
    private final CallHead head;
    private final Origin origin;
    private final GrpcStatement statement;
    private final Answer answer;
    private final Upload upload;
    private final CallDeadline deadline;
    private final List<Approval> approvals = new ArrayList<>(0);
    private @Nullable Intake intake;

    /** How many bytes of it wait here, in either direction. */
    private int kept;

    private boolean closed;

    /** What the upstream's head says; null until it is there. */
    private @Nullable CharSequence httpStatus;

    Call(ClientConnection connection, CallHead head, Origin origin, Answer answer) {
        this.connection = connection;
        this.lane = connection.lane();
        this.head = head;
        this.origin = origin;
        this.statement = GrpcStatement.ofHead(lane.terms(), head);
        this.answer = answer;
        this.upload = new Upload(this);
        this.deadline = new CallDeadline(this, head.timeout());
    }

    /** Begins with what the head says. */
    void start(boolean end) {
        deadline.start();
        Intake chosen = byMessage() ? new ByMessage(this) : new Streaming(this);
        intake = chosen;
        chosen.start(end);
    }

    /** Without descriptors, messages are only told apart, for approvals. */
    private boolean byMessage() {
        return lane.config().capturePayload() || lane.gate().mayReview(statement);
    }

    // What the client's connection tells.

    /** @param data only valid during the call */
    void data(ByteBuf data, int credit, boolean end) {
        if (answer.over() || intake == null) {
            answer.credit(credit);
        } else {
            keep(data.readableBytes());
            intake.data(data.retain(), credit, end);
        }
    }

    void end() {
        if (!answer.over() && intake != null) {
            intake.end();
        }
    }

    /** The stream is over: where the answer was not, the client has cancelled the call, or is gone. */
    void gone() {
        connection.keep(-kept);
        kept = 0;
        closed = true;
        if (!answer.over()) {
            answer.abandon();
            completed(GrpcStatus.CANCELLED.name());
            finish();
            upload.cancel();
        }
    }

    void drain() {
        if (intake != null && !answer.over()) {
            intake.drain();
        }
    }

    // What the deadline tells.

    /** The caller will not wait much longer: where a person is waited for, the caller hears of the review. */
    void deadlineNears() {
        if (intake != null && !answer.over()) {
            intake.expire();
        }
    }

    void deadlineReached() {
        if (!answer.over()) {
            boolean forwarded = intake != null && intake.forwarded();
            refuse(
                    GrpcStatus.DEADLINE_EXCEEDED,
                    forwarded ? "the call's deadline was reached" : "the call's deadline was reached; nothing ran");
        }
    }

    // What the intake tells.

    GrpcLane lane() {
        return lane;
    }

    CallHead head() {
        return head;
    }

    Origin origin() {
        return origin;
    }

    GrpcStatement statement() {
        return statement;
    }

    EventLoop loop() {
        return connection.loop();
    }

    ByteBufAllocator allocator() {
        return connection.allocator();
    }

    Upload upload() {
        return upload;
    }

    boolean draining() {
        return connection.draining();
    }

    void approved(Optional<Approval> approval) {
        approval.ifPresent(approvals::add);
    }

    /** It could not run just now; the approval, where there is one, was not spent. */
    void notReady(Optional<ReviewId> approved) {
        if (!answer.over()) {
            completed(GrpcStatus.UNAVAILABLE.name());
            answer.notReady(approved, approvals);
            finish();
            upload.cancel();
        }
    }

    /** Refused by a rule or a review: nothing more of the call runs. */
    void deny(Denial denial) {
        if (!answer.over()) {
            completed(GrpcStatus.PERMISSION_DENIED.name());
            answer.denial(denial, approvals);
            finish();
            upload.cancel();
        }
    }

    /** Refused here, with its record. */
    void refuse(BadCall problem) {
        lane.gate().recordRefusal(origin, problem.reason());
        refuse(problem.status(), problem.reason());
    }

    private void refuse(GrpcStatus status, String text) {
        if (!answer.over()) {
            completed(status.name());
            answer.status(status, text, approvals);
            finish();
            upload.cancel();
        }
    }

    /** A defect ends this call, and no other. */
    void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | StackOverflowError e) {
            LOG.error(
                    "event=call_defect session={} error={}",
                    origin.sessionId(),
                    e.getClass().getName(),
                    e);
            refuse(GrpcStatus.INTERNAL, "the call could not be served. Tell the operator of this sidecar");
        }
    }

    // What the upload tells.

    /** What the upstream is asked: all of the client's own, but for what was said to the sidecar. */
    Http2Headers upstreamHeaders() {
        Http2Headers headers = head.headers();
        headers.remove(Requesters.REVIEW_MODE);
        headers.add(ClientConnection.VIA, lane.via());
        if (headers.authority() == null) {
            headers.authority(lane.pool().address());
        }
        deadline.left().ifPresent(left -> headers.set(CallHead.TIMEOUT, left));
        return headers;
    }

    private void keep(int bytes) {
        if (!closed) {
            kept += bytes;
            connection.keep(bytes);
        }
    }

    /** Bytes of it are not kept any more. */
    void notKept(int bytes) {
        keep(-bytes);
    }

    /** Something went out to the upstream, or never will. */
    void wentOut(int credit, int bytes) {
        notKept(bytes);
        answer.credit(credit);
        if (intake != null && !answer.over()) {
            intake.wentOut();
        }
    }

    void credit(int bytes) {
        answer.credit(bytes);
    }

    void notConnected(UpstreamFailure failure) {
        refuse(GrpcStatus.UNAVAILABLE, failure.text() + spent());
    }

    private String spent() {
        return approvals.isEmpty() ? "" : ". The approval was spent on this attempt";
    }

    // What the upstream answers.

    @Override
    public void onHeaders(Http2Headers headers, boolean end) {
        if (!answer.over()) {
            guarded(() -> headers(headers, end));
        }
    }

    private void headers(Http2Headers headers, boolean end) {
        CharSequence status = headers.status();
        if (end) {
            last(headers);
        } else if (httpStatus == null) {
            if (status != null && status.length() == 3 && status.charAt(0) == '1') {
                return;
            }
            httpStatus = status == null ? "" : status;
            GrpcDenials.removeReserved(headers);
            if (answer.takes(headers)) {
                answer.head(headers);
            } else {
                refuse(GrpcStatus.RESOURCE_EXHAUSTED, TOO_MUCH_METADATA + "; nobody can tell whether it ran" + spent());
            }
        } else {
            refuse(GrpcStatus.INTERNAL, "the upstream's answer breaks the rules of HTTP/2" + spent());
        }
    }

    private void last(Http2Headers trailers) {
        GrpcDenials.removeReserved(trailers);
        CharSequence code = trailers.get(GrpcDenials.STATUS);
        CharSequence http = trailers.status() == null ? httpStatus : trailers.status();
        GrpcStatus status =
                code != null ? GrpcStatus.ofWire(code) : http != null ? GrpcStatus.ofHttp(http) : GrpcStatus.UNKNOWN;
        completed(status.name());
        Optional<Denial> denial = judged(status);
        if (denial.isPresent()) {
            answer.denial(denial.get(), approvals);
        } else {
            GrpcDenials.addApprovals(trailers, approvals);
            if (answer.takes(trailers)) {
                answer.end(trailers);
            } else {
                answer.status(
                        GrpcStatus.RESOURCE_EXHAUSTED,
                        TOO_MUCH_METADATA + "; the call ended with " + status,
                        approvals);
            }
        }
        finish();
        upload.answered();
    }

    private Optional<Denial> judged(GrpcStatus status) {
        return lane.gate().judgesResponses()
                ? lane.gate().judgeResponse(statement, origin, new GrpcResponse(status))
                : Optional.empty();
    }

    @Override
    public void onData(ByteBuf data, int credit, boolean end) {
        if (answer.over()) {
            upload.credit(credit);
            return;
        }
        guarded(() -> {
            keep(data.readableBytes());
            answer.data(data.retain(), credit, this::answered);
            if (end) {
                withoutStatus();
            }
        });
    }

    private void answered(int credit, int bytes) {
        notKept(bytes);
        upload.credit(credit);
    }

    /** An answer without trailers: what it means is told by its HTTP status (gRPC, "HTTP to gRPC Status Code Mapping"). */
    private void withoutStatus() {
        upload.answered();
        GrpcStatus status = httpStatus == null ? GrpcStatus.UNKNOWN : GrpcStatus.ofHttp(httpStatus);
        Optional<Denial> denial = judged(status);
        if (denial.isPresent()) {
            deny(denial.get());
        } else {
            refuse(status, "the upstream ended its answer without a status of gRPC" + spent());
        }
    }

    @Override
    public void onLost(UpstreamStream.Loss loss, long errorCode) {
        if (answer.over()) {
            return;
        }
        if (approvals.isEmpty() && (loss == UpstreamStream.Loss.UNTOUCHED || loss == UpstreamStream.Loss.RESET)) {
            // As the upstream said it: a client may try again what was not looked at, by itself.
            Http2Error error = Http2Error.valueOf(errorCode);
            boolean untouched = loss == UpstreamStream.Loss.UNTOUCHED && !answer.begun();
            answer.reset(untouched ? Http2Error.REFUSED_STREAM : error == null ? Http2Error.INTERNAL_ERROR : error);
            finish();
            upload.cancel();
            return;
        }
        GrpcStatus status = switch (loss) {
            case TOO_LARGE -> GrpcStatus.RESOURCE_EXHAUSTED;
            case BROKEN -> GrpcStatus.INTERNAL;
            default -> GrpcStatus.UNAVAILABLE;
        };
        refuse(
                status,
                switch (loss) {
                    case TOO_LARGE -> "the call's metadata are more than the upstream takes; nothing ran" + spent();
                    case BROKEN ->
                        "the upstream's answer breaks the rules of HTTP/2, or has more metadata than this listener"
                                + " takes; nobody can tell whether the call ran" + spent();
                    case UNTOUCHED -> "the upstream did not take the call" + spent();
                    case RESET -> "the upstream broke the call off; nobody can tell whether it ran" + spent();
                    case DISCONNECTED ->
                        "the connection to the upstream was lost; nobody can tell whether the call ran" + spent();
                });
    }

    /** Tells the records how a call that reviews released went. */
    private void completed(String result) {
        for (Approval approval : approvals) {
            lane.gate().recordCompletion(origin, approval.reviewId(), result);
        }
    }

    private void finish() {
        deadline.cancel();
        if (intake != null) {
            intake.leave();
        }
        connection.finished(this);
    }
}
