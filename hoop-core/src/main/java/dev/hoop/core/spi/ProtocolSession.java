package dev.hoop.core.spi;

/** One downstream connection's conversation. Confined to its event loop; see the package. */
public interface ProtocolSession {

    /**
     * Starts: adds the session's handlers to the downstream's pipeline. TLS, where configured, is done by handlers in
     * front of them.
     */
    void start();

    /**
     * The sidecar drains: end what is held with a clear error, finish what is in flight, take nothing new, then close
     * the downstream channel.
     */
    void drain();

    /**
     * The time of a drain is over, and the downstream channel is closed right after this: the last chance to say why, where
     * the protocol has a message for it. Comes after {@link #drain}, and must not wait for anything.
     */
    default void cutOff() {}
}
