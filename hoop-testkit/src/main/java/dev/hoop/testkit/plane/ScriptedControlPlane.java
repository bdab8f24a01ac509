package dev.hoop.testkit.plane;

import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewService;
import dev.hoop.testkit.wire.WireJournal;
import dev.hoop.testkit.wire.WireServer;
import java.net.URI;
import java.util.Optional;

/**
 * A Control Plane on a free loopback port that does as the test says. Everything about its reviews is in
 * {@link #reviews()}; {@link #trouble(Trouble)} makes it misbehave.
 */
public final class ScriptedControlPlane implements AutoCloseable {

    /** The token that it accepts. */
    public static final String TOKEN = "scripted-sidecar-token";

    private static final String NAME = "plane";

    private final ScriptedReviews reviews = new ScriptedReviews();
    private final EventStreams streams = new EventStreams();
    private final SidecarApi api = new SidecarApi(reviews, streams);
    private final WireJournal journal = new WireJournal();
    private WireServer server = WireServer.start(NAME, journal, api);

    private ScriptedControlPlane() {
        reviews.observe(streams::tell);
    }

    /** Starts. */
    public static ScriptedControlPlane start() {
        return new ScriptedControlPlane();
    }

    /** Its address, as {@code control_plane_url} takes it. */
    public synchronized URI uri() {
        return URI.create("http://" + server.hostAndPort());
    }

    /** The reviews: what was filed, and the decisions. */
    public ScriptedReviews reviews() {
        return reviews;
    }

    /** The same reviews and the same trouble, without HTTP in between. */
    public ReviewService service() {
        return new ScriptedReviewService(reviews, api::trouble);
    }

    /** Makes it misbehave from now on; calls that a {@link Trouble#SLOW} plane keeps waiting go on in the new manner. */
    public void trouble(Trouble trouble) {
        api.trouble(trouble);
    }

    /** Whether it tells of decisions; without, it knows no such path. Connections that are open end. */
    public void hasStream(boolean has) {
        streams.enable(has);
    }

    /** How many connections listen for decisions now. */
    public int listeners() {
        return streams.open();
    }

    /** Breaks every connection that listens for decisions. */
    public void breakStreams() {
        streams.breakAll();
    }

    /** Whether answers to filings and claims name the approver; a plane of the reference product's kind need not. */
    public void namesApproverInAnswers(boolean names) {
        api.namesApproverInAnswers(names);
    }

    /** Sends any text on every open stream. */
    public void sendOnStreams(String text) {
        streams.send(text);
    }

    /** The configuration that it keeps for the sidecar. */
    public Optional<String> configuration() {
        return api.configuration();
    }

    /** Keeps a configuration, a JSON object, for the sidecar. */
    public void configuration(String json) {
        api.configuration(json);
    }

    /** How many handshakes came. */
    public int handshakes() {
        return api.handshakes();
    }

    /** How many calls came for the status of one review. */
    public int statusReads() {
        return api.statusReads();
    }

    /** The id of the review with that number, counted from 0; waits for it. */
    public ReviewId awaitReview(int number) {
        return reviews.await(number).id();
    }

    /** Stops listening and ends every connection, as a plane that is restarted; its reviews stay. */
    public synchronized void goAway() {
        server.close();
    }

    /** Listens again on the same port. */
    public synchronized void comeBack() {
        server = WireServer.startAt(server.address().getPort(), NAME, journal, api);
    }

    @Override
    public synchronized void close() {
        api.trouble(Trouble.DOWN);
        server.close();
    }
}
