package dev.hoop.controlplane.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Reads an answer's body up to a bound; more than that ends the connection. */
final class BoundedBody implements HttpResponse.BodySubscriber<byte[]> {

    /** The plane sent more than was asked for. */
    static final class TooLarge extends IOException {
        private static final long serialVersionUID = 1;

        TooLarge(int limit) {
            super("the answer is larger than " + limit + " bytes");
        }
    }

    private final int limit;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> result = new CompletableFuture<>();
    private Optional<Flow.Subscription> subscription = Optional.empty();

    BoundedBody(int limit) {
        this.limit = limit;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = Optional.of(given);
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (body.size() + buffer.remaining() > limit) {
                result.completeExceptionally(new TooLarge(limit));
                subscription.ifPresent(Flow.Subscription::cancel);
                return;
            }
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            body.writeBytes(bytes);
        }
    }

    @Override
    public void onError(Throwable failure) {
        result.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        result.complete(body.toByteArray());
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return result;
    }
}
