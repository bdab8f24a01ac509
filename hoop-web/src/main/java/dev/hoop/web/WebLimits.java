package dev.hoop.web;

import java.time.Duration;

/**
 * The bounds of a server. Every one is enforced; exceeding one costs the offender its request or connection.
 *
 * @param maxHeadBytes the request line, and all header fields, each at most this many bytes; more is 400
 * @param maxBodyBytes a request body's largest size in bytes; more is 413
 * @param maxConnections open connections; a further one gets 503 and is closed
 * @param headTimeout from a request's first byte to the end of its head
 * @param bodyTimeout from the end of a request's head to the end of its body
 * @param idleTimeout how long a connection may wait for its next request
 * @param answerTimeout how long a handler may take; after that the caller gets 503. A request that waited a quarter of it
 *     for a worker is not run any more
 * @param workers threads for blocking handlers
 * @param workerQueue requests that wait for a worker; a further one gets 503
 * @param maxEventStreams open event streams; a further one gets 503
 * @param eventBufferBytes bytes of events that a slow reader may leave unread before it is dropped
 * @param heartbeat pause between comment lines on a quiet event stream
 */
public record WebLimits(
        int maxHeadBytes,
        int maxBodyBytes,
        int maxConnections,
        Duration headTimeout,
        Duration bodyTimeout,
        Duration idleTimeout,
        Duration answerTimeout,
        int workers,
        int workerQueue,
        int maxEventStreams,
        int eventBufferBytes,
        Duration heartbeat) {

    private static final WebLimits DEFAULTS = new WebLimits(
            16 * 1024,
            256 * 1024,
            1024,
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofSeconds(75),
            Duration.ofSeconds(60),
            4,
            256,
            256,
            256 * 1024,
            Duration.ofSeconds(15));

    /** @throws IllegalArgumentException when a bound is not positive */
    public WebLimits {
        for (int bound : new int[] {
            maxHeadBytes, maxBodyBytes, maxConnections, workers, workerQueue, maxEventStreams, eventBufferBytes
        }) {
            if (bound < 1) {
                throw new IllegalArgumentException("every bound is at least 1");
            }
        }
        for (Duration bound : new Duration[] {headTimeout, bodyTimeout, idleTimeout, answerTimeout, heartbeat}) {
            if (bound.toMillis() < 1) {
                throw new IllegalArgumentException("every time limit is at least a millisecond");
            }
        }
    }

    /**
     * 16 KiB of head, 256 KiB of body, 1024 connections, 10 s for a head, 30 s for a body, 75 s idle, 60 s to answer, 4
     * workers with 256 waiting, 256 event streams of 256 KiB, a heartbeat every 15 s.
     */
    public static WebLimits defaults() {
        return DEFAULTS;
    }

    /** How long a request may wait for a worker. */
    Duration longestWait() {
        return answerTimeout.dividedBy(4);
    }

    /** The same with another bound for bodies, in bytes. */
    public WebLimits withMaxBodyBytes(int bytes) {
        return new WebLimits(
                maxHeadBytes,
                bytes,
                maxConnections,
                headTimeout,
                bodyTimeout,
                idleTimeout,
                answerTimeout,
                workers,
                workerQueue,
                maxEventStreams,
                eventBufferBytes,
                heartbeat);
    }

    /** The same with another bound for open connections. */
    public WebLimits withMaxConnections(int connections) {
        return new WebLimits(
                maxHeadBytes,
                maxBodyBytes,
                connections,
                headTimeout,
                bodyTimeout,
                idleTimeout,
                answerTimeout,
                workers,
                workerQueue,
                maxEventStreams,
                eventBufferBytes,
                heartbeat);
    }

    /** The same with other time limits for a request's head, its body, and the wait for the next request. */
    public WebLimits withRequestTimes(Duration head, Duration body, Duration idle) {
        return new WebLimits(
                maxHeadBytes,
                maxBodyBytes,
                maxConnections,
                head,
                body,
                idle,
                answerTimeout,
                workers,
                workerQueue,
                maxEventStreams,
                eventBufferBytes,
                heartbeat);
    }

    /** The same with another time limit for handlers. */
    public WebLimits withAnswerTimeout(Duration limit) {
        return new WebLimits(
                maxHeadBytes,
                maxBodyBytes,
                maxConnections,
                headTimeout,
                bodyTimeout,
                idleTimeout,
                limit,
                workers,
                workerQueue,
                maxEventStreams,
                eventBufferBytes,
                heartbeat);
    }

    /** The same with another pool for blocking handlers. */
    public WebLimits withWorkers(int threads, int queue) {
        return new WebLimits(
                maxHeadBytes,
                maxBodyBytes,
                maxConnections,
                headTimeout,
                bodyTimeout,
                idleTimeout,
                answerTimeout,
                threads,
                queue,
                maxEventStreams,
                eventBufferBytes,
                heartbeat);
    }

    /** The same with other bounds for event streams. */
    public WebLimits withEventStreams(int streams, int bufferBytes, Duration pause) {
        return new WebLimits(
                maxHeadBytes,
                maxBodyBytes,
                maxConnections,
                headTimeout,
                bodyTimeout,
                idleTimeout,
                answerTimeout,
                workers,
                workerQueue,
                streams,
                bufferBytes,
                pause);
    }
}
