package dev.hoop.controlplane.client;

import dev.hoop.review.ReviewId;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;

/**
 * One connection that tells of decisions, from its request to its end. It ends by itself when it stays silent, when
 * something is said that cannot be understood, and when the plane ends it.
 */
final class StreamConnection {

    /** Why a connection ended. */
    enum End {
        /** The plane has no such stream. */
        ABSENT,
        /** The plane does not accept the token. */
        UNAUTHORIZED,
        /** Anything else: it may work the next time. */
        BROKEN
    }

    /** What a connection tells; called on any thread, in order, and never after {@link #ended}. */
    interface Listener {
        /** Decisions from now on are told. */
        void ready();

        /** Something happened to a review. */
        void decided(ReviewId id);

        /** Called once, unless the connection was closed from this side. */
        void ended(End how, String why);
    }

    private static final String PATH = "/api/sidecars/reviews/stream";
    private static final int MOST_LINE = 64 * 1024;
    private static final int MOST_DATA = 256 * 1024;
    private static final int MOST_ERROR_BODY = 64 * 1024;

    private final PlaneHttp http;
    private final PlaneThreads threads;
    private final Duration silence;
    private final Listener listener;
    private final SseParser parser = new SseParser(MOST_LINE, MOST_DATA, this::event);
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();

    private Optional<CompletableFuture<HttpResponse<byte[]>>> sent = Optional.empty();
    private Optional<Flow.Subscription> subscription = Optional.empty();
    private Optional<ScheduledFuture<?>> watch = Optional.empty();
    private volatile long heardAt = System.nanoTime();
    private boolean over;

    /** @param silence how long the plane may say nothing */
    StreamConnection(PlaneHttp http, PlaneThreads threads, Duration silence, Listener listener) {
        this.http = http;
        this.threads = threads;
        this.silence = silence;
        this.listener = listener;
    }

    /** Opens it. The HTTP client's own time limit is left alone: newer ones count the body, which has no end here. */
    void open() {
        HttpRequest request = http.request(PATH)
                .header("Accept", "text/event-stream")
                .header("Cache-Control", "no-store")
                .GET()
                .build();
        CompletableFuture<HttpResponse<byte[]>> exchange = http.client().sendAsync(request, this::bodyFor);
        boolean closedMeanwhile;
        synchronized (this) {
            sent = Optional.of(exchange);
            closedMeanwhile = over;
        }
        if (closedMeanwhile) {
            exchange.cancel(true);
        }
        exchange.whenComplete((response, failure) -> {
            if (failure != null) {
                end(
                        End.BROKEN,
                        String.valueOf(Failures.of(Failures.unwrap(failure), http.url(), 1)
                                .getMessage()));
            } else {
                end(End.BROKEN, "the plane ended the stream");
            }
        });
        watch();
    }

    private HttpResponse.BodySubscriber<byte[]> bodyFor(HttpResponse.ResponseInfo head) {
        heardAt = System.nanoTime();
        int status = head.statusCode();
        String type = head.headers().firstValue("content-type").orElse("").toLowerCase(Locale.ROOT);
        if (status == 200 && type.startsWith("text/event-stream")) {
            return new Body();
        }
        threads.workers().execute(() -> end(endOf(status), "the plane answered " + status));
        return new BoundedBody(MOST_ERROR_BODY);
    }

    private static End endOf(int status) {
        return switch (status) {
            case 200, 404, 405, 406, 501 -> End.ABSENT;
            case 401, 403 -> End.UNAUTHORIZED;
            default -> End.BROKEN;
        };
    }

    private void event(String name, String data) throws IOException {
        switch (name) {
            case "ready" -> listener.ready();
            case "decided", "executed", "expired" ->
                listener.decided(ReviewJson.id(data.getBytes(StandardCharsets.UTF_8))
                        .orElseThrow(() -> new IOException("an event of the stream names no review")));
            default -> {
                // A newer plane may tell of more than this version waits for.
            }
        }
    }

    private void watch() {
        Duration silent = Duration.ofNanos(System.nanoTime() - heardAt);
        if (silent.compareTo(silence) >= 0) {
            end(End.BROKEN, "the plane has been silent for " + silent.toSeconds() + " s");
            return;
        }
        synchronized (this) {
            if (over) {
                return;
            }
            try {
                watch = Optional.of(threads.after(silence.minus(silent), this::watch));
            } catch (RejectedExecutionException e) {
                over = true;
            }
        }
    }

    private void end(End how, String why) {
        if (close()) {
            listener.ended(how, why);
        }
    }

    /** Closes it from this side; the listener hears nothing more. Whether it was open. */
    boolean close() {
        Optional<CompletableFuture<HttpResponse<byte[]>>> exchange;
        Optional<Flow.Subscription> reading;
        synchronized (this) {
            if (over) {
                return false;
            }
            over = true;
            exchange = sent;
            reading = subscription;
            watch.ifPresent(task -> task.cancel(false));
        }
        reading.ifPresent(Flow.Subscription::cancel);
        body.complete(new byte[0]);
        exchange.ifPresent(future -> future.cancel(true));
        return true;
    }

    private synchronized boolean isOver() {
        return over;
    }

    private final class Body implements HttpResponse.BodySubscriber<byte[]> {

        @Override
        public CompletionStage<byte[]> getBody() {
            return body;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            synchronized (StreamConnection.this) {
                subscription = Optional.of(given);
            }
            if (isOver()) {
                given.cancel();
            } else {
                given.request(Long.MAX_VALUE);
            }
        }

        @Override
        public void onNext(List<ByteBuffer> buffers) {
            heardAt = System.nanoTime();
            try {
                for (ByteBuffer buffer : buffers) {
                    if (isOver()) {
                        return;
                    }
                    parser.feed(buffer);
                }
            } catch (IOException e) {
                end(End.BROKEN, String.valueOf(e.getMessage()));
            }
        }

        @Override
        public void onError(Throwable failure) {
            body.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            body.complete(new byte[0]);
        }
    }
}
