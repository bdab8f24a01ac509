package dev.hoop.controlplane;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * A sidecar's stream of decisions: one connection while it runs, opened again wherever it ends, as the real client does.
 * Confined to the loop.
 */
final class LoadStream implements LoadLoop.Listener {

    /** The plane writes every 15 s. */
    private static final long SILENCE = Duration.ofSeconds(45).toNanos();

    private static final long BEFORE_AGAIN_MILLIS = 250;
    private static final int LOOK_EVERY_MILLIS = 5_000;
    private static final String ID = "\"id\":\"";

    private final LoadLoop loop;
    private final int number;
    private final byte[] request;
    private final LoadTargets targets;
    private final Consumer<String> decided;
    private final Runnable ready;
    private final StringBuilder line = new StringBuilder();
    private SocketChannel channel;
    private long lastHeard;

    /**
     * @param decided hears the id of a review to which something happened
     * @param ready hears that the stream begins: what came before is not told
     */
    LoadStream(
            LoadLoop loop, int number, SecretToken token, LoadTargets targets, Consumer<String> decided, Runnable ready)
            throws IOException {
        this.loop = loop;
        this.number = number;
        this.request = ("GET /api/sidecars/reviews/stream HTTP/1.1\r\nhost: plane\r\nhoop-sidecar-token: "
                        + token.value() + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        this.targets = targets;
        this.decided = decided;
        this.ready = ready;
        this.channel = SocketChannel.open();
    }

    void open() {
        line.setLength(0);
        lastHeard = System.nanoTime();
        try {
            channel = SocketChannel.open(new InetSocketAddress(
                    InetAddress.getLoopbackAddress(), targets.of(number).getPort()));
            channel.write(ByteBuffer.wrap(request));
            loop.listen(channel, this);
        } catch (IOException e) {
            ended();
        }
    }

    /** Also a connection over which nothing comes any more is opened again. */
    void watch() {
        loop.in(LOOK_EVERY_MILLIS, () -> {
            if (System.nanoTime() - lastHeard > SILENCE) {
                ended();
            }
            watch();
        });
    }

    /** Each event is a chunk of its own, so that its lines are whole. */
    @Override
    public void arrived(ByteBuffer bytes) {
        lastHeard = System.nanoTime();
        while (bytes.hasRemaining()) {
            char next = (char) bytes.get();
            if (next == '\n') {
                hear(line.toString());
                line.setLength(0);
            } else if (next != '\r') {
                line.append(next);
            }
        }
    }

    private void hear(String text) {
        int id = text.indexOf(ID);
        if (text.equals("event: ready")) {
            ready.run();
        } else if (text.startsWith("data:") && id >= 0) {
            decided.accept(text.substring(id + ID.length(), text.indexOf('"', id + ID.length())));
        }
    }

    @Override
    public void ended() {
        try {
            channel.close();
        } catch (IOException e) {
            // It is of no more use in any case.
        }
        loop.in(BEFORE_AGAIN_MILLIS, this::open);
    }
}
