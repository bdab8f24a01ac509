package dev.hoop.core.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hoop.testbase.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FileSinkTest {

    private static final long SECOND = 1_000_000_000;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path dir;

    private final AtomicLong clock = new AtomicLong();

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aNewFileIsItsOwnersOnly() throws IOException {
        Path file = dir.resolve("audit.log");
        new FileSink(file).close();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void linesAreAppended() throws IOException {
        Path file = dir.resolve("audit.log");
        Files.writeString(file, "before\n");
        try (FileSink sink = new FileSink(file)) {
            assertThat(Receipts.write(sink, "one\n")).isCompletedWithValue(true);
            assertThat(Receipts.write(sink, "two\nthree\n")).isCompletedWithValue(true);
        }

        assertThat(file).hasContent("before\none\ntwo\nthree\n");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "an open file cannot be moved there")
    void aFileThatWasRotatedAwayIsMadeAnewWithinASecond() throws IOException {
        Path file = dir.resolve("audit.log");
        Path rotated = dir.resolve("audit.log.1");
        try (FileSink sink = new FileSink(file, clock::get)) {
            write(sink, "one\n");
            Files.move(file, rotated);
            clock.addAndGet(SECOND - 1);
            write(sink, "two\n");
            clock.addAndGet(1);
            write(sink, "three\n");
        }

        assertThat(rotated).hasContent("one\ntwo\n");
        assertThat(file).hasContent("three\n");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "an open file cannot be replaced there")
    void aFileThatWasReplacedIsFollowed() throws IOException {
        Path file = dir.resolve("audit.log");
        try (FileSink sink = new FileSink(file, clock::get)) {
            write(sink, "one\n");
            Files.move(file, dir.resolve("audit.log.1"));
            Files.writeString(file, "another\n");
            clock.addAndGet(SECOND);
            write(sink, "two\n");
        }

        assertThat(file).hasContent("another\ntwo\n");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "an open file cannot be moved there")
    void aDirectoryThatVanishedFailsUntilItIsBack() throws IOException {
        Path sub = Files.createDirectory(dir.resolve("sub"));
        Path file = sub.resolve("audit.log");
        try (FileSink sink = new FileSink(file, clock::get)) {
            Files.move(sub, dir.resolve("away"));
            clock.addAndGet(SECOND);
            assertThat(Eventually.failure(Receipts.write(sink, "one\n"), Eventually.SOON, "write"))
                    .hasMessageContaining("its directory does not exist");
            Files.createDirectory(sub);
            write(sink, "two\n");
        }

        assertThat(file).hasContent("two\n");
    }

    @Test
    void aMissingDirectoryIsToldAtTheStart() {
        assertThatThrownBy(() -> new FileSink(dir.resolve("no").resolve("audit.log")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot be created: its directory does not exist");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFullDiskFails() throws IOException {
        try (FileSink sink = new FileSink(Path.of("/dev/full"))) {
            assertThat(Eventually.failure(Receipts.write(sink, "one\n"), Eventually.SOON, "write"))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void anInterruptedThreadDoesNotCloseTheTrailForOthers() throws Exception {
        Path file = dir.resolve("audit.log");
        try (FileSink sink = new FileSink(file)) {
            CompletableFuture<CompletableFuture<Boolean>> interrupted = new CompletableFuture<>();
            Thread thread = new Thread(() -> {
                Thread.currentThread().interrupt();
                interrupted.complete(Receipts.write(sink, "interrupted\n"));
            });
            thread.start();
            thread.join();
            assertThat(Eventually.get(interrupted, Eventually.SOON, "the interrupted write"))
                    .isCompletedExceptionally();
            write(sink, "after\n");
        }

        assertThat(file).hasContent("after\n");
    }

    @Test
    void afterClosingNothingIsWritten() throws IOException {
        Path file = dir.resolve("audit.log");
        FileSink sink = new FileSink(file);
        sink.close();

        assertThat(Receipts.write(sink, "late\n")).isCompletedExceptionally();
        assertThat(file).isEmptyFile();
    }

    private static void write(AuditSink sink, String lines) {
        assertThat(Receipts.write(sink, lines)).isCompletedWithValue(true);
    }
}
