package dev.hoop.core.relay;

import dev.hoop.core.spi.InBandTls;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the TLS handshakes of one listener's clients that failed, whoever began them. Safe for use by many threads. */
public final class FailedHandshakes {

    private static final Logger LOG = LoggerFactory.getLogger(ListenerServer.class);

    private final String listener;
    private final AtomicLong count = new AtomicLong();

    /** @param listener the listener's name */
    public FailedHandshakes(String listener) {
        this.listener = listener;
    }

    /**
     * TLS that a protocol's sessions begin themselves, with their failures counted.
     *
     * @param timeout how long a client may take for its handshake
     */
    public InBandTls inBand(SslContext context, Duration timeout) {
        return allocator -> {
            SslHandler handler = context.newHandler(allocator);
            handler.setHandshakeTimeoutMillis(timeout.toMillis());
            handler.handshakeFuture().addListener(done -> {
                if (!done.isSuccess()) {
                    add();
                    LOG.debug(
                            "event=listener.handshake_failed listener={} cause={}",
                            listener,
                            done.cause().getClass().getSimpleName());
                }
            });
            return handler;
        };
    }

    void add() {
        count.incrementAndGet();
    }

    long count() {
        return count.get();
    }
}
