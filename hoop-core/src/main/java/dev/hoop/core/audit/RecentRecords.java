package dev.hoop.core.audit;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * Remembers the last lines that went to another sink, as they went there, for people to look at. Bounded in lines and in
 * bytes; a line that is larger than that alone is not kept. Costs one copy of each write. Safe for use by many threads.
 */
public final class RecentRecords implements AuditSink {

    /** All that is kept, however long lines are. */
    private static final int MOST_BYTES = 1 << 20;

    /** Whole lines that were written in one go. */
    private record Block(byte[] lines, int records) {}

    private final AuditSink sink;
    private final int most;
    private final Deque<Block> blocks = new ArrayDeque<>();
    private int records;
    private int bytes;

    /**
     * @param sink where the lines go; closed with this
     * @param most how many lines are remembered, 1 or more
     */
    public RecentRecords(AuditSink sink, int most) {
        if (most < 1) {
            throw new IllegalArgumentException("at least one line is remembered, not " + most);
        }
        this.sink = sink;
        this.most = most;
    }

    @Override
    public void write(ByteBuffer lines, int count, Receipt receipt) {
        byte[] copy = new byte[lines.remaining()];
        lines.duplicate().get(copy);
        keep(new Block(copy, count));
        sink.write(lines, count, receipt);
    }

    private synchronized void keep(Block block) {
        blocks.addLast(block);
        records += block.records();
        bytes += block.lines().length;
        // The oldest block goes once there are enough lines without it.
        while (bytes > MOST_BYTES || records - blocks.getFirst().records() >= most) {
            Block oldest = blocks.removeFirst();
            records -= oldest.records();
            bytes -= oldest.lines().length;
            if (blocks.isEmpty()) {
                return;
            }
        }
    }

    /**
     * The last lines, each a JSON object, newest first. Whether they could be written is not among what they tell.
     *
     * @param limit how many at most
     */
    public List<String> newestFirst(int limit) {
        List<String> found = new ArrayList<>();
        for (Iterator<Block> newest = snapshot().descendingIterator(); newest.hasNext() && found.size() < limit; ) {
            List<String> lines = Arrays.asList(new String(newest.next().lines(), StandardCharsets.UTF_8).split("\n"));
            Collections.reverse(lines);
            found.addAll(lines);
        }
        return List.copyOf(found.subList(0, Math.min(Math.min(limit, most), found.size())));
    }

    private synchronized Deque<Block> snapshot() {
        return new ArrayDeque<>(blocks);
    }

    @Override
    public void close() {
        sink.close();
    }
}
