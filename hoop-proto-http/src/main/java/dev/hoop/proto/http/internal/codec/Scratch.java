package dev.hoop.proto.http.internal.codec;

import io.netty.util.concurrent.FastThreadLocal;

/**
 * Room in which heads are read before it is known how long they are. One for each thread, which uses it within one call
 * only, so that idle connections hold none.
 */
final class Scratch {

    /** Heads that fit are read in one pass as soon as they are there. */
    static final int BYTES = 8 * 1024;

    private static final FastThreadLocal<Scratch> LOCAL = new FastThreadLocal<>() {
        @Override
        protected Scratch initialValue() {
            return new Scratch();
        }
    };

    private final byte[] bytes = new byte[BYTES + FieldParser.PADDING];

    private Scratch() {}

    /** The octets of the current thread's scratch, {@link #BYTES} and the padding behind them. */
    static byte[] bytes() {
        return LOCAL.get().bytes;
    }
}
