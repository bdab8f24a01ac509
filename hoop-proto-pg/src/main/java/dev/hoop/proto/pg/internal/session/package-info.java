/**
 * One client's conversation with one server. A {@link PgSession} begins with a {@link StartupHandler}; once the server is
 * reached, a {@link Frontend} takes what the client says, has it judged and hands it on, and a {@link Backend} hands on
 * what the server says and keeps count of what is still to be answered.
 *
 * <p>A refused statement is replaced, at its place, by one that the server fails without doing anything: so the server itself
 * skips what comes behind, ends the transaction as an error does, and tells its true status. Its error is replaced by the
 * refusal.
 *
 * <p>Everything of one session is confined to its event loop.
 */
@NullMarked
package dev.hoop.proto.pg.internal.session;

import org.jspecify.annotations.NullMarked;
