package dev.hoop.core.spi;

/** One configured lane: a port and its upstream. */
public interface Listener extends AutoCloseable {

    /** Opens the session of a new downstream connection; called on that connection's event loop. */
    ProtocolSession open(Downstream downstream);

    /** Frees what the listener keeps beyond its sessions, such as pooled upstream connections. */
    @Override
    default void close() {}
}
