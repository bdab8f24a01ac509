package dev.hoop.bench;

import dev.hoop.controlplane.client.NoPlane;
import dev.hoop.core.spi.Downstream;
import dev.hoop.core.spi.ListenerContext;
import dev.hoop.core.spi.Upstream;
import dev.hoop.proto.pg.PgConfig;
import dev.hoop.proto.pg.internal.session.PgListener;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.concurrent.Future;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * One statement through a PostgreSQL session and its answer back, as pgbench says it, with one rule and audit on; without
 * sockets, so what the kernel takes is not in it. Tags and fields: the chapter "Message Formats".
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsAppend = "-Dio.netty.leakDetection.level=disabled")
public class PgSessionBenchmark {

    private static final int VERSION_3_0 = 3 << 16;
    private static final String SQL = "SELECT abalance FROM pgbench_accounts WHERE aid = ";
    private static final byte[] READY = message('Z', "I".getBytes(StandardCharsets.US_ASCII));
    private static final byte[] ROW_DESCRIPTION =
            message('T', fields((short) 1, "abalance", 0, (short) 0, 23, (short) 4, -1, (short) 0));
    private static final byte[] ROW = message('D', new byte[] {0, 1, 0, 0, 0, 1, '0'});
    private static final byte[] COMPLETE = message('C', "SELECT 1\0".getBytes(StandardCharsets.US_ASCII));
    private static final byte[] PARSE_COMPLETE = message('1');
    private static final byte[] BIND_COMPLETE = message('2');
    private static final byte[] DESCRIBE = message('D', new byte[] {'P', 0});
    private static final byte[] EXECUTE = message('E', new byte[5]);
    private static final byte[] SYNC = message('S');

    /** How the statement is said: pgbench's own words. */
    @Param({"simple", "extended", "prepared"})
    public String protocol = "";

    private final EmbeddedChannel client = new EmbeddedChannel();
    private final EmbeddedChannel server = new EmbeddedChannel();
    private Optional<Path> file = Optional.empty();
    private byte[] question = {};
    private byte[] answer = {};

    /** Logs a client in. */
    @Setup
    public void open() throws IOException {
        Path path = Files.createTempFile("hoop-bench", ".jsonl");
        file = Optional.of(path);
        SampleGate sample = SampleGate.open(path, true, "drop");
        client.config().setAllocator(PooledByteBufAllocator.DEFAULT);
        server.config().setAllocator(PooledByteBufAllocator.DEFAULT);
        new PgListener(new ListenerContext<>(
                        "bench",
                        PgConfig.DEFAULT,
                        new Embedded(server),
                        sample.gate(),
                        new NoPlane(),
                        SampleGate.FINGERPRINTS,
                        Optional.empty(),
                        Optional.empty(),
                        Duration.ZERO))
                .open(new Downstream(client, 1, "127.0.0.1:50000", Optional.empty()))
                .start();
        say(client, startup());
        say(server, concat(message('R', new byte[4]), READY));
        if (protocol.equals("prepared")) {
            say(client, concat(message('P', fields("P_0", SQL + "$1;", (short) 0)), SYNC));
            say(server, concat(PARSE_COMPLETE, READY));
        }
        byte[] bind = message('B', bind(protocol.equals("prepared") ? "P_0" : ""));
        byte[] rows = concat(ROW_DESCRIPTION, ROW, COMPLETE, READY);
        question = switch (protocol) {
            case "simple" -> message('Q', fields(SQL + "4711;"));
            case "extended" -> concat(message('P', fields("", SQL + "$1;", (short) 0)), bind, DESCRIBE, EXECUTE, SYNC);
            default -> concat(bind, DESCRIBE, EXECUTE, SYNC);
        };
        answer = switch (protocol) {
            case "simple" -> rows;
            case "extended" -> concat(PARSE_COMPLETE, BIND_COMPLETE, rows);
            default -> concat(BIND_COMPLETE, rows);
        };
    }

    /** Ends it, but for the trail, which would wait for the loop of an embedded channel: that is no thread of its own. */
    @TearDown
    public void close() throws IOException {
        client.finishAndReleaseAll();
        server.finishAndReleaseAll();
        Files.delete(file.orElseThrow());
    }

    /** There and back. */
    @Benchmark
    public void statement(Blackhole seen) {
        say(client, question);
        seen.consume(heard(server));
        say(server, answer);
        seen.consume(heard(client));
    }

    private static void say(EmbeddedChannel channel, byte[] bytes) {
        ByteBuf buffer = channel.alloc().buffer(2048);
        channel.writeInbound(buffer.writeBytes(bytes));
    }

    private static int heard(EmbeddedChannel channel) {
        int bytes = 0;
        for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
            bytes += out.readableBytes();
            out.release();
        }
        if (bytes == 0) {
            throw new IllegalStateException("nothing was handed on");
        }
        return bytes;
    }

    private static byte[] startup() {
        byte[] body = fields(VERSION_3_0, "user", "bench", "application_name", "pgbench", "");
        return concat(fields(body.length + Integer.BYTES), body);
    }

    private static byte[] bind(String statement) {
        return concat(
                fields("", statement, (short) 0, (short) 1, 4),
                "4711".getBytes(StandardCharsets.US_ASCII),
                fields((short) 0));
    }

    private static byte[] message(char tag, byte[]... body) {
        byte[] all = concat(body);
        return concat(new byte[] {(byte) tag}, fields(all.length + Integer.BYTES), all);
    }

    /** Strings with the zero byte that ends them, Int16 for a short, Int32 for an int. */
    private static byte[] fields(Object... values) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Object value : values) {
            if (value instanceof Integer number) {
                out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
            } else if (value instanceof Short number) {
                out.writeBytes(ByteBuffer.allocate(Short.BYTES).putShort(number).array());
            } else {
                out.writeBytes((value + "\0").getBytes(StandardCharsets.US_ASCII));
            }
        }
        return out.toByteArray();
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    /** A server that is dialled at once. */
    private record Embedded(EmbeddedChannel channel) implements Upstream {
        @Override
        public String address() {
            return "127.0.0.1:5432";
        }

        @Override
        public Future<Channel> dial(EventLoop loop, ChannelHandler initializer) {
            channel.pipeline().addLast(initializer);
            return loop.newSucceededFuture(channel);
        }
    }
}
