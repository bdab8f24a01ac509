package dev.hoop.core.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hoop.testbase.Background;
import dev.hoop.testbase.Eventually;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Against a real pipe, whose kernel buffer fills up when nobody reads. */
class QueuedSinkTest {

    private static final int CAPACITY = 8;

    /** More than a pipe holds in a few of them. */
    private static final String LONG_LINE = "x".repeat(40_000) + "\n";

    @SuppressWarnings("NullAway.Init")
    private Pipe pipe;

    @BeforeEach
    void openPipe() throws IOException {
        pipe = Pipe.open();
    }

    @AfterEach
    void closePipe() throws IOException {
        pipe.sink().close();
        pipe.source().close();
    }

    @Test
    void linesArriveInOrder() throws IOException {
        try (QueuedSink sink = new QueuedSink(pipe::sink, CAPACITY)) {
            for (int i = 0; i < CAPACITY; i++) {
                Eventually.get(Receipts.write(sink, "line " + i + "\n"), Eventually.SOON, "line " + i);
            }
        }
        pipe.sink().close();

        assertThat(read(pipe.source()).lines()).hasSize(CAPACITY).first().isEqualTo("line 0");
    }

    @Test
    void aStalledReaderFailsWhatFindsTheQueueFullAndLosesNothingElse() throws IOException {
        List<CompletableFuture<Boolean>> writes = new ArrayList<>();
        try (QueuedSink sink = new QueuedSink(pipe::sink, CAPACITY)) {
            // Nothing of this blocks, though nobody reads.
            for (int i = 0; i < 10 * CAPACITY; i++) {
                writes.add(Receipts.write(sink, LONG_LINE));
            }
            List<CompletableFuture<Boolean>> refused = writes.stream()
                    .filter(CompletableFuture::isCompletedExceptionally)
                    .toList();
            assertThat(refused).isNotEmpty();
            assertThat(Eventually.failure(refused.get(0), Eventually.SOON, "refusal"))
                    .hasMessageContaining("stalled");
            assertThat(writes).anyMatch(write -> !write.isDone());

            CompletableFuture<String> reader = Background.call(() -> readUnchecked(pipe.source()));
            for (CompletableFuture<Boolean> write : writes) {
                if (!refused.contains(write)) {
                    Eventually.get(write, Eventually.SOON, "a write that was taken");
                }
            }
            Eventually.get(Receipts.write(sink, "after\n"), Eventually.SOON, "a write after the stall");
            pipe.sink().close();
            String text = Eventually.get(reader, Eventually.SOON, "the reader");
            assertThat(text).hasSize((writes.size() - refused.size()) * LONG_LINE.length() + "after\n".length());
            assertThat(text.lines().limit(writes.size() - refused.size())).allMatch(line -> line.length() == 40_000);
        }
    }

    @Test
    void oneWriteLargerThanTheQueueGoesThroughAlone() {
        try (QueuedSink sink = new QueuedSink(pipe::sink, CAPACITY)) {
            Eventually.get(Receipts.write(sink, "x\n".repeat(3 * CAPACITY)), Eventually.SOON, "the write");
        }
    }

    @Test
    void aReaderThatIsGoneFailsEveryWrite() throws IOException {
        pipe.source().close();
        try (QueuedSink sink = new QueuedSink(pipe::sink, CAPACITY)) {
            for (int i = 0; i < 3 * CAPACITY; i++) {
                assertThat(Eventually.failure(Receipts.write(sink, "x\n"), Eventually.SOON, "write"))
                        .isInstanceOf(IOException.class);
            }
        }
    }

    @Test
    void closingWritesWhatWasTaken() throws IOException {
        QueuedSink sink = new QueuedSink(pipe::sink, CAPACITY);
        List<CompletableFuture<Boolean>> writes = new ArrayList<>();
        for (int i = 0; i < CAPACITY; i++) {
            writes.add(Receipts.write(sink, "x\n"));
        }
        sink.close();

        assertThat(writes).allSatisfy(write -> assertThat(write).isCompletedWithValue(true));
        assertThat(Receipts.write(sink, "late\n")).isCompletedExceptionally();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aNamedPipeWithoutAReaderKeepsNobodyWaiting(@TempDir Path dir) throws Exception {
        Path fifo = dir.resolve("audit.fifo");
        Process made = new ProcessBuilder("mkfifo", fifo.toString()).start();
        assertThat(made.waitFor()).isZero();
        AuditSink sink = AuditDestination.parse(fifo.toString()).open(CAPACITY);
        CompletableFuture<Boolean> write = Receipts.write(sink, "one\n");
        assertThat(write).isNotDone();

        CompletableFuture<String> reader = Background.call(() -> readUnchecked(fifo));
        Eventually.get(write, Eventually.SOON, "the write");
        sink.close();
        assertThat(Eventually.get(reader, Eventually.SOON, "the reader")).isEqualTo("one\n");
    }

    private static String readUnchecked(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String readUnchecked(ReadableByteChannel channel) {
        try {
            return read(channel);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String read(ReadableByteChannel channel) throws IOException {
        StringBuilder text = new StringBuilder();
        ByteBuffer buffer = ByteBuffer.allocate(64 * 1024);
        while (channel.read(buffer) >= 0) {
            text.append(StandardCharsets.US_ASCII.decode(buffer.flip()));
            buffer.clear();
        }
        return text.toString();
    }
}
