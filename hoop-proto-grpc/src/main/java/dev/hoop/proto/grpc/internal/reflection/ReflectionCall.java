package dev.hoop.proto.grpc.internal.reflection;

import dev.hoop.proto.grpc.internal.codec.MessageFrame;
import dev.hoop.proto.grpc.internal.codec.MessageFramer;
import dev.hoop.proto.grpc.internal.h2.UpstreamFailure;
import dev.hoop.proto.grpc.internal.h2.UpstreamPool;
import dev.hoop.proto.grpc.internal.h2.UpstreamStream;
import dev.hoop.proto.grpc.internal.message.BadCall;
import dev.hoop.proto.grpc.internal.message.CallHead;
import dev.hoop.proto.grpc.internal.message.GrpcStatus;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One call of the reflection service, asked by one thread that is not the loop, a question at a time. */
final class ReflectionCall implements UpstreamPool.Caller, UpstreamStream.Answers, AutoCloseable {

    /** More than the descriptors of one question take in the field. */
    private static final int MAX_ANSWER_BYTES = 64 * 1024 * 1024;

    /** The server does not have this version of the service. */
    static final class NotServed extends IOException {
        private static final long serialVersionUID = 1;

        NotServed() {
            super("the server has no reflection service");
        }
    }

    private sealed interface Heard {
        record Message(byte[] bytes) implements Heard {}

        record End(IOException cause) implements Heard {}
    }

    private final EventLoop loop;
    private final String service;
    private final Duration patience;
    private final BlockingQueue<Heard> heard = new LinkedBlockingQueue<>();
    private final MessageFramer framer = new MessageFramer(ByteBufAllocator.DEFAULT, MAX_ANSWER_BYTES);
    private @Nullable UpstreamStream stream;
    private @Nullable ByteBuf waiting;
    private boolean over;

    ReflectionCall(EventLoop loop, UpstreamPool pool, String service, Duration patience) {
        this.loop = loop;
        this.service = service;
        this.patience = patience;
        loop.execute(() -> pool.call(this));
    }

    /** Asks and waits for the answer. */
    byte[] ask(byte[] request) throws IOException {
        loop.execute(() -> send(Unpooled.wrappedBuffer(
                Unpooled.buffer(MessageFrame.PREFIX_BYTES).writeByte(0).writeInt(request.length),
                Unpooled.wrappedBuffer(request))));
        try {
            Heard next = heard.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
            if (next instanceof Heard.Message message) {
                return message.bytes();
            }
            throw next instanceof Heard.End end ? end.cause() : new IOException("the server does not answer");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private void send(ByteBuf message) {
        if (over) {
            message.release();
        } else if (stream == null) {
            waiting = message;
        } else {
            stream.data(message, false, sent -> {});
        }
    }

    @Override
    public void connected(UpstreamPool.Opening opening) {
        Http2Headers headers = new DefaultHttp2Headers()
                .method("POST")
                .authority("localhost")
                .path("/" + service + "/ServerReflectionInfo")
                .add("te", "trailers")
                .add(CallHead.CONTENT_TYPE, "application/grpc");
        stream = opening.open(headers, false, this);
        if (waiting != null) {
            send(waiting);
            waiting = null;
        }
    }

    @Override
    public void failed(UpstreamFailure failure) {
        end(new IOException(failure.text()));
    }

    @Override
    public boolean gone() {
        return over;
    }

    @Override
    public void onHeaders(Http2Headers headers, boolean end) {
        if (end) {
            CharSequence code = headers.get("grpc-status");
            GrpcStatus status = code == null ? GrpcStatus.UNKNOWN : GrpcStatus.ofWire(code);
            end(
                    status == GrpcStatus.UNIMPLEMENTED
                            ? new NotServed()
                            : new IOException("the reflection service ended with " + status));
        }
    }

    @Override
    public void onData(ByteBuf data, int credit, boolean end) {
        if (over) {
            return;
        }
        framer.add(data.retain());
        if (stream != null) {
            stream.credit(credit);
        }
        try {
            for (Optional<MessageFrame> next = framer.next(); next.isPresent(); next = framer.next()) {
                heard.add(new Heard.Message(next.get().message()));
                next.get().bytes().release();
            }
        } catch (BadCall e) {
            end(new IOException("the server's answer is no message of gRPC"));
        }
        if (framer.tooLarge()) {
            end(new IOException("the server's answer is too large"));
        }
    }

    @Override
    public void onLost(UpstreamStream.Loss loss, long errorCode) {
        end(new IOException("the server broke off"));
    }

    private void end(IOException cause) {
        over = true;
        framer.release();
        heard.add(new Heard.End(cause));
    }

    @Override
    public void close() {
        loop.execute(() -> {
            if (!over) {
                over = true;
                framer.release();
                if (stream != null) {
                    stream.cancel();
                }
            }
            if (waiting != null) {
                waiting.release();
                waiting = null;
            }
        });
    }
}
