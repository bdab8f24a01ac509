package dev.hoop.web;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * From a complete request to its answer: routing, running the handler, and turning what it throws into an answer. Shared
 * by all connections.
 */
record Exchanges(Router router, WebLimits limits, Workers workers, ServedConnections connections) {

    private static final Logger LOG = LoggerFactory.getLogger(Exchanges.class);

    /** The answer. The stage never completes exceptionally. */
    CompletionStage<WebResponse> answer(IncomingRequest incoming) {
        Router.Match match = router.match(incoming.method(), incoming.target());
        if (match instanceof Router.Match.WrongMethod wrong) {
            return done(WebResponse.text(405, "method not allowed\n").with("allow", wrong.allow()));
        }
        if (match instanceof Router.Match.Found found) {
            return run(found, incoming.toRequest(found.parameters()))
                    .exceptionally(thrown -> onFailure(thrown, incoming.method(), found.template()));
        }
        return done(WebResponse.text(404, "not found\n"));
    }

    private CompletionStage<WebResponse> run(Router.Match.Found found, WebRequest request) {
        if (found.action() instanceof Router.Action.OnLoop onLoop) {
            try {
                return onLoop.handler().handle(request);
            } catch (RuntimeException e) {
                return CompletableFuture.failedFuture(e);
            }
        }
        Router.Action.OnWorker onWorker = (Router.Action.OnWorker) found.action();
        return onWorker.brief()
                ? workers.runBrief(onWorker.handler(), request)
                : workers.run(onWorker.handler(), request);
    }

    private WebResponse onFailure(Throwable thrown, String method, String template) {
        Throwable cause =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (cause instanceof WebFailure failure) {
            return failure.toResponse();
        }
        Optional<WebFailure> explained = router.explained(cause);
        if (explained.isPresent()) {
            return explained.get().toResponse();
        }
        // The route's template, not the path: a path may carry a one-time secret.
        LOG.error("event=web.handler.failed method={} route={}", method, template, cause);
        return new WebFailure(500, "internal error: see the server's log").toResponse();
    }

    private static CompletionStage<WebResponse> done(WebResponse response) {
        return CompletableFuture.completedFuture(response);
    }
}
