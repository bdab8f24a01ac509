package dev.hoop.core.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LineChannelTest {

    /** Takes a few bytes at a time, nothing now and then, and fails when its room is used up. */
    private static final class Cramped implements WritableByteChannel {
        private final StringBuilder taken = new StringBuilder();
        private int room;
        private int calls;

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            if (room == 0) {
                throw new IOException("No space left on device");
            }
            if (++calls % 3 == 0) {
                return 0;
            }
            int count = Math.min(Math.min(3, room), bytes.remaining());
            for (int i = 0; i < count; i++) {
                taken.append((char) bytes.get());
            }
            room -= count;
            return count;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }

    private final Cramped disk = new Cramped();
    private final LineChannel lines = new LineChannel(disk, false);

    @Test
    void aWriteInPartsIsCompleted() throws IOException {
        disk.room = 1000;
        lines.write(bytes("{\"a\":1}\n{\"b\":2}\n"));

        assertThat(disk.taken).hasToString("{\"a\":1}\n{\"b\":2}\n");
    }

    @Test
    void afterAFailureInALineTheNextStartsAfresh() throws IOException {
        disk.room = 10;
        assertThatThrownBy(() -> lines.write(bytes("{\"a\":1}\n{\"b\":2}\n"))).hasMessageContaining("No space");
        assertThatThrownBy(() -> lines.write(bytes("{\"c\":3}\n"))).hasMessageContaining("No space");
        disk.room = 1000;
        lines.write(bytes("{\"d\":4}\n"));
        lines.write(bytes("{\"e\":5}\n"));

        assertThat(disk.taken).hasToString("{\"a\":1}\n{\"\n{\"d\":4}\n{\"e\":5}\n");
    }

    @Test
    void afterAFailureBetweenTwoLinesNothingIsAdded() throws IOException {
        disk.room = 8;
        assertThatThrownBy(() -> lines.write(bytes("{\"a\":1}\n{\"b\":2}\n"))).hasMessageContaining("No space");
        disk.room = 1000;
        lines.write(bytes("{\"d\":4}\n"));

        assertThat(disk.taken).hasToString("{\"a\":1}\n{\"d\":4}\n");
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }
}
