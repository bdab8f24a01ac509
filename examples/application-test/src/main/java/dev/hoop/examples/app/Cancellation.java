package dev.hoop.examples.app;

/** What came of asking to cancel an order. */
public sealed interface Cancellation {

    /** It is cancelled. */
    record Done() implements Cancellation {}

    /**
     * A person must approve first; ask again then, with the same request.
     *
     * @param reviewId what to quote when asking how it stands
     */
    record Waiting(String reviewId) implements Cancellation {}

    /**
     * It will not be cancelled.
     *
     * @param why in words
     */
    record Refused(String why) implements Cancellation {}
}
