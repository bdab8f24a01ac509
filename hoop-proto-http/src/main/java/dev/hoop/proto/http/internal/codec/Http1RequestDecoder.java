package dev.hoop.proto.http.internal.codec;

import dev.hoop.proto.http.internal.BadMessage;
import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.proto.http.internal.message.RequestHead;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads requests of one connection. See the package for how decoders are driven; {@code HEAD} comes first, then
 * {@code BODY} as often as bytes stand in the buffer, then {@code END}.
 */
public final class Http1RequestDecoder {

    /** Room for a method, blanks and a version around the target. */
    private static final int LINE_EXTRA = 64;

    private enum State {
        BEFORE,
        HEAD,
        BODY
    }

    private final HeadLimits limits;
    private final RequestHeadParser parser;
    private final LineScanner scanner = new LineScanner(400);
    private final BodyDecoder body;
    private State state = State.BEFORE;
    private boolean emptyLineSkipped;
    private boolean lineChecked;
    private Optional<RequestHead> head = Optional.empty();

    public Http1RequestDecoder(HeadLimits limits) {
        this.limits = limits;
        this.parser = new RequestHeadParser(limits);
        this.body = new BodyDecoder(limits, 400, TrailerRules.REQUEST);
    }

    /**
     * Reads on.
     *
     * @param in what has arrived and was not consumed yet; its reader index moves over what is consumed, and by nobody
     *     else's hand while a head is incomplete
     * @throws BadMessage when the request is refused; answer with its status and close
     */
    public Step advance(ByteBuf in) throws BadMessage {
        switch (state) {
            case BEFORE:
                if (!begin(in)) {
                    return Step.NEED_MORE;
                }
                return readAtOnce(in);
            case HEAD:
                return readInParts(in);
            case BODY:
                Step step = body.advance(in);
                if (step == Step.END) {
                    state = State.BEFORE;
                    emptyLineSkipped = false;
                }
                return step;
        }
        throw new IllegalStateException("no state");
    }

    /** Looks at the first octets: one empty line may stand before a request (RFC 9112 section 2.2). */
    private boolean begin(ByteBuf in) throws BadMessage {
        if (!in.isReadable()) {
            return false;
        }
        byte first = in.getByte(in.readerIndex());
        if (first == '\r' && !emptyLineSkipped) {
            if (in.readableBytes() == 1) {
                return false;
            }
            if (in.getByte(in.readerIndex() + 1) != '\n') {
                throw BadMessage.badRequest("the request starts with a CR that ends no line");
            }
            in.skipBytes(2);
            emptyLineSkipped = true;
            return begin(in);
        }
        if (!Octets.token(first)) {
            throw BadMessage.badRequest("the request line starts with no method");
        }
        scanner.reset();
        lineChecked = false;
        state = State.HEAD;
        return true;
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
            throw firstProblem(in, e);
        }
        if (length == FieldParser.INCOMPLETE) {
            return readInParts(in);
        }
        return begun(in, length, Arrays.copyOf(scratch, length));
    }

    /** The rest comes later: each octet is looked at once until the end is there. */
    private Step readInParts(ByteBuf in) throws BadMessage {
        int length = scanner.scan(in);
        if (length < 0) {
            checkIncomplete(in);
            return Step.NEED_MORE;
        }
        if (length > limits.headBytes()) {
            throw tooLong();
        }
        byte[] bytes = new byte[length + FieldParser.PADDING];
        in.getBytes(in.readerIndex(), bytes, 0, length);
        if (parser.parse(bytes, length) != length) {
            throw new IllegalStateException("two readings of the same head");
        }
        return begun(in, length, bytes);
    }

    private Step begun(ByteBuf in, int length, byte[] bytes) throws BadMessage {
        if (length > limits.headBytes()) {
            throw tooLong();
        }
        RequestHead read = parser.head(bytes);
        in.skipBytes(length);
        head = Optional.of(read);
        body.start(read.framing());
        state = State.BODY;
        return Step.HEAD;
    }

    /** The problem that a reader of the same octets in parts would have come to first. */
    private BadMessage firstProblem(ByteBuf in, BadMessage found) throws BadMessage {
        int length = scanner.scan(in);
        if (length < 0) {
            checkIncomplete(in);
        } else {
            byte[] bytes = new byte[length];
            in.getBytes(in.readerIndex(), bytes);
            parser.checkRequestLine(bytes);
        }
        return found;
    }

    /** A peer that sends garbage, or too much, need not be waited for. */
    private void checkIncomplete(ByteBuf in) throws BadMessage {
        int readable = in.readableBytes();
        if (scanner.lines() == 0 && readable > limits.targetBytes() + LINE_EXTRA) {
            throw new BadMessage(414, "the request target is longer than " + limits.targetBytes() + " bytes");
        }
        if (scanner.lines() > limits.fields() + 1 || readable > limits.headBytes()) {
            throw tooLong();
        }
        if (!lineChecked && scanner.lines() > 0) {
            byte[] bytes = new byte[readable];
            in.getBytes(in.readerIndex(), bytes);
            parser.checkRequestLine(bytes);
            lineChecked = true;
        }
    }

    private BadMessage tooLong() {
        return new BadMessage(
                431, "the head is longer than " + limits.headBytes() + " bytes or " + limits.fields() + " fields");
    }

    /** Whether no byte of a request was consumed since the last {@code END}: the connection is between requests. */
    public boolean idle() {
        return state == State.BEFORE;
    }

    /** The head, after {@code HEAD} and until the next one. */
    public RequestHead head() {
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
