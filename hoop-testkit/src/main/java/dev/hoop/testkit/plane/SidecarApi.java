package dev.hoop.testkit.plane;

import dev.hoop.review.Review;
import dev.hoop.review.ReviewAnswer;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewRequest;
import dev.hoop.review.ReviewStatus;
import dev.hoop.testkit.http.RawConnection;
import dev.hoop.testkit.http.RawHttpUpstream;
import dev.hoop.testkit.http.RawMessage;
import dev.hoop.testkit.wire.WireConnection;
import dev.hoop.testkit.wire.WireServer;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** The sidecar API over HTTP, with its troubles. */
final class SidecarApi implements WireServer.Script {

    private static final String REVIEWS = "/api/sidecars/reviews";

    private static final byte[] NO_ROUTE =
            RawHttpUpstream.response(404, "404 page not found", "Content-Type: text/plain");
    private static final byte[] UNAVAILABLE =
            RawHttpUpstream.response(503, "<h1>Service Unavailable</h1>", "Content-Type: text/html");
    private static final byte[] NO_REVIEW = json(404, PlaneJson.message("review not found"));
    private static final byte[] NO_TOKEN = json(401, PlaneJson.message("unknown sidecar token"));
    private static final byte[] NO_RULE = json(422, PlaneJson.message("no such approval rule"));
    private static final byte[] FROZEN = json(403, "{\"message\": \"the listener is frozen\", \"kind\": \"frozen\"}");
    private static final byte[] CROWDED = json(429, PlaneJson.message("too many reviews wait"));
    private static final byte[] GARBAGE = json(200, "{\"forward\": \"true\", \"review\": [1, {]");

    private final ScriptedReviews reviews;
    private final EventStreams streams;
    private final AtomicInteger handshakes = new AtomicInteger();
    private final AtomicInteger statusReads = new AtomicInteger();
    private Trouble trouble = Trouble.NONE;
    private volatile boolean namesApprover = true;
    private Optional<String> configuration = Optional.empty();

    SidecarApi(ScriptedReviews reviews, EventStreams streams) {
        this.reviews = reviews;
        this.streams = streams;
    }

    synchronized Trouble trouble() {
        return trouble;
    }

    synchronized void trouble(Trouble next) {
        trouble = next;
        notifyAll();
    }

    private synchronized Trouble awaitPace() throws IOException {
        try {
            while (trouble == Trouble.SLOW) {
                wait();
            }
            return trouble;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("stopped", e);
        }
    }

    void namesApproverInAnswers(boolean names) {
        namesApprover = names;
    }

    synchronized Optional<String> configuration() {
        return configuration;
    }

    synchronized void configuration(String json) {
        configuration = Optional.of(json);
    }

    int handshakes() {
        return handshakes.get();
    }

    int statusReads() {
        return statusReads.get();
    }

    /** Serves one connection until it ends, or a trouble ends it. */
    @Override
    public void run(WireConnection wire) throws IOException {
        RawConnection connection = new RawConnection(wire);
        while (wire.awaitMore()) {
            RawMessage request = connection.readRequest();
            if (request.secondWord().equals(REVIEWS + "/stream") && streams.isEnabled() && isAuthorized(request)) {
                streams.serve(connection);
                return;
            }
            if (!answer(connection, request)) {
                return;
            }
        }
    }

    /** Whether the connection goes on. */
    private boolean answer(RawConnection connection, RawMessage request) throws IOException {
        Trouble now = awaitPace();
        if (now == Trouble.DOWN) {
            return false;
        }
        byte[] response = isAuthorized(request) ? response(request, now) : NO_TOKEN;
        switch (now) {
            case LOSES_ANSWERS -> {
                return false;
            }
            case HALF_ANSWERS -> {
                connection.send(Arrays.copyOf(response, response.length - 10));
                return false;
            }
            default -> {
                connection.send(response);
                return true;
            }
        }
    }

    private static boolean isAuthorized(RawMessage request) {
        return request.field("hoop-sidecar-token")
                .filter(ScriptedControlPlane.TOKEN::equals)
                .isPresent();
    }

