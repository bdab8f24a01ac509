package dev.hoop.controlplane.client;

import dev.hoop.review.ReviewFailure;
import dev.hoop.review.ReviewFailure.Kind;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeoutException;

/**
 * One bounded request and its bounded answer, over HTTP/1.1. Redirects are not followed: they would carry the token to
 * wherever the answer says.
 */
final class PlaneHttp {

    /** The header with the sidecar's credential, CONTRACTS section 6. */
    static final String TOKEN_HEADER = "hoop-sidecar-token";

    private static final int FIRST_SERVER_ERROR = 500;
    private static final int CONNECTS = 3;
    private static final Duration CONNECT_PAUSE = Duration.ofMillis(200);

    /**
     * A request.
     *
     * @param path starts with a slash; free of anything that a client chose but a review's id
     * @param body JSON, where the call has one
     * @param most the time until the answer is complete
     * @param answerBytes the largest answer
     */
    @SuppressWarnings("ArrayRecordComponent") // passed on once, never compared
    record Call(String method, String path, Optional<byte[]> body, Duration most, int answerBytes) {}

    /** An answer, of any status. */
    @SuppressWarnings("ArrayRecordComponent") // passed on once, never compared
    record Answer(int status, byte[] body) {}

    private final PlaneSettings settings;
    private final HttpClient client;
    private final PlaneThreads threads;
    private final InFlightLimit limit;
    private final ContactLog contacts;
    private final Set<CompletableFuture<Answer>> open = ConcurrentHashMap.newKeySet();

    /** @throws IOException when the CA file cannot be used */
    PlaneHttp(PlaneSettings settings, PlaneThreads threads, ContactLog contacts) throws IOException {
        this.settings = settings;
        this.threads = threads;
        this.contacts = contacts;
        this.limit = new InFlightLimit(
                settings.limits().inFlight(), settings.limits().queued());
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(settings.limits().connect())
                .executor(threads.workers());
        if (settings.caFile().isPresent()) {
            builder.sslContext(TrustFile.context(settings.caFile().get()));
        }
        this.client = builder.build();
    }

    /** A request of this sidecar, for the stream, which reads its answer itself. */
    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(settings.url().resolve(path))
                .header(TOKEN_HEADER, settings.token().value())
                .header("User-Agent", "hoop-sidecar/" + settings.version());
    }

    HttpClient client() {
        return client;
    }

    PlaneUrl url() {
        return settings.url();
    }

    /** Sends a request; the future fails with {@link ReviewFailure} only. */
    CompletableFuture<Answer> send(Call call) {
        CompletableFuture<Answer> result = new CompletableFuture<>();
        Exchange exchange = new Exchange(call, System.nanoTime() + call.most().toNanos(), result);
        try {
            ScheduledFuture<?> alarm = threads.after(call.most(), exchange::late);
            open.add(result);
            result.whenComplete((answer, failure) -> {
                open.remove(result);
                alarm.cancel(false);
            });
        } catch (RejectedExecutionException e) {
            result.completeExceptionally(closed(e));
            return result;
        }
        if (!limit.enter(exchange::start)) {
            result.completeExceptionally(new ReviewFailure(
                    Kind.UNREACHABLE, "too many requests wait for the control plane at " + settings.url()));
        }
        return result;
    }

    /** Noted before anyone learns of it, so that who asks about health next is told. */
    private void complete(CompletableFuture<Answer> result, Answer answer) {
        if (answer.status() < FIRST_SERVER_ERROR) {
            contacts.reached();
        } else {
            contacts.lost("the control plane answered " + answer.status());
        }
        result.complete(answer);
    }

    private void fail(CompletableFuture<Answer> result, ReviewFailure failure) {
        if (!result.isDone()) {
            contacts.lost(String.valueOf(failure.getMessage()));
            result.completeExceptionally(failure);
        }
    }

    /** Fails what is open; nothing is sent any more once the threads are closed too. */
    void failOpen() {
        for (CompletableFuture<Answer> result : Set.copyOf(open)) {
            result.completeExceptionally(new ReviewFailure(Kind.UNREACHABLE, "the sidecar is shutting down"));
        }
    }

    private static ReviewFailure closed(RejectedExecutionException cause) {
        return new ReviewFailure(Kind.UNREACHABLE, "the sidecar is shutting down", cause);
    }

    private final class Exchange {

        private final Call call;
        private final long deadline;
        private final CompletableFuture<Answer> result;
        private final BoundedBody body;
        private int connects;

        Exchange(Call call, long deadline, CompletableFuture<Answer> result) {
            this.call = call;
            this.deadline = deadline;
            this.result = result;
            this.body = new BoundedBody(call.answerBytes());
        }

        /** Has a place now; false when it has no use for it any more. */
        boolean start() {
            if (result.isDone()) {
                return false;
            }
            connects++;
            HttpRequest request = request(call.path())
                    .header("Accept", "application/json")
                    .header("Content-Type", "application/json")
                    .method(
                            call.method(),
                            call.body()
                                    .map(HttpRequest.BodyPublishers::ofByteArray)
                                    .orElseGet(HttpRequest.BodyPublishers::noBody))
                    .build();
            CompletableFuture<HttpResponse<byte[]>> sent = client.sendAsync(request, head -> body);
            result.whenComplete((answer, failure) -> sent.cancel(true));
            sent.whenComplete((response, failure) -> {
                if (failure == null) {
                    limit.leave();
                    complete(result, new Answer(response.statusCode(), response.body()));
                } else {
                    broke(Failures.unwrap(failure));
                }
            });
            return true;
        }

        private void startAgain() {
            if (!start()) {
                limit.leave();
            }
        }

        private void broke(Throwable cause) {
            boolean timeLeft = deadline - System.nanoTime() > CONNECT_PAUSE.toNanos();
            if (Failures.neverLeft(cause) && connects < CONNECTS && timeLeft && !result.isDone()) {
                try {
                    threads.after(Jitter.around(CONNECT_PAUSE), this::startAgain);
                    return;
                } catch (RejectedExecutionException e) {
                    cause.addSuppressed(e);
                }
            }
            limit.leave();
            fail(result, Failures.of(cause, settings.url(), connects));
        }

        void late() {
            fail(result, Failures.of(new TimeoutException("after " + call.most()), settings.url(), connects));
        }
    }
}
