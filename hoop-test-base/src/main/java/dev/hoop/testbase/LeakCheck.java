package dev.hoop.testbase;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Finds every buffer that leaked up to now. It leaks a marked buffer of its own and waits until that one is found, so a
 * run in which detection does not work fails instead of passing.
 */
final class LeakCheck {

    /**
     * The collector hands over references batch by batch. The mark of the first round may be read before the rest of
     * its batch; the mark of the second cannot be read before the whole of the first batch.
     */
    private static final int ROUNDS = 2;

    private static final Duration AT_MOST = Duration.ofSeconds(20);

    private final LeakRecorder recorder;

    LeakCheck(LeakRecorder recorder) {
        this.recorder = recorder;
    }

    /**
     * The leaks since the last call.
     *
     * @throws IllegalStateException when the detectors do not report to this recorder
     */
    List<RecordedLeak> leaks() {
        List<RecordedLeak> found = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            String mark = "deliberate-leak-" + UUID.randomUUID();
            leak(mark);
            awaitMark(mark, found);
        }
        return found;
    }

    private void awaitMark(String mark, List<RecordedLeak> found) {
        long deadline = System.nanoTime() + AT_MOST.toNanos();
        while (System.nanoTime() < deadline) {
            System.gc();
            report();
            boolean seen = false;
            for (RecordedLeak leak : recorder.drain()) {
                if (leak.records().contains(mark)) {
                    seen = true;
                } else {
                    found.add(leak);
                }
            }
            if (seen) {
                return;
            }
            Thread.onSpinWait();
        }
        throw new IllegalStateException(
                "buffer leaks cannot be detected in this run: a deliberately leaked buffer was not"
                        + " reported. Netty was loaded before the leak recorder, or -Dio.netty.leakDetection.level is not paranoid");
    }

    /** In a method of its own, so that no frame keeps the buffer reachable. */
    private static void leak(String mark) {
        UnpooledByteBufAllocator.DEFAULT.directBuffer(1).touch(mark);
    }

    /** A detector looks for leaks when it is given the next resource. */
    private static void report() {
        ByteBuf next = UnpooledByteBufAllocator.DEFAULT.directBuffer(1);
        next.release();
    }
}