    private byte[] response(RawMessage request, Trouble now) throws IOException {
        return switch (now) {
            case FAILING -> UNAVAILABLE;
            case TOO_OLD -> NO_ROUTE;
            case UNAUTHORIZED -> NO_TOKEN;
            case REFUSES -> NO_RULE;
            case FORGETFUL -> NO_REVIEW;
            case GARBAGE -> GARBAGE;
            default -> route(request, now);
        };
    }

    private byte[] route(RawMessage request, Trouble now) throws IOException {
        String[] target = request.secondWord().split("\\?", 2);
        switch (request.method() + ' ' + target[0]) {
            case "POST /api/sidecars/handshake" -> {
                handshakes.incrementAndGet();
                return configuration()
                        .map(kept -> json(200, kept))
                        .orElse(json(412, PlaneJson.message("no configuration stored")));
            }
            case "PUT /api/sidecars/configuration" -> {
                configuration(request.text());
                return json(200, "{}");
            }
            case "POST " + REVIEWS -> {
                return file(PlaneJson.filing(request.text()), now);
            }
            case "GET " + REVIEWS -> {
                return list(target.length == 2 ? target[1] : "");
            }
            default -> {
                return target[0].startsWith(REVIEWS + '/')
                        ? one(request.method(), target[0].substring(REVIEWS.length() + 1), now)
                        : NO_ROUTE;
            }
        }
    }

    private byte[] file(ReviewRequest request, Trouble now) {
        if (now == Trouble.FROZEN || now == Trouble.CROWDED) {
            return now == Trouble.FROZEN ? FROZEN : CROWDED;
        }
        int before = reviews.all().size();
        ReviewAnswer answer = reviews.file(request);
        return json(before == reviews.all().size() ? 200 : 201, answer(answer, now));
    }

    private byte[] list(String query) {
        Optional<ReviewStatus> status = parameter(query, "status").map(ReviewStatus::new);
        int limit = parameter(query, "limit").map(Integer::parseInt).orElse(20);
        return json(200, PlaneJson.reviews(ScriptedReviewService.newestFirst(reviews, status, limit)));
    }

    private static Optional<String> parameter(String query, String name) {
        return Arrays.stream(query.split("&"))
                .filter(pair -> pair.startsWith(name + '='))
                .map(pair -> pair.substring(name.length() + 1))
                .findFirst();
    }

    private byte[] one(String method, String rest, Trouble now) {
        boolean claim = rest.endsWith("/claim");
        Optional<ReviewId> id = ReviewId.parse(claim ? rest.substring(0, rest.length() - 6) : rest);
        if (id.isEmpty() || !method.equals(claim ? "POST" : "GET")) {
            return NO_ROUTE;
        }
        Optional<Review> approved =
                reviews.find(id.get()).filter(review -> review.status().equals(ReviewStatus.APPROVED));
        if (claim && now == Trouble.FROZEN && approved.isPresent()) {
            return json(200, PlaneJson.frozen(approved.get()));
        }
        if (claim) {
            return reviews.claim(id.get())
                    .map(answer -> json(200, answer(answer, now)))
                    .orElse(NO_REVIEW);
        }
        statusReads.incrementAndGet();
        return reviews.find(id.get())
                .map(review -> json(200, PlaneJson.review(distorted(review, now))))
                .orElse(NO_REVIEW);
    }

    private String answer(ReviewAnswer answer, Trouble now) {
        return PlaneJson.answer(new ReviewAnswer(answer.forward(), distorted(answer.review(), now)), namesApprover);
    }

    private static Review distorted(Review review, Trouble trouble) {
        return new Review(
                trouble == Trouble.OTHER_REVIEW ? new ReviewId("another-" + review.id()) : review.id(),
                review.status(),
                trouble == Trouble.OTHER_LISTENER ? "another-listener" : review.listenerName(),
                review.approvalRule(),
                review.createdAt(),
                review.decidedAt(),
                review.decidedBy(),
                review.expiresAt(),
                review.rejectionReason());
    }

    private static byte[] json(int status, String body) {
        return RawHttpUpstream.response(status, body, "Content-Type: application/json");
    }
}
