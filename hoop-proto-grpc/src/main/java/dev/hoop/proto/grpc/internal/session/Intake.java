package dev.hoop.proto.grpc.internal.session;

import io.netty.buffer.ByteBuf;

/** What is done with the request of a call as it comes in. */
interface Intake {

    /** @param end whether the request has no messages */
    void start(boolean end);

    /**
     * A piece of the request.
     *
     * @param data released here
     */
    void data(ByteBuf data, int credit, boolean end);

    /** The request is complete. */
    void end();

    /** Something went out to the upstream. */
    default void wentOut() {}

    /** The sidecar drains: a wait for a person ends. */
    void drain();

    /** The caller's deadline is near: a wait for a person ends. */
    void expire();

    /** Whether anything was let through. */
    boolean forwarded();

    /** The call is over: what is kept is released. */
    void leave();
}
