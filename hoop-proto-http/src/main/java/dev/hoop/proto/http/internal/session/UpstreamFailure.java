package dev.hoop.proto.http.internal.session;

/**
 * Why an upstream did not answer, or not in full.
 *
 * @param kind what happened
 * @param text for the client: what happened and what to look at
 */
record UpstreamFailure(Kind kind, String text) {

    enum Kind {
        /** No connection could be made. */
        UNREACHABLE(502),
        /** A connection that had carried other requests ended before the first byte of this one's answer. */
        STALE(502),
        /** The connection ended before the answer was complete. */
        CLOSED(502),
        /** What it sent is not an answer. */
        MALFORMED(502),
        /** It did not answer in time. */
        SILENT(504);

        private final int status;

        Kind(int status) {
            this.status = status;
        }

        /** What the client is told, where it was told nothing yet. */
        int status() {
            return status;
        }
    }
}
