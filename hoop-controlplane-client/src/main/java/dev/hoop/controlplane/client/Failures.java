package dev.hoop.controlplane.client;

import dev.hoop.review.ReviewFailure;
import dev.hoop.review.ReviewFailure.Kind;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/** What a broken exchange means. */
final class Failures {

    private Failures() {}

    static Throwable unwrap(Throwable thrown) {
        Throwable inner = thrown;
        while ((inner instanceof CompletionException || inner instanceof ExecutionException)
                && inner.getCause() != null) {
            inner = inner.getCause();
        }
        return inner;
    }

    /** Whether the request certainly never reached the plane, because there was no connection. */
    static boolean neverLeft(Throwable unwrapped) {
        return unwrapped instanceof ConnectException || unwrapped instanceof HttpConnectTimeoutException;
    }

    /**
     * @param unwrapped what the HTTP client threw; its own words may show in the message, they hold no secret
     * @param tries how often a connection was tried
     */
    static ReviewFailure of(Throwable unwrapped, PlaneUrl url, int tries) {
        if (unwrapped instanceof ReviewFailure known) {
            return known;
        }
        if (neverLeft(unwrapped)) {
            return new ReviewFailure(
                    Kind.UNREACHABLE,
                    "no connection to the control plane at " + url + " in " + tries
                            + " tries; check that it runs and control_plane_url",
                    unwrapped);
        }
        if (unwrapped instanceof HttpTimeoutException || unwrapped instanceof TimeoutException) {
            return new ReviewFailure(
                    Kind.UNREACHABLE, "the control plane at " + url + " did not answer in time", unwrapped);
        }
        if (unwrapped instanceof SSLException) {
            return new ReviewFailure(
                    Kind.UNREACHABLE,
                    "no trusted TLS connection to the control plane at " + url + ": " + unwrapped.getMessage()
                            + "; a private authority goes into trust.ca_file",
                    unwrapped);
        }
        if (unwrapped instanceof BoundedBody.TooLarge || unwrapped instanceof ProtocolException) {
            return new ReviewFailure(
                    Kind.GARBLED,
                    "the control plane at " + url + " did not answer properly: " + unwrapped.getMessage(),
                    unwrapped);
        }
        return new ReviewFailure(
                Kind.UNREACHABLE,
                "the connection to the control plane at " + url + " broke before its answer was complete",
                unwrapped);
    }
}
