package dev.hoop.core.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RecentRecordsTest {

    private static final AuditSink.Receipt IGNORED = new AuditSink.Receipt() {
        @Override
        public void written() {}

        @Override
        public void failed(IOException why) {}
    };

    private final StringBuilder written = new StringBuilder();
    private final RecentRecords recent = new RecentRecords(
            new AuditSink() {
                @Override
                public void write(ByteBuffer lines, int records, Receipt receipt) {
                    written.append(StandardCharsets.UTF_8.decode(lines));
                    receipt.written();
                }

                @Override
                public void close() {
                    written.append("closed");
                }
            },
            4);

    private void write(String... lines) {
        ByteBuffer joined = ByteBuffer.wrap((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
        recent.write(joined, lines.length, IGNORED);
    }

    @Test
    void passesEverythingOnAndRemembersTheLastLinesNewestFirst() {
        write("{\"n\":1}", "{\"n\":2}", "{\"n\":3}");
        assertThat(recent.newestFirst(10)).containsExactly("{\"n\":3}", "{\"n\":2}", "{\"n\":1}");

        write("{\"n\":4}");
        write("{\"n\":5}", "{\"n\":6}");

        assertThat(recent.newestFirst(10)).containsExactly("{\"n\":6}", "{\"n\":5}", "{\"n\":4}", "{\"n\":3}");
        assertThat(recent.newestFirst(2)).containsExactly("{\"n\":6}", "{\"n\":5}");
        recent.close();
        assertThat(written).hasToString("""
                {"n":1}
                {"n":2}
                {"n":3}
                {"n":4}
                {"n":5}
                {"n":6}
                closed""");
    }

    @Test
    void remembersNoMoreThanItsLinesWhateverTheyComeIn() {
        for (int i = 0; i < 1_000; i++) {
            write("{\"n\":" + i + "}");
        }
        assertThat(recent.newestFirst(1_000)).hasSize(4).first().isEqualTo("{\"n\":999}");

        write("a", "b", "c", "d", "e", "f");
        assertThat(recent.newestFirst(1_000)).containsExactly("f", "e", "d", "c");
    }

    @Test
    void isBoundedInBytesToo() {
        String large = "x".repeat(400_000);
        write(large + 1);
        write(large + 2);
        write(large + 3);
        assertThat(recent.newestFirst(4)).containsExactly(large + 3, large + 2);

        write("x".repeat(2_000_000));
        assertThat(recent.newestFirst(4)).isEmpty();

        write("small");
        assertThat(recent.newestFirst(4)).containsExactly("small");
    }
}
