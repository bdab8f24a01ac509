package dev.hoop.proto.http.internal.session;

import dev.hoop.core.gate.Approval;
import dev.hoop.core.statement.Origin;
import dev.hoop.proto.http.internal.BadMessage;
import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.proto.http.internal.message.Framing;
import dev.hoop.proto.http.internal.message.RequestHead;
import dev.hoop.proto.http.internal.statement.HttpResponse;
import dev.hoop.proto.http.internal.statement.HttpStatement;
import dev.hoop.review.Denial;
import dev.hoop.review.ReviewId;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One request and its answer, whatever version of HTTP carries them to the client. The client's connection tells it what
 * happens, by the public methods; it answers by its {@link ClientStream}. Confined to the connection's loop.
 */
public final class Exchange {

    private final HttpLane lane;
    private final ClientStream client;
    private final RequestHead request;
    private HttpStatement statement;
    private Origin origin;
    private Phase phase = Finished.PHASE;
    private Fields trailers = Fields.EMPTY;
    private byte @Nullable [] wholeBody;
    private boolean requestEnded;
    private boolean continued;
    private boolean halfClosed;
    private boolean draining;

    /** A request whose head has been read; nothing happens before {@link #start}. */
    public Exchange(HttpLane lane, ClientStream client, RequestHead request) {
        this.lane = lane;
        this.client = client;
        this.request = request;
        this.statement = HttpStatement.ofHead(lane.terms(), request);
        this.origin = client.facts().plain();
    }

    /** Begins with what the head says. */
    public void start() {
        if (StatusPath.reserves(request.target())) {
            readStatus();
        } else if (lane.via().passed(request.fields())) {
            lane.gate().recordRefusal(origin, "request loop");
            refuse(Denial.policy(
                    "request loop: this request has passed through this sidecar before; look for a listener"
                            + " whose upstream leads back to it"));
        } else if (request.method().equals("CONNECT")) {
            refuseHere(
                    LocalAnswer.text(
                            501,
                            "Not Implemented",
                            "this listener opens no tunnels by CONNECT; send the request itself to the listener"),
                    "CONNECT");
        } else {
            identify();
        }
    }

    private void readStatus() {
        if (!client.first()) {
            // Answers are paired with requests by their order: this one must not be mistaken for an upstream's.
            phase = Finished.PHASE;
            client.closeUnanswered();
            return;
        }
        StatusReading reading = new StatusReading(this);
        phase = reading;
        reading.start(lane.statusPath());
    }

    private void identify() {
        try {
            origin = Requesters.origin(client.facts(), request, lane.identityHeader());
        } catch (BadMessage e) {
            refuseHere(HttpDenials.malformed(e), e.reason());
            return;
        }
        admit();
    }

    private void admit() {
        boolean whole = lane.gate().needsWhole(statement) && request.framing().hasBody();
        if (!whole || lane.gate().observes() && !surelyReadable()) {
            judge();
        } else if (request.framing() instanceof Framing.Length length
                && length.bytes() > lane.config().maxBodyBytes()) {
            bodyTooLarge();
        } else if (!request.bodyIsPlain()) {
            refuseHere(HttpDenials.codedBody(), "a coded body that must be read whole");
        } else {
            phase = new Buffering(this, lane.config().maxBodyBytes());
            if (request.expectsContinue()) {
                continued = true;
                client.sendContinue();
                client.flush();
            }
        }
    }

    /** Whether the head promises a body that fits and is not compressed: one that is only observed is never refused. */
    private boolean surelyReadable() {
        return request.framing() instanceof Framing.Length length
                && length.bytes() <= lane.config().maxBodyBytes()
                && request.bodyIsPlain();
    }

    private void judge() {
        Judging judging = new Judging(this, halfClosed, draining);
        phase = judging;
        judging.start(statement, origin);
    }

    // What the client's connection tells.

    /** Whether the next part of the request can be taken now. */
    public boolean wantsBody() {
        return !requestEnded && phase != Finished.PHASE && (!request.framing().hasBody() || phase.wantsBody());
    }

    /** Whether the request's body is waited for, and for nothing else: a client that stalls can be given up. */
    public boolean waitsForBody() {
        return phase instanceof Buffering || phase instanceof Discarding;
    }

    /** Whether a person is waited for: a client that goes away must be noticed. */
    public boolean held() {
        return phase instanceof Judging judging && judging.held();
    }

    /** A part of the body, after {@link #wantsBody}; released here. */
    public void body(ByteBuf data) {
        phase.body(data);
    }

    /** The request is complete. */
    public void end(Fields requestTrailers) {
        requestEnded = true;
        trailers = requestTrailers;
        phase.end(requestTrailers);
    }

    /** What follows of the request cannot be read. */
    public void malformed(BadMessage problem) {
        lane.gate().recordRefusal(origin, problem.reason());
        breakOff(HttpDenials.malformed(problem));
    }

