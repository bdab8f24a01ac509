package dev.hoop.testkit.wire;

import dev.hoop.testbase.HexDump;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One end of a TCP (or TLS) connection that sends exactly what it is told to and keeps every byte it receives.
 *
 * <p>Received bytes can be looked at as a whole ({@link #received()}) or taken from the front, one after the other
 * ({@code take...}); taking does not remove them from {@link #received()}.
 */
public final class WireConnection implements AutoCloseable {

    /** How long every waiting method waits before it fails. */
    public static final Duration PATIENCE = Duration.ofSeconds(30);

    /**
     * How much is read off the socket ahead of what was taken, in bytes: beyond it the connection pushes back, as a peer
     * that does not read. A waiting method reads as much as it needs.
     */
    public static final int READ_AHEAD = 64 * 1024;

    /** How the other side's direction ended. */
    public enum End {
        /** The other side closed its direction in order. */
        CLOSED,
        /** The connection broke: a reset, or this side closed it. */
        BROKEN
    }

    private final Socket socket;
    private final String name;
    private final WireJournal journal;
    private byte[] data = new byte[1024];
    private int size;
    private int taken;
    private int waiting;
    private boolean closed;
    private Optional<End> end = Optional.empty();

    /** Takes a connected socket over, and closes it in the end. */
    public WireConnection(Socket socket, String name, WireJournal journal) {
        this.socket = socket;
        this.name = name;
        this.journal = journal;
        Thread reader = new Thread(this::read, "raw-" + name);
        reader.setDaemon(true);
        reader.start();
    }

    /** Connects over TCP. */
    public static WireConnection connect(InetSocketAddress address, String name, WireJournal journal) {
        return connect(new Socket(), address, name, journal);
    }

    /** Connects a socket that was prepared, with a small receive buffer for example. */
    public static WireConnection connect(Socket socket, InetSocketAddress address, String name, WireJournal journal) {
        try {
            socket.setTcpNoDelay(true);
            socket.connect(address, (int) PATIENCE.toMillis());
            return new WireConnection(socket, name, journal);
        } catch (IOException e) {
            throw new UncheckedIOException("connect to " + address, e);
        }
    }

    private void read() {
        byte[] buffer = new byte[16 * 1024];
        try {
            InputStream in = socket.getInputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                add(buffer, count);
                awaitDemand();
            }
            end(End.CLOSED);
        } catch (IOException e) {
            end(End.BROKEN);
        }
    }

    private synchronized void awaitDemand() throws InterruptedIOException {
        while (size - taken >= READ_AHEAD && waiting == 0 && !closed) {
            try {
                wait();
            } catch (InterruptedException e) {
                throw new InterruptedIOException();
            }
        }
    }

    private synchronized void add(byte[] buffer, int count) {
        journal.add(new WireJournal.Entry(name, WireJournal.Kind.RECEIVED, Arrays.copyOf(buffer, count)));
        if (data.length - size < count) {
            data = Arrays.copyOf(data, Math.max(data.length * 2, size + count));
        }
        System.arraycopy(buffer, 0, data, size, count);
        size += count;
        notifyAll();
    }

    private synchronized void end(End how) {
        end = Optional.of(how);
        notifyAll();
    }

    /** The name in the journal. */
    public String name() {
        return name;
    }

    /** The other side's address. */
    public InetSocketAddress remoteAddress() {
        return (InetSocketAddress) socket.getRemoteSocketAddress();
    }

    /** The underlying socket, for what this class does not offer. */
    public Socket socket() {
        return socket;
    }

    /** Sends bytes in one write. */
    public WireConnection send(byte[] bytes) {
        journal.add(new WireJournal.Entry(name, WireJournal.Kind.SENT, bytes.clone()));
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(name + ": send", e);
        }
    }

    /** Sends text as ISO-8859-1: one byte for each character. */
    public WireConnection send(String text) {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Everything received so far. */
    public synchronized byte[] received() {
        return Arrays.copyOf(data, size);
    }

    /** Everything received so far, as ISO-8859-1. */
    public String receivedText() {
        return new String(received(), StandardCharsets.ISO_8859_1);
    }

    /** How the other side's direction ended; empty while it is open. */
    public synchronized Optional<End> end() {
        return end;
    }

    /** Waits until at least so many bytes were received in all. */
    public WireConnection awaitBytes(int count) {
        await(() -> size >= count ? Optional.of(true) : Optional.empty(), count + " bytes");
        return this;
    }

    /** Waits until the text was received, anywhere; compared as ISO-8859-1. */
    public WireConnection awaitText(String text) {
        await(() -> receivedText().contains(text) ? Optional.of(true) : Optional.empty(), "the text \"" + text + '"');
        return this;
    }

    /** Waits until the other side's direction ended. */
    public End awaitEnd() {
        synchronized (this) {
            return await(() -> end, true, "the end of the connection");
        }
    }

    /** Takes the next bytes, waiting for them. */
    public byte[] take(int count) {
        return await(
                () -> size - taken >= count ? Optional.of(takeNow(count)) : Optional.empty(), count + " more bytes");
    }

    /** Takes the next bytes up to and including the delimiter, waiting for it. */
    public byte[] takeThrough(byte[] delimiter) {
        return await(
                () -> {
                    int at = indexOf(delimiter);
                    return at < 0 ? Optional.empty() : Optional.of(takeNow(at + delimiter.length - taken));
                },
                "the delimiter " + HexDump.of(delimiter).strip());
    }

    /** Takes that many bytes, or fewer where the connection ends before. */
    public byte[] takeUpTo(int count) {
        return await(
                () -> size - taken >= count || end.isPresent()
                        ? Optional.of(takeNow(Math.min(count, size - taken)))
                        : Optional.empty(),
                true,
                count + " more bytes or the end");
    }

    /** Takes the next bytes through the delimiter, or nothing where the connection ends before it. */
    public Optional<byte[]> tryTakeThrough(byte[] delimiter) {
        return await(
                () -> {
                    int at = indexOf(delimiter);
                    if (at >= 0) {
                        return Optional.of(Optional.of(takeNow(at + delimiter.length - taken)));
                    }
                    return end.map(ended -> Optional.empty());
                },
                true,
                "the delimiter " + HexDump.of(delimiter).strip() + " or the end");
    }

    /** Takes everything up to the end of the connection, waiting for that. */
    public byte[] takeToEnd() {
        awaitEnd();
        synchronized (this) {
            return takeNow(size - taken);
        }
    }

    /**
     * Waits until there is something to take, as long as it takes: how a server waits for its client.
     *
     * @return false when the connection ended and everything was taken
     */
    public synchronized boolean awaitMore() {
        waiting++;
        notifyAll();
        try {
            while (size == taken && end.isEmpty()) {
                wait();
            }
            return size > taken;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            waiting--;
        }
    }

    /** What was received and not taken yet. */
    public synchronized byte[] untaken() {
        return Arrays.copyOfRange(data, taken, size);
    }

    private byte[] takeNow(int count) {
        byte[] next = Arrays.copyOfRange(data, taken, taken + count);
        taken += count;
        notifyAll();
        return next;
    }

    private <T> T await(Supplier<Optional<T>> source, String what) {
        return await(source, false, what);
    }

    private synchronized <T> T await(Supplier<Optional<T>> source, boolean endIsFine, String what) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        waiting++;
        notifyAll();
        try {
            for (Optional<T> value = source.get(); ; value = source.get()) {
                if (value.isPresent()) {
                    return value.get();
                }
                long left = (deadline - System.nanoTime()) / 1_000_000;
                if (left <= 0 || (end.isPresent() && !endIsFine)) {
                    String why = end.isPresent() ? "the connection ended before " : "waited in vain for ";
                    throw new AssertionError(name + ": " + why + what + "; received:\n" + HexDump.of(received()));
                }
                wait(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(name + ": interrupted while waiting for " + what, e);
        } finally {
            waiting--;
        }
    }

    private int indexOf(byte[] wanted) {
        for (int i = taken; i <= size - wanted.length; i++) {
            if (Arrays.equals(data, i, i + wanted.length, wanted, 0, wanted.length)) {
                return i;
            }
        }
        return -1;
    }

    /** Ends this side's direction; the other may go on sending. */
    public void halfClose() {
        try {
            socket.shutdownOutput();
        } catch (IOException e) {
            throw new UncheckedIOException(name + ": half-close", e);
        }
    }

    /** Breaks the connection with a TCP reset. */
    public void reset() {
        try {
            socket.setSoLinger(true, 0);
            close();
        } catch (IOException e) {
            throw new UncheckedIOException(name + ": reset", e);
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(name + ": close", e);
        }
    }
}
