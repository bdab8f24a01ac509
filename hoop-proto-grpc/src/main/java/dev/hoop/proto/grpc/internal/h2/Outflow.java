package dev.hoop.proto.grpc.internal.h2;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * What goes out on one stream, piece by piece. Only a few pieces are with the codec at a time, and small ones that wait
 * behind them are put together: a window of bytes that come one in a frame would otherwise be kept at many times its size,
 * for as long as the other side does not read.
 */
public final class Outflow {

    /** Where pieces go. */
    @FunctionalInterface
    public interface Writer {

        /** As {@link Endpoint#data}. */
        void data(ByteBuf data, boolean end, ChannelFutureListener written);
    }

    /** Hears of what is not kept any more. */
    @FunctionalInterface
    public interface Source {

        /**
         * Something went out, or never will.
         *
         * @param credit what can be given back to where it came from
         * @param bytes how much it was
         */
        void wentOut(int credit, int bytes);
    }

    /** Enough to keep a connection busy. */
    private static final int MAX_WRITES = 16;

    /** Pieces below this size are put together, up to {@link #MERGED_BYTES}. */
    private static final int SMALL_BYTES = 1024;

    private static final int MERGED_BYTES = 16 * 1024;

    private final ByteBufAllocator allocator;
    private final Source source;
    private final Deque<Piece> waiting = new ArrayDeque<>(1);
    private @Nullable Writer writer;
    private int writes;
    private boolean ended;

    /** @param source of the pieces */
    public Outflow(ByteBufAllocator allocator, Source source) {
        this.allocator = allocator;
        this.source = source;
    }

    /** Pieces can go out from now on; where nothing waits, the stream's head has said whether it ended. */
    public void open(Writer to) {
        writer = to;
        writeSome();
    }

    /** Whether nothing waits. */
    public boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Whether the last piece is known. */
    public boolean ended() {
        return ended;
    }

    /**
     * The next piece.
     *
     * @param data released here
     * @param credit what is given back once it went out
     * @param end whether it is the last
     */
    public void add(ByteBuf data, int credit, boolean end) {
        ended |= end;
        if (writer != null && writes < MAX_WRITES && waiting.isEmpty()) {
            write(writer, data, credit);
        } else {
            keep(data, credit);
        }
    }

    /** There are no more pieces. */
    public void end() {
        if (!ended) {
            ended = true;
            if (writer != null && waiting.isEmpty()) {
                writer.data(Unpooled.EMPTY_BUFFER, true, sent -> {});
            }
        }
    }

    /** Hands over all that waits: something else is to go out behind it. */
    public void flush() {
        while (writer != null && !waiting.isEmpty()) {
            writeNext(writer);
        }
    }

    /** Nothing more goes out. */
    public void drop() {
        for (Piece piece = waiting.poll(); piece != null; piece = waiting.poll()) {
            piece.data.release();
        }
    }

    private void writeSome() {
        while (writer != null && writes < MAX_WRITES && !waiting.isEmpty()) {
            writeNext(writer);
        }
    }

    private void writeNext(Writer to) {
        Piece piece = waiting.remove();
        write(to, piece.data, piece.credit);
    }

    private void write(Writer to, ByteBuf data, int credit) {
        writes++;
        int bytes = data.readableBytes();
        to.data(data, ended && waiting.isEmpty(), sent -> {
            writes--;
            source.wentOut(credit, bytes);
            writeSome();
        });
    }

    private void keep(ByteBuf data, int credit) {
        Piece last = waiting.peekLast();
        if (last == null || data.readableBytes() >= SMALL_BYTES || !last.append(data, allocator)) {
            waiting.add(new Piece(data, credit));
        } else {
            last.credit += credit;
        }
    }

    private static final class Piece {

        private ByteBuf data;
        private int credit;
        private boolean own;

        Piece(ByteBuf data, int credit) {
            this.data = data;
            this.credit = credit;
        }

        /** @param more released here when it was taken */
        boolean append(ByteBuf more, ByteBufAllocator allocator) {
            int size = data.readableBytes();
            if (size + more.readableBytes() > MERGED_BYTES || !own && size >= SMALL_BYTES) {
                return false;
            }
            if (!own) {
                ByteBuf merged = allocator.buffer(SMALL_BYTES, MERGED_BYTES).writeBytes(data);
                data.release();
                data = merged;
                own = true;
            }
            data.writeBytes(more);
            more.release();
            return true;
        }
    }
}
