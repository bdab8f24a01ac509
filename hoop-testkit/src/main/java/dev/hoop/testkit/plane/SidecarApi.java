package dev.hoop.testkit.plane;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.hoop.review.Review;
import dev.hoop.review.ReviewAnswer;
import dev.hoop.review.ReviewId;
import dev.hoop.review.ReviewRequest;
import dev.hoop.review.ReviewStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** The sidecar API over HTTP, with its troubles. */
final class SidecarApi implements HttpHandler {

    private static final String REVIEWS = "/api/sidecars/reviews";
    private static final String JSON = "application/json";

    /** What to answer. */
    private record Reply(int status, String type, String body) {
        static Reply json(int status, String body) {
            return new Reply(status, JSON, body);
        }
    }

    private static final Reply NO_ROUTE = new Reply(404, "text/plain", "404 page not found");
    private static final Reply NO_REVIEW = Reply.json(404, PlaneJson.message("review not found"));

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

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (path.equals(REVIEWS + "/stream") && streams.isEnabled()) {
            if (isAuthorized(exchange)) {
                streams.add(exchange);
            } else {
                send(exchange, Reply.json(401, PlaneJson.message("unknown sidecar token")));
            }
            return;
        }
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            Trouble now = awaitPace();
            Optional<Reply> early = early(now, exchange);
            if (early.isPresent()) {
                send(exchange, early.get());
            } else if (now != Trouble.DOWN) {
                finish(
                        exchange,
                        now,
                        reply(
                                exchange.getRequestMethod(),
                                path,
                                exchange.getRequestURI().getQuery(),
                                body,
                                now));
            }
        }
    }

    private static Optional<Reply> early(Trouble trouble, HttpExchange exchange) {
        return switch (trouble) {
            case FAILING -> Optional.of(new Reply(503, "text/html", "<h1>Service Unavailable</h1>"));
            case TOO_OLD -> Optional.of(NO_ROUTE);
            case UNAUTHORIZED -> Optional.of(Reply.json(401, PlaneJson.message("unknown sidecar token")));
            case REFUSES -> Optional.of(Reply.json(422, PlaneJson.message("no such approval rule")));
            case FORGETFUL -> Optional.of(NO_REVIEW);
            case GARBAGE -> Optional.of(Reply.json(200, "{\"forward\": \"true\", \"review\": [1, {]"));
            default ->
                isAuthorized(exchange)
                        ? Optional.empty()
                        : Optional.of(Reply.json(401, PlaneJson.message("unknown sidecar token")));
        };
    }

    private static boolean isAuthorized(HttpExchange exchange) {
        return ScriptedControlPlane.TOKEN.equals(exchange.getRequestHeaders().getFirst("hoop-sidecar-token"));
    }

    private Reply reply(String method, String path, String query, byte[] body, Trouble now) throws IOException {
        switch (method + ' ' + path) {
            case "POST /api/sidecars/handshake" -> {
                handshakes.incrementAndGet();
                return configuration()
                        .map(json -> Reply.json(200, json))
                        .orElse(Reply.json(412, PlaneJson.message("no configuration stored")));
            }
            case "PUT /api/sidecars/configuration" -> {
                configuration(new String(body, StandardCharsets.UTF_8));
                return Reply.json(200, "{}");
            }
            case "POST " + REVIEWS -> {
                return file(PlaneJson.filing(body), now);
            }
            case "GET " + REVIEWS -> {
                return list(query == null ? "" : query);
            }
            default -> {
                return path.startsWith(REVIEWS + '/')
                        ? one(method, path.substring(REVIEWS.length() + 1), now)
                        : NO_ROUTE;
            }
        }
    }

    private Reply file(ReviewRequest request, Trouble now) {
        int before = reviews.all().size();
        ReviewAnswer answer = reviews.file(request);
        return Reply.json(before == reviews.all().size() ? 200 : 201, answer(answer, now));
    }

    private Reply list(String query) {
        Optional<ReviewStatus> status = parameter(query, "status").map(ReviewStatus::new);
        int limit = parameter(query, "limit").map(Integer::parseInt).orElse(20);
        return Reply.json(200, PlaneJson.reviews(ScriptedReviewService.newestFirst(reviews, status, limit)));
    }

    private static Optional<String> parameter(String query, String name) {
        return Arrays.stream(query.split("&"))
                .filter(pair -> pair.startsWith(name + '='))
                .map(pair -> pair.substring(name.length() + 1))
                .findFirst();
    }

    private Reply one(String method, String rest, Trouble now) {
        boolean claim = rest.endsWith("/claim");
        Optional<ReviewId> id = ReviewId.parse(claim ? rest.substring(0, rest.length() - 6) : rest);
        if (id.isEmpty() || !method.equals(claim ? "POST" : "GET")) {
            return NO_ROUTE;
        }
        if (claim) {
            return reviews.claim(id.get())
                    .map(answer -> Reply.json(200, answer(answer, now)))
                    .orElse(NO_REVIEW);
        }
        statusReads.incrementAndGet();
        return reviews.find(id.get())
                .map(review -> Reply.json(200, PlaneJson.review(distorted(review, now))))
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

    private static void finish(HttpExchange exchange, Trouble now, Reply reply) throws IOException {
        if (now == Trouble.HALF_ANSWERS) {
            byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(reply.status(), body.length);
            exchange.getResponseBody().write(body, 0, body.length / 2);
            exchange.getResponseBody().flush();
        } else if (now != Trouble.LOSES_ANSWERS) {
            send(exchange, reply);
        }
    }

    private static void send(HttpExchange exchange, Reply reply) throws IOException {
        byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", reply.type());
        exchange.sendResponseHeaders(reply.status(), body.length);
        exchange.getResponseBody().write(body);
    }
}
