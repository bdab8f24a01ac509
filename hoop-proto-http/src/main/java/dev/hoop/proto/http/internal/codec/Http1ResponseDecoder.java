package dev.hoop.proto.http.internal.codec;

import dev.hoop.proto.http.internal.BadMessage;
import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.proto.http.internal.message.ResponseHead;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads responses of one upstream connection: {@link #expect} tells of a request, then {@code HEAD} and {@code END} for
 * each interim response, then {@code HEAD}, {@code BODY} as often as bytes stand in the buffer, and {@code END} for the
 * final one. After {@code HEAD} of a 101 the decoder is done: what follows is not HTTP.
 */
public final class Http1ResponseDecoder {

    private enum State {
        IDLE,
        HEAD,
        BODY,
        SWITCHED
    }

    private final HeadLimits limits;
    private final ResponseHeadParser parser;
    private final LineScanner scanner = new LineScanner(ResponseHeadParser.BAD);
    private final BodyDecoder body;
    private State state = State.IDLE;
    private boolean headRequest;
    private boolean fresh = true;
    private Optional<ResponseHead> head = Optional.empty();

    public Http1ResponseDecoder(HeadLimits limits) {
        this.limits = limits;
        this.parser = new ResponseHeadParser(limits);
        this.body = new BodyDecoder(limits, ResponseHeadParser.BAD, TrailerRules.RESPONSE);
    }

    /**
     * The request that was sent and whose response comes now.
     *
     * @param headRequest whether its method was HEAD, whose response has no body
     * @throws IllegalStateException when the last response is not complete
     */
    public void expect(boolean headRequest) {
        if (state != State.IDLE) {
            throw new IllegalStateException("the last response is not complete");
        }
        this.headRequest = headRequest;
        state = State.HEAD;
        startHead();
    }

    private void startHead() {
        scanner.reset();
        fresh = true;
    }

    /**
     * Reads on.
     *
     * @param in what has arrived and was not consumed yet; its reader index moves over what is consumed, and by nobody
     *     else's hand while a head is incomplete
     * @throws BadMessage when the response is malformed, or bytes came without a request: the upstream connection must
     *     be closed, and the client gets 502 unless it already got a head
     */
    public Step advance(ByteBuf in) throws BadMessage {
        switch (state) {
            case IDLE:
                if (in.isReadable()) {
                    throw new BadMessage(ResponseHeadParser.BAD, "the upstream sent bytes that nobody asked for");
                }
                return Step.NEED_MORE;
            case HEAD:
                return readHead(in);
            case BODY:
                Step step = body.advance(in);
                if (step == Step.END) {
                    state = head().interim() ? State.HEAD : State.IDLE;
                    startHead();
                }
                return step;
            case SWITCHED:
                throw new IllegalStateException("what follows a 101 is not HTTP");
        }
        throw new IllegalStateException("no state");
    }

    private Step readHead(ByteBuf in) throws BadMessage {
        if (in.isReadable() && in.getByte(in.readerIndex()) != 'H') {
            throw new BadMessage(ResponseHeadParser.BAD, ResponseHeadParser.NO_VERSION);
        }
        return fresh ? readAtOnce(in) : readInParts(in);
    }

    /** Most heads are there at once, and then one pass over their octets is enough. */
    private Step readAtOnce(ByteBuf in) throws BadMessage {
        byte[] scratch = Scratch.bytes();
        int there = Math.min(in.readableBytes(), Scratch.BYTES);
        in.getBytes(in.readerIndex(), scratch, 0, there);
        int length;
        try {
            length = parser.parse(scratch, there);
        } catch (BadMessage e) {
            // What a reader of the same octets in parts would have come to first.
            scanner.scan(in);
            throw e;
        }
        if (length == FieldParser.INCOMPLETE) {
            fresh = there == 0;
            return readInParts(in);
        }
        return begun(in, length, Arrays.copyOf(scratch, length));
    }

    /** The rest comes later: each octet is looked at once until the end is there. */
    private Step readInParts(ByteBuf in) throws BadMessage {
        int length = scanner.scan(in);
        boolean tooLong = length < 0 ? in.readableBytes() > limits.headBytes() : length > limits.headBytes();
        if (tooLong || scanner.lines() > limits.fields() + 1) {
            throw tooLong();
        }
        if (length < 0) {
            return Step.NEED_MORE;
        }
        byte[] bytes = new byte[length + FieldParser.PADDING];
        in.getBytes(in.readerIndex(), bytes, 0, length);
        if (parser.parse(bytes, length) != length) {
            throw new BadMessage(ResponseHeadParser.BAD, ResponseHeadParser.NO_VERSION);
        }
        return begun(in, length, bytes);
    }

    private Step begun(ByteBuf in, int length, byte[] bytes) throws BadMessage {
        if (length > limits.headBytes()) {
            throw tooLong();
        }
        ResponseHead read = parser.head(bytes, headRequest);
        in.skipBytes(length);
        head = Optional.of(read);
        body.start(read.framing());
        state = read.switchesProtocols() ? State.SWITCHED : State.BODY;
        return Step.HEAD;
    }

    private BadMessage tooLong() {
        return new BadMessage(
                ResponseHeadParser.BAD,
                "the upstream's head is longer than " + limits.headBytes() + " bytes or " + limits.fields()
                        + " fields");
    }

    /**
     * The upstream closed, and {@link #advance} has said {@code NEED_MORE}.
     *
     * @return {@code END} when that ends the response, {@code NEED_MORE} when none was expected
     * @throws BadMessage when the response is cut short
     */
    public Step inputClosed() throws BadMessage {
        if (state == State.IDLE || state == State.SWITCHED) {
            return Step.NEED_MORE;
        }
        if (state == State.BODY && body.endsWithConnection()) {
            state = State.IDLE;
            return Step.END;
        }
        throw new BadMessage(ResponseHeadParser.BAD, "the upstream closed the connection within its response");
    }

    /** The head, after {@code HEAD} and until the next one. */
    public ResponseHead head() {
        return head.orElseThrow(() -> new IllegalStateException("no head was read"));
    }

    /** The part of the body, after {@code BODY}: a retained slice that the caller releases. Never empty. */
    public ByteBuf body() {
        return body.part();
    }

    /** The trailers, after {@code END}; empty unless the body was chunked. */
    public Fields trailers() {
        return body.trailers();
    }
}
