package dev.hoop.controlplane.client;

import dev.hoop.review.ReviewService;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One sidecar's conversation with its Control Plane. See the package for threading, bounds and failures. */
public final class PlaneClient implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PlaneClient.class);

    private final PlaneThreads threads = new PlaneThreads();
    private final ContactLog contacts = new ContactLog(Clock.systemUTC());
    private final PlaneHttp http;
    private final DecisionStream decisions;
    private final PlaneReviewService reviews;
    private final Handshake handshake;

    private PlaneClient(PlaneSettings settings, StreamTimings timings) throws IOException {
        this.http = new PlaneHttp(settings, threads, contacts);
        this.decisions = new DecisionStream(http, threads, timings);
        this.reviews = new PlaneReviewService(http, settings.limits(), decisions);
        this.handshake = new Handshake(http, settings);
    }

    /**
     * Makes a client. Opens no connection.
     *
     * @throws IOException when the CA file cannot be read or holds no certificate
     */
    public static PlaneClient open(PlaneSettings settings) throws IOException {
        if (settings.url().isPlainOverNetwork()) {
            LOG.warn(
                    "event=plane_url_plain risk=\"the sidecar token crosses the network unencrypted\" fix=\"use https\"");
        }
        return open(settings, StreamTimings.DEFAULT);
    }

    static PlaneClient open(PlaneSettings settings, StreamTimings timings) throws IOException {
        return new PlaneClient(settings, timings);
    }

    /** The plane's reviews. */
    public ReviewService reviews() {
        return reviews;
    }

    /**
     * Shakes hands and decides what the sidecar runs from. Blocks for at most three calls.
     *
     * @param file the file's configuration, where it has listeners
     * @throws PlaneStartException when the sidecar cannot start; see {@link StartConfiguration} for when it can
     */
    public StartConfiguration start(Optional<ConfigDocument> file) throws PlaneStartException, InterruptedException {
        return new StartSequence(handshake).run(file);
    }

    /**
     * Shakes hands every 48 to 72 seconds from now on, until the client is closed. Call once.
     *
     * @param known the configuration that the sidecar runs from, where it came from the plane
     * @param changed called, on a thread of the client's, with each configuration that differs from the one before
     */
    public void beat(Optional<ConfigDocument> known, Consumer<ConfigDocument> changed) {
        new Heartbeat(handshake, threads, Heartbeat.SHORTEST, Heartbeat.LONGEST, known, changed).plan();
    }

    /** How the conversation goes. */
    public PlaneHealth health() {
        return contacts.health(decisions.isLive(), decisions.waiting());
    }

    /** Ends everything: open calls fail, waits end without a callback. */
    @Override
    public void close() {
        decisions.close();
        http.failOpen();
        threads.close();
    }
}