    /** The client's direction ended within the request. */
    public void truncated() {
        breakOff(LocalAnswer.text(400, "Bad Request", "the request ended before its body was complete"));
    }

    /** The body did not come in time, while {@link #waitsForBody}. */
    public void bodyTimedOut() {
        if (phase instanceof Buffering) {
            lane.gate().recordRefusal(origin, "the body did not arrive in time");
        }
        breakOff(HttpDenials.tooSlow("body"));
    }

    /** The client sends nothing more and may still read. */
    public void halfClosed() {
        halfClosed = true;
        phase.halfClosed();
    }

    /** The client is gone: nothing more is done for it, and nothing more is sent to it. */
    public void gone() {
        phase.gone();
    }

    /** The client's {@code writable} changed. */
    public void writabilityChanged() {
        phase.writabilityChanged();
    }

    /** The sidecar drains: a wait for a person ends. */
    public void drain() {
        draining = true;
        phase.drain();
    }

    /** Sends what the request has written to the upstream. */
    public void flush() {
        phase.flush();
    }

    // What the phases tell.

    HttpLane lane() {
        return lane;
    }

    ClientStream client() {
        return client;
    }

    RequestHead request() {
        return request;
    }

    EventLoop loop() {
        return client.channel().eventLoop();
    }

    /**
     * Runs what does not come from the client's own connection: a defect then ends that connection, instead of leaving the
     * client waiting for ever.
     */
    void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            defect(e);
        }
    }

    void defect(RuntimeException error) {
        client.channel().pipeline().fireExceptionCaught(error);
    }

    boolean requestEnded() {
        return requestEnded;
    }

    /** The whole body was read. */
    void judgeWhole(byte[] body) {
        wholeBody = body;
        statement = statement.withBody(body);
        judge();
    }

    void bodyTooLarge() {
        int limit = lane.config().maxBodyBytes();
        refuseHere(HttpDenials.bodyTooLarge(limit), "body larger than http.max_body_bytes");
    }

    /** A person is waited for from now on. */
    void heldNow() {
        client.demand();
    }

    void refuse(Denial denial) {
        answer(HttpDenials.denial(denial, Optional.empty()));
    }

    /** @param ready a connection that was made for it and carried nothing yet */
    void forward(Optional<Approval> approval, Optional<UpstreamConnection> ready) {
        Upload upload = wholeBody == null ? Upload.streamed(request) : Upload.whole(request, wholeBody, trailers);
        Forwarding forwarding = new Forwarding(this, upload, approval);
        phase = forwarding;
        forwarding.start(ready);
        client.demand();
    }

    Optional<Denial> judgeAnswer(int status) {
        return lane.gate().judgesResponses()
                ? lane.gate().judgeResponse(statement, origin, new HttpResponse(status))
                : Optional.empty();
    }

    void recordCompletion(ReviewId reviewId, String result) {
        lane.gate().recordCompletion(origin, reviewId, result);
    }

    /** Answers here; the connection goes on where the rest of the request can be read. */
    void answer(LocalAnswer answer) {
        answer(answer, !canReadRest());
    }

    void answerAndClose(LocalAnswer answer) {
        answer(answer, true);
    }

    private void answer(LocalAnswer answer, boolean close) {
        client.answer(answer, request, close);
        client.flush();
        if (requestEnded || close) {
            finish();
        } else {
            phase = new Discarding(this, lane.limits().discardBytes());
            client.demand();
        }
    }

    private void refuseHere(LocalAnswer answer, String reason) {
        lane.gate().recordRefusal(origin, reason);
        answerAndClose(answer);
    }

    /** Whether what is left of the request will come, and is small enough to be read for nothing. */
    private boolean canReadRest() {
        if (requestEnded || !request.framing().hasBody()) {
            return true;
        }
        if (request.expectsContinue() && !continued) {
            return false;
        }
        return !(request.framing() instanceof Framing.Length length)
                || length.bytes() <= lane.limits().discardBytes();
    }

    /** The request cannot go on; the client is told where it was told nothing yet. */
    private void breakOff(LocalAnswer answer) {
        boolean tell = phase instanceof Buffering || phase instanceof Forwarding forwarding && !forwarding.answering();
        boolean answered = phase instanceof Discarding;
        phase.gone();
        if (tell) {
            answerAndClose(answer);
        } else if (answered) {
            client.closeUnanswered();
        } else {
            client.abort();
        }
    }

    /** The answer is complete, and the request read as far as it will be. */
    void finish() {
        phase = Finished.PHASE;
        client.finished();
    }

    /** The client hears nothing more from here. */
    void over() {
        phase = Finished.PHASE;
    }

    void closeUnanswered() {
        phase = Finished.PHASE;
        client.closeUnanswered();
    }
}
