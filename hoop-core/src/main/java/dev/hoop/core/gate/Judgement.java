package dev.hoop.core.gate;

/** A statement that is being judged. */
public interface Judgement {

    /**
     * The client is gone or no longer wants the statement: no further decision is delivered and nothing is claimed. A
     * review that was filed stays, and so does its approval, for a retry. Called on the event loop of the session;
     * without effect after the last decision.
     */
    void cancel();

    /**
     * What came before the statement in its conversation has failed, so that the upstream would skip it: as {@link #cancel},
     * and the trail says so. Called on the event loop of the session; without effect after the last decision.
     */
    void skip();

    /**
     * The client set a limit of its own to the wait, and it is reached: a waiting statement is refused as at the end of its
     * hold. Called on the event loop of the session; without effect when nothing is waited for.
     */
    void expire();

    /**
     * The session ends for a reason of the sidecar's own, such as a drain: a waiting statement is refused with a text
     * that says so. Called on the event loop of the session; without effect when nothing is waited for.
     */
    void interrupt();
}
