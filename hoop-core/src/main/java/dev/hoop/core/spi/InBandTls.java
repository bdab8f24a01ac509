package dev.hoop.core.spi;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslHandler;

/**
 * TLS that a protocol begins in the middle of a conversation, after words of its own; see
 * {@link ListenerFactory#negotiatesTls}. Safe for use by many threads.
 */
@FunctionalInterface
public interface InBandTls {

    /**
     * The handler of one connection, with its handshake's time limit set; the session puts it in front of its own handlers
     * once both sides have agreed, and uses nothing that came in plain text behind the agreement.
     */
    SslHandler newHandler(ByteBufAllocator allocator);
}
