package dev.hoop.proto.http.internal.codec;

import dev.hoop.proto.http.internal.BadMessage;
import dev.hoop.proto.http.internal.message.Fields;
import dev.hoop.proto.http.internal.message.Framing;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** Reads one body after the other, by whatever framing its head stated. */
final class BodyDecoder {

    /** Digits that surely fit into a long. */
    private static final int MAX_SIZE_DIGITS = 15;

    private enum State {
        DONE,
        LENGTH,
        UNTIL_CLOSE,
        CHUNK_SIZE,
        CHUNK_DATA,
        CHUNK_END,
        TRAILERS
    }

    private final HeadLimits limits;
    private final int badStatus;
    private final TrailerRules trailerRules;
    private final LineScanner scanner;
    private State state = State.DONE;
    private long remaining;
    private ByteBuf part = Unpooled.EMPTY_BUFFER;
    private Fields trailers = Fields.EMPTY;

    BodyDecoder(HeadLimits limits, int badStatus, TrailerRules trailerRules) {
        this.limits = limits;
        this.badStatus = badStatus;
        this.trailerRules = trailerRules;
        this.scanner = new LineScanner(badStatus);
    }

    void start(Framing framing) {
        trailers = Fields.EMPTY;
        if (framing instanceof Framing.Length length) {
            remaining = length.bytes();
            state = State.LENGTH;
        } else if (framing instanceof Framing.Chunked) {
            state = State.CHUNK_SIZE;
        } else {
            state = framing instanceof Framing.UntilClose ? State.UNTIL_CLOSE : State.DONE;
        }
    }

    boolean endsWithConnection() {
        return state == State.UNTIL_CLOSE;
    }

    ByteBuf part() {
        ByteBuf given = part;
        part = Unpooled.EMPTY_BUFFER;
        return given;
    }

    Fields trailers() {
        return trailers;
    }

    /** {@link Step#BODY}, {@link Step#END} or {@link Step#NEED_MORE}. */
    Step advance(ByteBuf in) throws BadMessage {
        while (true) {
            switch (state) {
                case DONE:
                    return Step.END;
                case LENGTH:
                    if (remaining == 0) {
                        state = State.DONE;
                        return Step.END;
                    }
                    return take(in, remaining);
                case UNTIL_CLOSE:
                    return take(in, Long.MAX_VALUE);
                case CHUNK_SIZE:
                    if (!chunkSize(in)) {
                        return Step.NEED_MORE;
                    }
                    break;
                case CHUNK_DATA:
                    if (remaining > 0) {
                        return take(in, remaining);
                    }
                    state = State.CHUNK_END;
                    break;
                case CHUNK_END:
                    if (!chunkEnd(in)) {
                        return Step.NEED_MORE;
                    }
                    break;
                case TRAILERS:
                    return trailers(in) ? Step.END : Step.NEED_MORE;
            }
        }
    }

    private Step take(ByteBuf in, long atMost) {
        int length = (int) Math.min(in.readableBytes(), atMost);
        if (length == 0) {
            return Step.NEED_MORE;
        }
        part = in.readRetainedSlice(length);
        if (state != State.UNTIL_CLOSE) {
            remaining -= length;
        }
        return Step.BODY;
    }

    /** Reads {@code 1*HEXDIG CRLF}; extensions are refused, since servers disagree about where they end. */
    private boolean chunkSize(ByteBuf in) throws BadMessage {
        int from = in.readerIndex();
        int end = in.writerIndex();
        long size = 0;
        for (int i = from; i < end; i++) {
            byte b = in.getByte(i);
            int digit = Character.digit((char) (b & 0x7f), 16);
            if (digit >= 0 && b >= 0) {
                if (i - from == MAX_SIZE_DIGITS) {
                    throw bad("a chunk's size has too many digits");
                }
                size = size << 4 | digit;
                continue;
            }
            if (i == from) {
                throw bad("a chunk has no size");
            }
            if (b != '\r') {
                throw bad(b == ';' ? "a chunk has an extension; send none" : "a chunk's size is followed by no CRLF");
            }
            if (i + 1 == end) {
                return false;
            }
            if (in.getByte(i + 1) != '\n') {
                throw bad("a chunk's size is followed by no CRLF");
            }
            in.readerIndex(i + 2);
            remaining = size;
            scanner.reset();
            state = size == 0 ? State.TRAILERS : State.CHUNK_DATA;
            return true;
        }
        return false;
    }

    private boolean chunkEnd(ByteBuf in) throws BadMessage {
        int readable = in.readableBytes();
        if (readable > 0 && in.getByte(in.readerIndex()) != '\r'
                || readable > 1 && in.getByte(in.readerIndex() + 1) != '\n') {
            throw bad("a chunk is longer than its size says");
        }
        if (readable < 2) {
            return false;
        }
        in.skipBytes(2);
        state = State.CHUNK_SIZE;
        return true;
    }

    private boolean trailers(ByteBuf in) throws BadMessage {
        int length = scanner.scan(in);
        if (length > limits.headBytes() || length < 0 && in.readableBytes() > limits.headBytes()) {
            throw new BadMessage(
                    badStatus == 400 ? 431 : badStatus,
                    "the trailers are longer than " + limits.headBytes() + " bytes");
        }
        if (length < 0) {
            return false;
        }
        if (length > 2) {
            byte[] section = new byte[length + FieldParser.PADDING];
            in.readBytes(section, 0, length);
            FieldParser parser = new FieldParser(limits.fields(), badStatus);
            parser.parse(section, 0, length);
            trailers = parser.fields(section);
            trailerRules.check(trailers);
        } else {
            in.skipBytes(length);
        }
        state = State.DONE;
        return true;
    }

    private BadMessage bad(String reason) {
        return new BadMessage(badStatus, reason);
    }
}
