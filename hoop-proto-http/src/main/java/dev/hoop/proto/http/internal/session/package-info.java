/**
 * What happens to a request between its client and the upstream.
 *
 * <p>An {@link dev.hoop.proto.http.internal.session.Exchange} is one request and its answer, whatever version of HTTP
 * carries it to the client. It stands in one {@link dev.hoop.proto.http.internal.session.Phase} at a time: the body is
 * read whole where the gate must see it, the gate judges, the request is forwarded or answered here. A
 * {@link dev.hoop.proto.http.internal.session.ClientStream} is its place on the client's connection:
 * {@code Http1Connection} is the one of HTTP/1.1. An {@link dev.hoop.proto.http.internal.session.UpstreamConnection} is
 * its place at the upstream.
 *
 * <p><b>Nothing of a judged request reaches the upstream before the decision:</b> a connection is taken from the
 * pool, or dialled, only in {@code Forwarding}, which is entered only by {@code Decision.Forward}.
 *
 * <p><b>Threading.</b> Everything here is confined to the event loop of the client's connection, which serves the
 * upstream's connection too; pools are per event loop.
 *
 * <p><b>Flushing.</b> Writes are flushed once at the end of a batch of reads of the other side; what is written outside of
 * a batch is flushed at once.
 *
 * <p><b>Ownership.</b> A buffer that is handed over is the receiver's to release.
 */
@NullMarked
package dev.hoop.proto.http.internal.session;

import org.jspecify.annotations.NullMarked;
