/**
 * The messages of PostgreSQL's frontend/backend protocol that the sidecar reads or writes, one record each, named as the
 * protocol's chapter "Message Formats" names them
 * (https://www.postgresql.org/docs/current/protocol-message-formats.html). All are immutable.
 */
@NullMarked
package dev.hoop.proto.pg.internal.message;

import org.jspecify.annotations.NullMarked;
