package dev.hoop.bench;

import dev.hoop.core.gate.Decision;
import dev.hoop.core.gate.DefaultGate;
import dev.hoop.proto.http.internal.BadMessage;
import dev.hoop.proto.http.internal.codec.HeadLimits;
import dev.hoop.proto.http.internal.codec.Http1RequestDecoder;
import dev.hoop.proto.http.internal.message.RequestHead;
import dev.hoop.proto.http.internal.statement.HttpStatement;
import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultEventLoop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Judging an allowed request: one rule, the audit record encoded and written to a file. Requests come in bursts on an event
 * loop, as one read of a busy connection brings them, so that a write serves several.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class GateBenchmark {

    private static final int BURST = 16;

    /** Whether statements go on when their record cannot be written. */
    @Param({"false", "true"})
    public boolean failOpen;

    private final DefaultEventLoop loop = new DefaultEventLoop();
    private final RequestHead head = head();
    private Optional<SampleGate> sample = Optional.empty();
    private Optional<Path> file = Optional.empty();

    @Setup
    public void open() throws IOException {
        Path path = Files.createTempFile("hoop-bench", ".jsonl");
        file = Optional.of(path);
        sample = Optional.of(SampleGate.open(path, failOpen, "DELETE"));
    }

    @TearDown
    public void close() throws IOException {
        sample.orElseThrow().trail().close();
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
        Files.delete(file.orElseThrow());
    }

    @Benchmark
    @OperationsPerInvocation(BURST)
    public void judge() throws InterruptedException {
        CountDownLatch forwarded = new CountDownLatch(BURST);
        DefaultGate judging = sample.orElseThrow().gate();
        loop.execute(() -> {
            for (int i = 0; i < BURST; i++) {
                judging.judge(HttpStatement.ofHead(SampleRequest.TERMS, head), SampleRequest.ORIGIN, loop, decision -> {
                    if (decision instanceof Decision.Forward) {
                        forwarded.countDown();
                    }
                });
            }
        });
        forwarded.await();
    }

    private static RequestHead head() {
        Http1RequestDecoder decoder = new Http1RequestDecoder(HeadLimits.DEFAULT);
        try {
            decoder.advance(Unpooled.wrappedBuffer(SampleRequest.BYTES));
            return decoder.head();
        } catch (BadMessage e) {
            throw new IllegalStateException("the sample is a good request", e);
        }
    }
}
