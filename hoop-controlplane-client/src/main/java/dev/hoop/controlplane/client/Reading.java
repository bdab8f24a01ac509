package dev.hoop.controlplane.client;

import dev.hoop.review.ReviewFailure;
import dev.hoop.review.ReviewFailure.Kind;
import java.util.concurrent.CompletableFuture;

/** Reads an answer into what it means. */
@FunctionalInterface
interface Reading<A, B> {

    B read(A answer) throws ReviewFailure;

    /**
     * The result of reading what a future will hold. Fails with the future's own {@link ReviewFailure} or the reading's,
     * unwrapped, since callers are promised nothing else.
     */
    static <A, B> CompletableFuture<B> of(CompletableFuture<A> source, Reading<A, B> reading) {
        CompletableFuture<B> result = new CompletableFuture<>();
        source.whenComplete((answer, failure) -> {
            if (failure != null) {
                result.completeExceptionally(Failures.unwrap(failure));
                return;
            }
            try {
                result.complete(reading.read(answer));
            } catch (ReviewFailure e) {
                result.completeExceptionally(e);
            } catch (RuntimeException e) {
                result.completeExceptionally(
                        new ReviewFailure(Kind.GARBLED, "the control plane's answer could not be read", e));
            }
        });
        return result;
    }
}
