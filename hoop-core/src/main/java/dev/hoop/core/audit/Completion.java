package dev.hoop.core.audit;

/** Waits for one record. Told exactly once, on the event loop that gave the record. */
public interface Completion {

    /** The record is safe, or {@code fail_open} lets the statement go on without it. */
    void recorded();

    /** The record was not handed to the operating system: the statement must not run. */
    void unrecorded();

    /** Nobody waits. */
    Completion NONE = new Completion() {
        @Override
        public void recorded() {}

        @Override
        public void unrecorded() {}
    };
}
