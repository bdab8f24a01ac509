/**
 * Calls: how one is read, judged, forwarded, answered or refused. A call is one stream of its client's connection and, from
 * its decision on, one stream of a connection to the upstream. Everything here is confined to the client's event loop.
 */
@NullMarked
package dev.hoop.proto.grpc.internal.session;

import org.jspecify.annotations.NullMarked;
