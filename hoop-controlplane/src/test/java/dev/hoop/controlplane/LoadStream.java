package dev.hoop.controlplane;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A sidecar's stream of decisions: one connection while it runs, opened again wherever it ends, as the real client does. */
final class LoadStream implements Callable<Void> {

    /** The plane writes every 15 s. */
    private static final Duration SILENCE = Duration.ofSeconds(45);

    private static final Duration BEFORE_AGAIN = Duration.ofMillis(250);
    private static final String ID = "\"id\":\"";

    private final int number;
    private final SecretToken token;
    private final LoadTargets targets;
    private final LoadRecord record;
    private final LinkedBlockingQueue<Heard> heard = new LinkedBlockingQueue<>();

    /** What came. */
    sealed interface Heard {
        /** Something happened to a review. */
        record Decided(String id) implements Heard {}

        /** The stream begins: what came before is not told. */
        record Ready() implements Heard {}

        /** Nothing in time. */
        record Nothing() implements Heard {}
    }

    LoadStream(int number, SecretToken token, LoadTargets targets, LoadRecord record) {
        this.number = number;
        this.token = token;
        this.targets = targets;
        this.record = record;
    }

    /** Waits for something to hear. */
    Heard hear(long nanos) {
        try {
            Heard next = heard.poll(nanos, TimeUnit.NANOSECONDS);
            return next == null ? new Heard.Nothing() : next;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Heard.Nothing();
        }
    }

    @Override
    public Void call() {
        while (!record.isStopped()) {
            URI replica = targets.of(number);
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), replica.getPort())) {
                socket.setSoTimeout((int) SILENCE.toMillis());
                record.closeAtEnd(socket);
                socket.getOutputStream()
                        .write(("GET /api/sidecars/reviews/stream HTTP/1.1\r\nhost: plane\r\nhoop-sidecar-token: "
                                        + token.value() + "\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
                listen(new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8)));
            } catch (IOException e) {
                // It is opened again.
            }
            LockSupport.parkNanos(BEFORE_AGAIN.toNanos());
        }
        return null;
    }

    /** Each event is a chunk of its own, so that its lines are whole. */
    private void listen(BufferedReader in) throws IOException {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            int id = line.indexOf(ID);
            if (line.equals("event: ready")) {
                heard.add(new Heard.Ready());
            } else if (line.startsWith("data:") && id >= 0) {
                heard.add(new Heard.Decided(line.substring(id + ID.length(), line.indexOf('"', id + ID.length()))));
            }
        }
    }
}
