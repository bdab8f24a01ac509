package dev.hoop.web;

/**
 * One client's stream of server-sent events (WHATWG HTML, section 9.2). Safe to use from any thread; never blocks. The
 * server adds heartbeat comments.
 */
public interface EventStream {

    /**
     * Sends one event. A reader that leaves more unread than {@link WebLimits#eventBufferBytes()} is dropped; it
     * reconnects and reads the state anew. Without effect once the stream ended.
     *
     * @param event the event's name: no line break
     * @param data the data; a line break starts a further {@code data:} line
     * @throws IllegalArgumentException when the name has a line break
     */
    default void send(String event, String data) {
        send(StreamEvent.of(event, data));
    }

    /** The same with an event that goes to other streams, too. */
    void send(StreamEvent event);

    /** Ends the stream after what was sent; the client sees the end. */
    void end();

    /** Whether events can still reach the client, as far as is known. */
    boolean isOpen();

    /** Has the action run once when the stream ended for any reason; at once if it already did. Must not block. */
    void onClose(Runnable action);
}
