package dev.hoop.web;

/** Answers a request and may block, for example on a database; called on one of the server's workers. */
@FunctionalInterface
public interface BlockingHandler {

    /**
     * The answer.
     *
     * @throws WebFailure to answer with an error. Anything else thrown is logged and answered with 500
     */
    WebResponse handle(WebRequest request);
}
