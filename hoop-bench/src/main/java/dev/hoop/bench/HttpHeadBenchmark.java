package dev.hoop.bench;

import dev.hoop.proto.http.internal.BadMessage;
import dev.hoop.proto.http.internal.codec.HeadLimits;
import dev.hoop.proto.http.internal.codec.Http1RequestDecoder;
import dev.hoop.proto.http.internal.codec.RequestHeadWriter;
import dev.hoop.proto.http.internal.codec.Step;
import dev.hoop.proto.http.internal.codec.Via;
import dev.hoop.proto.http.internal.message.Framing;
import dev.hoop.proto.http.internal.message.RequestHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.util.ReferenceCountUtil;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Reading the head of a request, and writing it for the upstream; Netty's decoder in the same run to compare. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class HttpHeadBenchmark {

    private final ByteBuf in = Unpooled.directBuffer().writeBytes(SampleRequest.BYTES);
    private final ByteBuf out = Unpooled.directBuffer(4096);
    private final Http1RequestDecoder decoder = new Http1RequestDecoder(HeadLimits.DEFAULT);
    private final RequestHeadWriter writer =
            new RequestHeadWriter(Via.random(), "127.0.0.1:8080", Set.of("x-hoop-review-mode"));
    private final EmbeddedChannel netty = new EmbeddedChannel(new HttpRequestDecoder());

    @TearDown
    public void release() {
        in.release();
        out.release();
        netty.finishAndReleaseAll();
    }

    @Benchmark
    public RequestHead read() throws BadMessage {
        in.readerIndex(0);
        Step step = decoder.advance(in);
        RequestHead head = decoder.head();
        while (step != Step.END) {
            step = decoder.advance(in);
        }
        return head;
    }

    @Benchmark
    public ByteBuf readAndWrite() throws BadMessage {
        RequestHead head = read();
        out.clear();
        writer.write(head, new Framing.None(), false, false, out);
        return out;
    }

    @Benchmark
    public int readWithNetty() {
        in.readerIndex(0);
        netty.writeInbound(in.retainedDuplicate());
        int messages = 0;
        for (Object message = netty.readInbound(); message != null; message = netty.readInbound()) {
            ReferenceCountUtil.release(message);
            messages++;
        }
        return messages;
    }
}
