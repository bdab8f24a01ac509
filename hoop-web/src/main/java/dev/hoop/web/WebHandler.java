package dev.hoop.web;

import java.util.concurrent.CompletionStage;

/** Answers a request without blocking; called on an event loop. */
@FunctionalInterface
public interface WebHandler {

    /**
     * The answer, now or later.
     *
     * @throws WebFailure to answer with an error at once; a stage may complete with one as well. Anything else thrown
     *     is logged and answered with 500
     */
    CompletionStage<WebResponse> handle(WebRequest request);
}
