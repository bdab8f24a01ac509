package dev.hoop.controlplane;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * One thread for everybody who calls: what the load itself takes of the processors is missing to what is measured, and so does
 * each further thread that stands in line for them.
 */
final class LoadLoop implements AutoCloseable {

    private static final int PIECE = 64 * 1024;

    private record Timed(long at, long number, Runnable work) implements Comparable<Timed> {
        @Override
        public int compareTo(Timed other) {
            int byTime = Long.signum(at - other.at);
            return byTime == 0 ? Long.compare(number, other.number) : byTime;
        }
    }

    /** Takes what arrives at a socket. */
    interface Listener {
        /** Takes all that the buffer has. */
        void arrived(ByteBuffer bytes) throws IOException;

        /** Nothing comes any more. */
        void ended();
    }

    private final Selector selector;
    private final PriorityQueue<Timed> timers = new PriorityQueue<>();
    private final ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
    private long number;

    LoadLoop() throws IOException {
        selector = Selector.open();
    }

    /** Has something done at a time of {@link System#nanoTime}, or right after it. */
    void at(long nanos, Runnable work) {
        timers.add(new Timed(nanos, number++, work));
    }

    /** Has something done in so many milliseconds. */
    void in(long millis, Runnable work) {
        at(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis), work);
    }

    /** Has what arrives at a connected socket taken. */
    void listen(SocketChannel channel, Listener listener) throws IOException {
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ, listener);
    }

    /** Runs until there is nothing left to do. What a listener or a timer throws ends it. */
    void run(BooleanSupplier done) {
        try {
            while (!done.getAsBoolean()) {
                selector.select(key -> read(key), pause());
                long now = System.nanoTime();
                for (Timed next = timers.peek(); next != null && next.at() - now <= 0; next = timers.peek()) {
                    timers.remove().work().run();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Rounded up: what is due in less than a millisecond is no reason to go round and round. */
    private long pause() {
        Timed next = timers.peek();
        return next == null ? 100 : Math.max(1, (next.at() - System.nanoTime() + 999_999) / 1_000_000);
    }

    private void read(SelectionKey key) {
        Listener listener = (Listener) key.attachment();
        try {
            SocketChannel channel = (SocketChannel) key.channel();
            piece.clear();
            if (channel.read(piece) < 0) {
                channel.close();
                listener.ended();
                return;
            }
            listener.arrived(piece.flip());
        } catch (IOException e) {
            key.cancel();
            listener.ended();
        }
    }

    @Override
    public void close() throws IOException {
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }
}
